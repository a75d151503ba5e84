import GNSS
import GPSBridge
import TestSupport
import Testing

@Suite struct `The fixes of a recording` {
  private func fixes(_ path: String) throws -> [(fix: Fix, arrival: Duration?)] {
    var fixes = try RecordedLog.Fixes(path)
    var all: [(fix: Fix, arrival: Duration?)] = []
    while let next = try fixes.next() { all.append(next) }
    return all
  }

  /// The week counter of the receiver is 1024 weeks behind.
  private func epoch(_ second: Int) -> [UInt8] {
    wire([
      "GPRMC,\(120_000 + second).00,A,4807.038,N,01131.000,E,0.0,,060407,,,A",
      "GPGGA,\(120_000 + second).00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
    ])
  }

  @Test func `come one by one with their times, on the day on which it was begun`() throws {
    var writer = RecordedLog.Writer()
    var text = writer.header(.init(started: Sample.noon))
    for second in 0..<50 { writer.append(epoch(second).span, at: .seconds(second), to: &text) }
    let folder = try TestFolder()
    let found = try fixes(try folder.write("walk.gbr", text))
    #expect(found.map { $0.fix.time?.timeOfDay.second } == (0..<50).map { $0 })
    #expect(found.allSatisfy { $0.fix.coordinate?.latitude == 48.1173 })
    #expect(found.allSatisfy { $0.fix.time?.date == Sample.noon.date })
    #expect(found.dropLast().last?.arrival ?? .zero >= .seconds(48))
  }

  @Test func `of another program have no time of arrival, and none is missing behind the end of a read`()
    throws
  {
    let folder = try TestFolder()
    let found = try fixes(try folder.write("walk.nmea", Array((0..<1000).map { epoch($0 % 60) }.joined())))
    #expect(found.count == 1000)
    #expect(found.allSatisfy { $0.arrival == nil })
    #expect(try fixes(try folder.write("empty", [])).isEmpty)
  }
}
