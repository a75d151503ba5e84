import GNSS
import NMEA
import TestSupport
import Testing

/// Quirks 87 to 96 of the list of quirks: the shapes of bursts.
@Suite struct `Epoch quirks` {
  /// One sentence of a time, each with values by which it is known again.
  private static func sentence(_ name: String, _ time: String) -> String {
    switch name {
    case "GGA": gga(time)
    case "RMC": rmc(time)
    case "GLL": "GPGLL,\(place),\(time),A,A"
    case "VTG": "GPVTG,84.4,T,82.4,M,5.0,N,9.3,K,A"
    case "GSA": "GPGSA,A,3,01,02,03,04,,,,,,,,,2.5,1.3,2.1"
    case "GSV": "GPGSV,1,1,02,01,40,083,46,02,17,308,41"
    case "ZDA": "GPZDA,\(time),20,11,2026,00,00"
    case "GST": "GPGST,\(time),1.0,2.0,1.0,0.0,3.0,4.0,5.0"
    case "GNS": "GNGNS,\(time),\(place),AA,08,0.9,545.4,46.9,,"
    default: name
    }
  }

  private static func burst(_ names: String, _ time: String) -> [String] {
    names.split(separator: " ").map { sentence(String($0), time) }
  }

  private static func time(_ second: Int) -> String { "1200" + (second < 10 ? "0" : "") + "\(second)" }

  /// The shapes that were seen, with the number of the quirk.
  static let shapes: [(Int, String)] = [
    (87, "GGA GSA GSV RMC"), (87, "GGA GSA RMC VTG"), (88, "RMC VTG GGA GSA GSV GLL"),
    (89, "RMC VTG GGA GSA GSV GLL ZDA"), (89, "RMC VTG GGA GSA GSV GLL GST ZDA"),
    (90, "GGA GLL GSA RMC VTG ZDA GST"), (90, "GGA GSA GSV GST ZDA RMC VTG"), (90, "ZDA RMC GGA VTG"),
    (91, "RMC GGA GSA GSV"), (91, "RMC GGA GSA"), (92, "GGA RMC"), (92, "RMC GGA"), (95, "GNS RMC GSA"),
  ]

  @Test(arguments: shapes)
  func `quirks 87 to 92, a burst of any shape is one fix with all it says`(quirk: Int, shape: String) {
    let result = fixes((0..<20).flatMap { Self.burst(shape, Self.time($0)) })
    #expect(result.map(\.time) == (0..<20).map { utc(2026, 11, 20, 12, 0, $0) })
    #expect(result.map(\.epoch) == Array(1...20))
    #expect(result.allSatisfy { $0.mode == .threeDimensional && $0.altitude == 545.4 })
    #expect(result.allSatisfy { $0.speed == knots(5.0) && $0.course == 84.4 })
    if shape.contains("GSA") { #expect(result.allSatisfy { $0.dilution.position == 2.5 }) }
    if shape.contains("GST") { #expect(result.allSatisfy { $0.errors?.source == .gst }) }
  }

  @Test(arguments: ["RMC", "GLL", "GGA", "GNS"])
  func `quirk 92, a receiver with one sentence has one fix for each`(name: String) {
    let result = fixes((0..<10).flatMap { Self.burst(name, Self.time($0)) })
    #expect(result.count == 10)
    #expect(result.allSatisfy { $0.isValid })
  }

  @Test(
    .needsRecordings,
    arguments: [
      (87, "bu353s4"), (87, "bt-q818"), (87, "gpslim236"), (88, "nl402u"), (88, "venus634lp"),
      (89, "ublox-lea-4h"), (89, "ublox-neo-m9n-nmea"), (90, "skytraq-dgps"), (90, "et-332"),
      (91, "jl-micro-jlt"), (91, "garmin38"), (93, "garmin48"), (93, "eXplorist210"),
      (94, "quectel-l76k-nmea"), (94, "rst39"),
    ])
  func `quirks 87 to 94, no epoch of a recording is told twice`(quirk: Int, name: String) throws {
    let times = try RecordingShelf.fixes(name).compactMap(\.time)
    #expect(!times.isEmpty)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `quirk 89, a ZDA that comes only now and then moves no fix`() {
    let result = fixes(
      (0..<30).flatMap {
        Self.burst($0 % 7 == 6 ? "RMC GGA GLL ZDA" : "RMC GGA GLL", Self.time($0))
      })
    #expect(result.map(\.time) == (0..<30).map { utc(2026, 11, 20, 12, 0, $0) })
    #expect(result.allSatisfy { $0.altitude == 545.4 })
  }

  @Test func `quirk 93, GGA every other second makes every other fix 3D`() {
    let result = fixes((0..<10).flatMap { Self.burst($0 % 2 == 0 ? "RMC GGA" : "RMC", Self.time($0)) })
    #expect(result.map(\.time) == (0..<10).map { utc(2026, 11, 20, 12, 0, $0) })
    #expect(result.map(\.altitude) == (0..<10).map { $0 % 2 == 0 ? 545.4 : nil })
  }

  @Test func `quirk 93, a GLL of the following second is an epoch of its own`() {
    let result = fixes(
      [0, 2, 4].flatMap {
        Self.burst("RMC GGA", Self.time($0)) + Self.burst("GLL", Self.time($0 + 1))
      })
    #expect(result.map(\.timeOfDay?.second) == [0, 1, 2, 3, 4, 5])
    #expect(result.allSatisfy { $0.isValid })
  }

  @Test(arguments: [5, 10, 20])
  func `quirk 94, many epochs a second are told apart`(rate: Int) {
    let times = (0..<(5 * rate)).map { index in
      let hundredths = index % rate * 100 / rate
      return Self.time(index / rate) + "." + (hundredths < 10 ? "0" : "") + "\(hundredths)"
    }
    let result = fixes(times.flatMap { Self.burst("GGA RMC VTG", $0) })
    #expect(result.count == 5 * rate)
    #expect(
      result.map { $0.time?.nanosecond } == times.indices.map { Int32($0 % rate * 1_000_000_000 / rate) })
  }

  @Test func `quirk 94, decimals that are rounded differently are one epoch`() {
    let result = fixes([
      "GPGLL,\(place),120000.303,A", Self.sentence("GGA", "120000.30"), Self.sentence("RMC", "120000.300"),
    ])
    #expect(result.count == 1)
  }

  @Test func `quirk 94, GGA ten times a second with an RMC once are fixes of the same place in time`() {
    let bodies = (0..<100).flatMap { index in
      let time = Self.time(index / 10) + ".\(index % 10)0"
      return index % 10 == 0 ? Self.burst("GGA ZDA RMC", time) : Self.burst("GGA", time)
    }
    let result = fixes(bodies)
    #expect(result.count == 100)
    #expect(result.enumerated().allSatisfy { ($0.element.speed != nil) == ($0.offset % 10 == 0) })
  }

  @Test(arguments: [[], ["VTG"]])
  func `quirk 95, the first epoch is one fix with its date, and has the rest of a burst that was cut off`(
    rest: [String]
  ) {
    let result = fixes(rest.flatMap { Self.burst($0, "") } + Self.burst("GGA GSA GSV RMC VTG", "120000"))
    #expect(result.map(\.time) == [utc(2026, 11, 20, 12, 0, 0)])
  }

  @Test func `quirk 96, silence completes the open epoch, once`() {
    var decoder = FixDecoder(.recording())
    var count = 0
    decoder.decode(wire(Self.burst("GGA RMC", "120000")).span) { _ in count += 1 }
    #expect(count == 0)
    decoder.lineIsQuiet { if case .fix = $0 { count += 1 } }
    #expect(count == 1)
    decoder.lineIsQuiet { _ in count += 1 }
    decoder.finish { _ in count += 1 }
    #expect(count == 1)
  }
}
