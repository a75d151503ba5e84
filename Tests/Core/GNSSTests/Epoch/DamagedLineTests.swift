import GNSS
import NMEA
import TestSupport
import Testing

/// Epochs of a line that damages sentences.
@Suite struct `A line that damages sentences` {
  /// A second of a receiver that drives north, 0.0001° in a second, with speeds that tell the seconds apart.
  private func burst(_ second: Int, without lost: Set<String> = [], place: String? = nil) -> [String] {
    let time = Bursts.clock(second * 100)
    let minutes = 7_000 + 6 * second
    let place = place ?? "480\(minutes / 1000).\(String(1000 + minutes % 1000).dropFirst()),N,01131.000,E"
    let speed = "\(10 + second).0"
    let burst = [
      ("RMC", "GPRMC,\(time),A,\(place),\(speed),0.0,201126,,,A"),
      ("VTG", "GPVTG,0.0,T,,M,\(speed),N,,K,A"),
      ("GGA", "GPGGA,\(time),\(place),1,08,0.9,545.4,M,46.9,M,,"),
      ("GSA", "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,2.5,1.3,2.1"),
      ("GLL", "GPGLL,\(place),\(time),A,A"),
    ]
    return burst.filter { !lost.contains($0.0) }.map(\.1)
  }

  private func knots(_ fixes: [Fix]) -> [Int?] {
    fixes.map { $0.speed.map { Int(($0 * 3600 / 1852).rounded()) } }
  }

  // MARK: Membership

  @Test(arguments: [["GLL"], ["GSA", "GLL"], ["VTG", "GLL"]])
  func `has the VTG of the next burst in the next epoch, though its RMC is lost`(lost: [String]) {
    var line = Line(isLive: false)
    var fixes: [Fix] = []
    for second in 0..<5 { fixes += line.hear(burst(second)) }
    fixes += line.hear(burst(5, without: Set(lost))) + line.hear(burst(6, without: ["RMC"]))
    fixes += line.finish()
    #expect(knots(fixes) == Array(10...16))
  }

  @Test func `has that VTG in the next epoch where the end was guessed, and stays as quick`() {
    var line = Line()
    var fixes: [Fix] = []
    for second in 0..<8 { fixes += line.hear(burst(second)) }
    fixes += line.hear(burst(8, without: ["RMC"])) + line.hear(burst(9))
    #expect(knots(fixes) == Array(10...19))
    #expect(line.decoder.epochCounts.early == 0)
  }

  @Test func `keeps a VTG that comes in its usual place`() {
    var line = Line(isLive: false)
    var fixes: [Fix] = []
    for second in 0..<5 { fixes += line.hear(burst(second)) }
    fixes += line.hear(burst(5, without: ["GGA"])) + line.hear(burst(6, without: ["GLL", "GSA"]))
    fixes += line.finish()
    #expect(knots(fixes) == Array(10...16))
    #expect(line.decoder.epochCounts.late == 0)
  }

  // MARK: Satellites in use

  /// How many satellites the epochs use: each has a GGA with a number, or none, and GSA with so many names.
  private func used(_ epochs: [(gga: Int?, gsa: [Int])]) -> [Int?] {
    var line = Line(isLive: false)
    var fixes: [Fix] = []
    for (second, epoch) in epochs.enumerated() {
      let time = Bursts.clock(second * 100)
      var sentences = ["GPRMC,\(time),A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A"]
      if let number = epoch.gga {
        sentences.append("GPGGA,\(time),4807.038,N,01131.000,E,1,\(number),0.9,545.4,M,46.9,M,,")
      }
      for (system, count) in epoch.gsa.enumerated() {
        let names = (1...count).map(String.init).joined(separator: ",")
        let empty = String(repeating: ",", count: 12 - count)
        sentences.append("GNGSA,A,3,\(names)\(empty),2.5,1.3,2.1,\(system + 1)")
      }
      fixes += line.hear(sentences)
    }
    return (fixes + line.finish()).map(\.satellitesUsed)
  }

  @Test func `has no number of satellites where GGA ends at 12 or is lost, and a GSA is lost, too`() {
    #expect(used([(12, [9, 7]), (12, [9]), (12, []), (12, [9, 7])]) == [16, nil, nil, 16])
    #expect(used([(12, [9, 7]), (nil, [9]), (nil, [9, 7])]) == [16, nil, 16])
  }

  @Test
  func `believes a 12 of a receiver that uses no more, or counts further in GGA, or once all names say so`() {
    #expect(used([(12, [9, 3]), (12, [9]), (12, [])]) == [12, 12, 12])
    #expect(used([(16, [9, 7]), (12, [9]), (12, [])]) == [16, 12, 12])
    #expect(used([(12, [9, 7]), (12, [9, 3]), (12, [9])]) == [16, 12, nil])
  }

  @Test func `believes fewer GSA once ten epochs have them`() {
    let fewer = used([(nil, [9, 7])] + Array(repeating: (nil, [9]), count: 12))
    #expect(fewer == [16] + Array(repeating: nil, count: 10) + [9, 9])
  }

  // MARK: Positions

  private static let elsewhere = "0807.038,N,01131.000,E"

  private func places(damaged: Int, _ far: ClosedRange<Int>) -> (latitudes: [Double?], withheld: Int) {
    var line = Line(isLive: false)
    var fixes: [Fix] = []
    let broken = Array("$GPGLL,4807.0x8,N*00\r\n".utf8)
    for second in 0..<20 {
      for _ in 0..<damaged { line.decoder.decode(broken.span) { _ in } }
      fixes += line.hear(burst(second, place: far.contains(second) ? Self.elsewhere : nil))
    }
    fixes += line.finish()
    return (fixes.map { $0.coordinate.map { $0.latitude.rounded() } }, line.decoder.epochCounts.withheld)
  }

  @Test(
    arguments: [(1, 12...12, [nil], 48), (1, 12...19, [nil], 8), (0, 12...12, [8], 48)]
      as [(Int, ClosedRange<Int>, [Double?], Double)])
  func `withholds one epoch of a jump, true or not, and none where nothing is damaged`(
    damaged: Int, far: ClosedRange<Int>, first: [Double?], after: Double
  ) {
    let (latitudes, withheld) = places(damaged: damaged, far)
    #expect(latitudes == Array(repeating: 48, count: 12) + first + Array(repeating: after, count: 7))
    #expect(withheld == first.count { $0 == nil })
  }
}
