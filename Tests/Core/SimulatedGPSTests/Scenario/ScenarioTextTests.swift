import GNSS
import SimulatedGPS
import TestSupport
import Testing

@Suite struct `The text of a scenario` {
  private func error(_ text: String) -> ScenarioError? {
    do {
      _ = try Scenario(parsing: text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `names each that stands alone`() throws {
    for scenario in Scenario.all {
      #expect(try Scenario(parsing: "sim:\(scenario.name)").name == scenario.name)
      #expect(scenario.text == "sim:\(scenario.name)")
    }
    let names =
      "static walk drive boat flight canyon tunnel coldstart jam spoof rollover leapsecond midnight unplug "
      + "garbage wrongbaud silent nofix"
    #expect(Scenario.all.map(\.name) == names.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "sim:drive?seed=7", "sim:static?dialect=sirf&nmea=2.1&quirks=76+81&rate=1",
    "sim:walk?speed=9600&hostspeed=4800",
    "sim:boat?start=cold&commands=refuses&device=ttyUSB7", "sim:static?time=2031-02-03T04:05:06Z",
    "sim:flight?lat=-33.95&lon=151.18&alt=6.5&geoid=22.1", "sim:static?journey=boat&gsv=5",
  ])
  func `comes back as it was, and means the same`(text: String) throws {
    let scenario = try Scenario(parsing: text)
    let back = try #require(scenario.text)
    #expect(
      Set(back.split(whereSeparator: { "?&".contains($0) }))
        == Set(text.split(whereSeparator: { "?&".contains($0) })))
    #expect(bytes(try Scenario(parsing: back), seconds: 40) == bytes(scenario, seconds: 40))
  }

  @Test func `takes its settings in any order`() throws {
    let a = try Scenario(parsing: "sim:static?nmea=2.3&dialect=sirf&quirks=81")
    let b = try Scenario(parsing: "sim:static?quirks=81&dialect=sirf&nmea=2.3")
    #expect(a.dialect == b.dialect)
    #expect(a.dialect.quirks.all.map(\.rawValue) == [81])
  }

  @Test(
    arguments: [
      ("static", .notScenario, "sim:NAME"), ("sim:", .unknownName, "static walk"),
      ("sim:drove", .unknownName, "drive"), ("sim:drive?sed=7", .unknownKey, "seed"),
      ("sim:drive?seed=-1", .badValue, "whole number"), ("sim:drive?seed=", .badValue, "whole number"),
      ("sim:drive?dialect=nokia", .badValue, "sirf"), ("sim:drive?rate=3", .badValue, "10"),
      ("sim:drive?lat=91", .badValue, "-90 to 90"), ("sim:drive?lat=nan", .badValue, "-90 to 90"),
      ("sim:drive?time=yesterday", .badValue, "2026-11-20T"), ("sim:drive?quirks=88", .badValue, "76"),
      ("sim:drive?quirks=9+x", .badValue, "76"), ("sim:drive?seed=1&seed=2", .repeatedKey, "once"),
      ("sim:drive?seed=%2", .badValue, "%25"), ("sim:multi", .severalReceivers, "3"),
      ("sim:static?route=x.gpx", .badRoute, "x.gpx"), ("sim:static?pace=2", .badValue, "route"),
      ("sim:static?device=/etc/passwd", .badValue, "slashes"),
      ("sim:static?speed=99999999999999999999", .badValue, "300"),
      ("sim:static?time=1979-12-31T00:00:00Z", .badValue, "1980"),
    ] as [(String, ScenarioError.Code, String)])
  func `that means nothing is refused, with what is expected`(
    text: String, code: ScenarioError.Code, hint: String
  ) {
    let error = error(text)
    #expect(error?.code == code, "\(text)")
    #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
  }

  @Test func `may name several receivers, each with noise of its own`() throws {
    let three = try Scenario.receivers(parsing: "sim:multi?seed=5")
    #expect(three.map(\.dialect.name) == ["ublox9", "sirf", "mtk"])
    #expect(three.map(\.device) == ["ttyACM0", "ttyUSB0", "ttyUSB1"])
    #expect(three.map(\.seed) == [5, 6, 7])
    #expect(try Scenario.receivers(parsing: "sim:drive").count == 1)
  }

  @Test func `may name a file with a route, which somebody else reads`() throws {
    let gpx = Array("<gpx><trkpt lat='50' lon='8'/><trkpt lat='50.01' lon='8'/></gpx>".utf8)
    var asked: [String] = []
    let scenario = try Scenario(parsing: "sim:walk?route=my%20way%26more.gpx&pace=5") {
      asked.append($0)
      return gpx
    }
    #expect(asked == ["my way&more.gpx"])
    #expect(scenario.place.latitude == 50)
    let fix = try #require(fixes(bytes(scenario, seconds: 20)).last)
    #expect(abs((fix.speed ?? 0) - 5) < 0.5)
    #expect(
      scenario.text == "sim:walk?pace=5.0&route=my%20way%26more.gpx"
        || scenario.text?.contains("route=my%20way%26more.gpx") == true)
  }

  @Test func `says why a route cannot be had`() {
    do {
      _ = try Scenario(parsing: "sim:walk?route=x.gpx") { _ in Array("<kml/>".utf8) }
      Issue.record("it was taken")
    } catch {
      #expect(error.code == .badRoute)
      #expect(error.description.contains("no <gpx>"))
    }
  }

  @Test func `is nil for what no text can say`() {
    #expect(Scenario.staticDesk.with { $0.journey = .custom { _ in Scenario.Motion(.munich) } }.text == nil)
    #expect(Scenario.staticDesk.with { $0.events = [Scenario.Event(from: .zero, .fault(.cut))] }.text == nil)
    #expect(Scenario.staticDesk.with { $0.surroundings = .forest }.text == nil)
  }

  @Test func `of chance never breaks its reader`() {
    var random = SeededGenerator(seed: 1)
    let letters = Array("sim:static?seed=7&rate=10%2+-.walk")
    for _ in 0..<3000 {
      let text = String(
        (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in letters.randomElement(using: &random) }
      )
      _ = try? Scenario(parsing: text)
      _ = try? Scenario(parsing: "sim:static?" + text)
    }
  }
}
