import GNSS
import NMEA
import TestSupport
import Testing

/// On a ship's network a plotter repeats the receiver's sentences under its own talker, often late.
@Suite struct `Several talkers on a line` {
  private func seconds(_ bodies: [String]) -> [Int] {
    fixes(bodies).compactMap { $0.timeOfDay.map { Int($0.nanosecondsOfDay / 1_000_000_000) - 43_200 } }
  }

  private func rmc(_ talker: String, _ second: Int) -> String {
    "\(talker)RMC,\(Bursts.clock(second * 100).dropLast(3)),A,5759.101,N,01144.348,E,5.5,30.3,200715,0.0,E,A"
  }

  private func gga(_ talker: String, _ second: Int) -> String {
    "\(talker)GGA,\(Bursts.clock(second * 100).dropLast(3)),5759.102,N,01144.349,E,1,06,2.0,4.0,M,39.4,M,,"
  }

  @Test func `make one epoch of each time, although a plotter repeats the last one late`() {
    let network = [
      "IIRMC,092214,A,5759.101,N,01144.348,E,5.5,30.3,,0.0,E,A",
      "GPGGA,092216,5759.102,N,01144.349,E,1,06,2.0,4.0,M,39.4,M,,",
      "IIRMC,092216,A,5759.103,N,01144.350,E,5.5,30.4,,0.0,E,A",
      "GPRMC,092218,A,5759.104,N,01144.352,E,005.5,031.0,200715,000.0,E",
      "IIRMC,092216,A,5759.103,N,01144.350,E,5.5,30.4,,0.0,E,A",
      "PGRME,19.1,M,19.8,M,27.5,M",
      "IIRMC,092218,A,5759.104,N,01144.352,E,5.5,31.0,,0.0,E,A",
    ]
    #expect(seconds(network).map { ($0 + 43_200) % 60 } == [14, 16, 18])
  }

  @Test(arguments: 0...8)
  func `tell the receiver's times alone, however late the plotter is`(delay: Int) {
    var bodies: [String] = []
    for second in 10..<60 {
      bodies += [rmc("GP", second), gga("GP", second), rmc("II", second - delay), gga("II", second - delay)]
    }
    #expect(seconds(bodies) == Array(10..<60))
  }

  @Test func `tell the receiver's times alone where the plotter's clock shows local time`() {
    var bodies: [String] = []
    for second in 0..<40 { bodies += [rmc("GP", second), rmc("II", second + 1800), gga("GP", second)] }
    #expect(seconds(bodies) == Array(0..<40))
  }

  @Test func `follow a receiver whose clock is set back, and its plotter with it`() {
    var bodies: [String] = []
    for second in 20..<40 { bodies += [rmc("GP", second), gga("GP", second), rmc("II", second)] }
    for second in 35..<50 { bodies += [rmc("GP", second), gga("GP", second), rmc("II", second)] }
    let told = seconds(bodies)
    #expect(told.prefix(20) == Array(20..<40)[...])
    #expect(told.count { $0 == 38 } == 2)
    #expect(told.last == 49)
  }

  @Test func `are followed one after the other when the receiver falls silent`() {
    var bodies = (0..<10).map { rmc("GP", $0) }
    bodies += (10..<40).map { rmc("II", $0) }
    let told = seconds(bodies)
    #expect(told.prefix(12) == Array(0..<12)[...])
    #expect(told.suffix(15) == Array(25..<40)[...])
    #expect(zip(told, told.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `are the receiver where no satellite system's talker is among them`() {
    let bodies = (0..<20).flatMap { [rmc("II", $0), rmc("EC", max(0, $0 - 2))] }
    #expect(seconds(bodies) == Array(0..<20))
  }
}
