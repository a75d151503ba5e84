import GNSS
import GPSBase
import NMEA
import TestSupport
import Testing

@testable import SimulatedGPS

@Suite struct `A ready-made scenario` {
  @Test(
    arguments: Scenario.all.filter { !["silent", "nofix", "wrongbaud", "coldstart"].contains($0.name) }.map(
      \.name))
  func `has a fix within some seconds`(name: String) throws {
    let scenario = try #require(Scenario(named: name))
    #expect(fixes(bytes(scenario, seconds: 15)).contains { $0.isValid })
  }

  @Test func `that drives, drives`() throws {
    func fastest(_ scenario: Scenario, _ seconds: Int = 200) -> Double {
      fixes(bytes(scenario, seconds: seconds)).compactMap(\.speed).max() ?? 0
    }
    #expect(fastest(.staticDesk) < 0.5)
    #expect(1...2.2 ~= fastest(.walk))
    #expect(10...17 ~= fastest(.drive))
    #expect(2...4.5 ~= fastest(.boat))
    #expect(fastest(.flight) > 150)
  }

  @Test func `has its own rate only as far as its dialect can keep it`() {
    func interval(_ dialect: Dialect, _ rate: Double?) -> Int64 {
      Scenario.staticDesk.with { ($0.dialect, $0.rate) = (dialect, rate) }.interval
    }
    let intervals = [
      interval(.ublox9, nil), interval(.ublox9, 25), interval(.ublox8, 25), interval(.sirf, 10),
      interval(.garmin, nil), interval(.ublox9, -3), interval(.ublox9, .nan),
    ]
    #expect(intervals.map { $0 / 1_000_000 } == [1000, 40, 100, 1000, 2000, 1000, 1000])
    #expect(
      interval(.ublox9, 7) == 250_000_000 || interval(.ublox9, 7) == 200_000_000
        || interval(.ublox9, 7) == 100_000_000)
  }

  @Test(arguments: [("10", 10.0), ("25", 25), ("0.5", 0.5), ("4", 4)])
  func `sends as many epochs as its rate says`(text: String, rate: Double) throws {
    let scenario = try Scenario(parsing: "sim:static?rate=\(text)")
    let times = fixes(bytes(scenario, seconds: 40)).compactMap(\.timeOfDay)
    let steps = zip(times, times.dropFirst()).map { Double($1.nanosecondsOfDay - $0.nanosecondsOfDay) / 1e9 }
    #expect(steps.allSatisfy { abs($0 * rate - 1) < 1e-6 })
    #expect(abs(Double(times.count) - 40 * rate) <= 1.5 + 0.3 * rate)
  }

  @Test func `brings places to what exists`() {
    #expect(Scenario.Place(latitude: 100, longitude: 190).latitude == 90)
    #expect(Scenario.Place(latitude: 0, longitude: 190).longitude == -170)
    #expect(Scenario.Place(latitude: .nan, longitude: .infinity).latitude == 0)
  }

  @Test func `at a pole and on the date line is like any other`() {
    for place in [
      Scenario.Place(latitude: 90, longitude: 0), Scenario.Place(latitude: -90, longitude: 100),
      Scenario.Place(latitude: 10, longitude: 179.9999),
    ] {
      for journey in [Scenario.Journey.walk, .drive, .boat] {
        let fixes = fixes(
          bytes(
            .staticDesk.with { ($0.place, $0.journey) = (place, journey) }, seconds: 30))
        #expect(fixes.last?.isValid == true)
      }
    }
  }
}

@Suite struct `The text of a scenario` {
  private func error(_ text: String) -> ScenarioError? {
    #expect(throws: ScenarioError.self) { try Scenario(parsing: text) }
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
    "sim:walk?speed=9600&hostspeed=4800", "sim:boat?start=cold&commands=refuses&device=ttyUSB7",
    "sim:static?time=2031-02-03T04:05:06Z", "sim:midnight?time=now",
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
    let error = #expect(throws: ScenarioError.self) {
      try Scenario(parsing: "sim:walk?route=x.gpx") { _ in Array("<kml/>".utf8) }
    }
    #expect(error?.code == .badRoute && error?.description.contains("no <gpx>") == true)
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

@Suite struct `A setting` {
  /// What a text makes of the scenario on the desk.
  private func scenario(_ settings: String) throws(ScenarioError) -> Scenario {
    try Scenario(parsing: "sim:static?\(settings)")
  }

  @Test func `of the receiver is taken`() throws {
    #expect(try scenario("seed=18446744073709551615").seed == .max)
    #expect(try scenario("dialect=garmin").dialect == .garmin)
    #expect(try scenario("dialect=ublox9&nmea=4.11").dialect.revision == .v4_11)
    #expect(
      try scenario("quirks=9+76+81").dialect.quirks == [.lowercaseChecksum, .paddedGSV, .zeroForUnheard])
    #expect(try ["25", "0.5", "5.0"].map { try scenario("rate=\($0)").rate } == [25, 0.5, 5])
    #expect(try scenario("gsv=3").skyPeriod == 3)
    #expect(try scenario("speed=57600").speed == 57_600)
    #expect(try scenario("hostspeed=4800").hostSpeed == 4800)
    #expect(try scenario("start=warm").powerUp == .warm)
    #expect(try scenario("commands=ignores").commandSupport == .ignores)
    #expect(try scenario("device=ttyS3").device == "ttyS3")
  }

  @Test func `of the place and the time is taken`() throws {
    let placed = try scenario("lat=-33.9&lon=151.2&alt=12.5&geoid=22.8&time=2031-02-03T04:05:06Z")
    #expect(
      placed.place == Scenario.Place(latitude: -33.9, longitude: 151.2, altitude: 12.5, geoidSeparation: 22.8)
    )
    #expect(placed.start?.date == CivilDate(year: 2031, month: 2, day: 3))
    let fix = try #require(fixes(bytes(placed, seconds: 8)).last)
    #expect(abs((fix.coordinate?.latitude ?? 0) + 33.9) < 0.001)
    #expect(fix.time?.date == CivilDate(year: 2031, month: 2, day: 3))
    #expect(fix.geoidSeparation == 22.8)
  }

  @Test func `of the journey is taken`() throws {
    for word in ["still", "walk", "drive", "boat", "flight"] {
      #expect(try scenario("journey=\(word)").journey.word == word)
    }
  }

  @Test(arguments: ScenarioSetting.all.map(\.key))
  func `that has no value, or nonsense, is refused with what is expected`(key: String) {
    for value in ["", "%20", "nonsense/", "-99999999999999999999"] {
      do {
        _ = try scenario("\(key)=\(value)")
        // A name may be a blank.
        #expect(key == "device" && value != "", "\(key)=\(value)")
      } catch {
        #expect(error.code == .badValue || error.code == .notScenario, "\(key)=\(value)")
        #expect(error.description.contains("expected") || error.description.contains("route"), "\(error)")
      }
    }
  }

  @Test func `says what it expects for each key`() {
    for setting in ScenarioSetting.all { #expect(!setting.expected.isEmpty) }
    #expect(Set(ScenarioSetting.all.map(\.key)).count == ScenarioSetting.all.count)
  }

  @Test func `is written as it is read, whatever was changed in code`() throws {
    let changed = Scenario.drive.with {
      $0.seed = 99
      $0.rate = 0.2
      $0.place = Scenario.Place(latitude: 1.25, longitude: -2.5, altitude: 3, geoidSeparation: -4)
      $0.start = UTC(secondsSince1970: 2_000_000_000)
      $0.dialect = .mtk
      $0.dialect.revision = .v4_1
      $0.commandSupport = .refuses
    }
    let text = try #require(changed.text)
    let back = try Scenario(parsing: text)
    #expect(back.seed == 99 && back.rate == 0.2 && back.place == changed.place && back.start == changed.start)
    #expect(back.dialect == changed.dialect && back.commandSupport == .refuses)
    #expect(text.contains("time=2033-05-18T03:33:20Z"))
  }
}

@Suite struct `Text with percent signs` {
  @Test(arguments: ["", "plain", "a b", "100%", "x&y=z?#", "übergrößenträger", "\u{0}\n\u{7F}"])
  func `comes back as it was`(text: String) {
    let encoded = PercentText.encoded(text)
    #expect(PercentText.decoded(encoded) == text)
    #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"&?#=".utf8.contains($0) })
  }

  @Test(arguments: ["%", "%2", "%zz", "%+1", "% 1", "abc%"])
  func `is refused without two digits behind one`(text: String) { #expect(PercentText.decoded(text) == nil) }

  @Test func `may be written in small digits`() { #expect(PercentText.decoded("a%2fb%2Fc") == "a/b/c") }
}
