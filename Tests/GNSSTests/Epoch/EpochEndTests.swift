import GNSS
import NMEA
import Testing

/// How the last sentence of a burst is learned, so that a fix need not wait for the next burst.
@Suite struct `The end of an epoch` {
  private func seconds(_ fixes: [Fix]) -> [Int] {
    fixes.compactMap { $0.timeOfDay.map { Int($0.second) } }
  }

  @Test func `is trusted after three seconds of the same ending`() {
    var line = Line()
    let arrivals = (0..<8).map { seconds(line.hear("RMC GGA VTG GSA GSV GLL", at: $0 * 100)) }
    #expect(arrivals == [[], [0], [1], [2], [3, 4], [5], [6], [7]])
    #expect(line.decoder.epochCounts.late == 0)
  }

  @Test func `is trusted after three seconds at ten epochs a second too`() {
    var line = Line()
    let counts = (0..<40).map { line.hear("GGA RMC", at: $0 * 10).count }
    #expect(counts == [0] + Array(repeating: 1, count: 30) + [2] + Array(repeating: 1, count: 8))
  }

  @Test func `is a sentence without a time as well as one with it`() {
    var line = Line()
    for second in 0..<4 { _ = line.hear("GGA RMC VTG", at: second * 100) }
    let fixes = line.hear("GGA RMC VTG", at: 400)
    #expect(seconds(fixes) == [3, 4])
    #expect(fixes.last?.magneticCourse == 82.4)
  }

  @Test func `is the second of two sentences of a name`() {
    var line = Line()
    for second in 0..<10 {
      let fixes = line.hear("GGA GSA GSA", at: second * 100)
      if second > 4 { #expect(seconds(fixes) == [second]) }
    }
    #expect(line.decoder.epochCounts.late == 0)
  }

  @Test func `is learned anew when a sentence comes behind it`() {
    var line = Line()
    for second in 0..<5 { _ = line.hear("RMC GGA", at: second * 100) }
    #expect(seconds(line.hear("RMC GGA GLL", at: 500)) == [5])
    #expect(line.decoder.epochCounts.late == 1)
    let arrivals = (6..<12).map { seconds(line.hear("RMC GGA GLL", at: $0 * 100)) }
    #expect(arrivals == [[], [6], [7], [8], [9, 10], [11]])
    #expect(line.decoder.epochCounts.late == 1)
  }

  @Test func `is learned anew when it does not come`() {
    var line = Line()
    for second in 0..<5 { _ = line.hear("RMC GGA GLL", at: second * 100) }
    let arrivals = [
      seconds(line.hear("RMC GGA", at: 500)), seconds(line.hear("RMC GGA GLL", at: 600)),
      seconds(line.hear("RMC GGA GLL", at: 700)),
    ]
    #expect(arrivals == [[], [5], [6]])
  }

  @Test func `is not taught by one burst that is cut off`() {
    var line = Line()
    var fixes = line.hear("RMC", at: 0)
    for second in 1..<12 { fixes += line.hear(second == 7 ? "RMC" : "RMC GGA", at: second * 100) }
    fixes += line.finish()
    #expect(seconds(fixes) == Array(0..<12))
    #expect(fixes.map { $0.altitude != nil } == (0..<12).map { $0 != 0 && $0 != 7 })
    #expect(line.decoder.epochCounts.late == 0)
  }

  @Test func `is not the shorter burst where a sentence comes each second at ten epochs a second`() {
    var line = Line()
    var fixes: [Fix] = []
    for tenth in 0..<100 {
      fixes += line.hear(tenth % 10 == 4 ? "GGA RMC GSA" : "GGA", at: tenth * 10)
    }
    fixes += line.finish()
    #expect(fixes.count == 100)
    #expect(fixes.enumerated().allSatisfy { ($0.element.speed != nil) == ($0.offset % 10 == 4) })
    #expect(line.decoder.epochCounts.late == 0)
  }

  @Test func `is found in each epoch across midnight`() {
    var line = Line()
    func body(_ time: String, _ day: String) -> [String] {
      [
        "GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        "GPRMC,\(time),A,4807.038,N,01131.000,E,5.0,84.4,\(day),,,A",
      ]
    }
    let arrivals =
      ["235956", "235957", "235958", "235959"].map { line.hear(body($0, "201126")).count }
      + ["000000", "000001", "000002"].map { line.hear(body($0, "211126")).count }
    #expect(arrivals == [0, 1, 1, 1, 2, 1, 1])
  }

  // MARK: Silence

  @Test func `is where the line is quiet`() {
    var line = Line()
    #expect(line.hear("RMC GGA", at: 0).isEmpty)
    #expect(seconds(line.quiet()) == [0])
    #expect(line.quiet().isEmpty)
    #expect(line.finish().isEmpty)
  }

  @Test func `is not an epoch where nothing but what has no time came since the last one`() {
    var line = Line()
    _ = line.hear("RMC GGA", at: 0)
    #expect(seconds(line.quiet()) == [0])
    #expect(line.hear(["GPVTG,10.0,T,,M,99.0,N,183.3,K,A"]).isEmpty)
    #expect(line.quiet().isEmpty)
    #expect(line.decoder.epochCounts.late == 1)
    _ = line.hear("GGA VTG", at: 100)
    #expect(line.quiet().map(\.speed) == [5.0 * 1852 / 3600])
  }

  @Test(arguments: [(100, 0.35), (10, 0.035), (20, 0.07), (500, 0.7), (2, 0.02)])
  func `is waited for by a good part of the gap between bursts`(step: Int, seconds: Double) {
    var line = Line()
    #expect(line.decoder.quietTime == 0.35)
    for index in 0..<4 { _ = line.hear("RMC GGA", at: index * step) }
    #expect(abs(line.decoder.quietTime - seconds) < 1e-9)
  }
}
