import GPSBase
import GPSFleetProtocol
import GPSGeodesy
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSFleetPublisher
@testable import GPSStore

@Suite struct `Positions that are left out` {
  /// A drive of one position a second, of which each third minute is a halt.
  private func drive(_ count: Int, from first: Int64 = 1, session: Int64 = 1) -> NumberedEntries {
    var columns = [Int64?](repeating: nil, count: TrackRow.columnCount)
    (columns[.lag], columns[.longitude], columns[.flags]) = (140, 94_000_000, 6)
    var (meters, entries): (Int64, [TrackColumns.Entry]) = (0, [])
    for second in 0..<Int64(count) {
      if second / 60 % 3 < 2 { meters += 12 }
      columns[.time] = 1_795_000_001_000 + second * 1000
      columns[.latitude] = 476_000_000 + meters * 90 + (second * 7919 % 11 - 5)
      guard let row = TrackRow(columns: columns) else { continue }
      entries.append(TrackColumns.Entry(number: first + second, monotonic: second * 1000, row: row))
    }
    var found = NumberedEntries(epoch: 1, numbers: first...(first + Int64(count) - 1))
    (found.fixes, found.sessions) = (entries, entries.map { _ in session })
    return found
  }

  private func thin(_ thinning: FleetBatch.Thinning, _ found: NumberedEntries) -> NumberedEntries {
    var found = found
    PositionThinning(thinning: thinning).thin(&found, after: nil)
    #expect(found.fixes.count == found.sessions.count)
    return found
  }

  @Test func `lie where the others lead to at their time, and are most of a drive`() throws {
    let drive = drive(600)
    let kept = thin(.within(centimeters: 200), drive)
    #expect(kept.fixes.count < 20 && kept.fixes.count > 6, "\(kept.fixes.map(\.number))")
    #expect(kept.fixes.first == drive.fixes.first && kept.fixes.last == drive.fixes.last)
    for (from, to) in zip(kept.fixes, kept.fixes.dropFirst()) {
      let (start, end) = (try #require(from.row.units), try #require(to.row.units))
      for entry in drive.fixes where from.number..<to.number ~= entry.number {
        let part =
          Double(entry.row.milliseconds - from.row.milliseconds)
          / Double(to.row.milliseconds - from.row.milliseconds)
        let there = Double(start.latitude) + part * Double(end.latitude - start.latitude)
        let away = (there - Double(try #require(entry.row.units).latitude)) / 1e7 * 111_200
        #expect(abs(away) <= 2.01, "\(entry.number)")
      }
    }
  }

  @Test func `lie neither at a gap nor at the begin of a session`() {
    var found = drive(30)
    #expect(thin(.within(centimeters: 500), found).fixes.map(\.number) == [1, 30])
    found.fixes.remove(at: 9)
    found.sessions = found.fixes.map { $0.number < 21 ? 1 : 2 }
    found.others = [TrackRecord(number: 10, content: .gap(from: 0, to: 1), kind: "x")]
    #expect(thin(.within(centimeters: 500), found).fixes.map(\.number) == [1, 9, 11, 20, 21, 30])
    #expect(thin(.none, found) == found)
  }

  @Test(arguments: [.none, .within(centimeters: 1), .every(milliseconds: 700)] as [FleetBatch.Thinning])
  func `are all but one a second for OwnTracks`(chosen: FleetBatch.Thinning) throws {
    let store = try SampleStore()
    try store.write(1000, every: 100, swerves: true)
    let pages = StorePages(
      path: store.path, installation: try StorePages.installation(at: store.path), thinning: chosen,
      receiver: try .ownTracks("acme", "truck"))
    var (times, next): ([Double?], Int64) = ([], 1)
    while next <= 1002 {
      // The second page begins within a second.
      let request = PublisherMachine.Request(numbers: next...min(1002, next + 599), limit: 1002)
      switch pages.page(request) {
      case .failed: Issue.record("the store can't be read")
      case .nothing(let numbers): next = numbers.upperBound + 1
      case .batch(_, let numbers, let payload):
        #expect(numbers.lowerBound == next)
        times.append(try JSON5Reader.read(payload)["tst"]?.number)
        next = numbers.upperBound + 1
      }
    }
    #expect(times == (1_795_158_503..<1_795_158_603).map { Optional(Double($0)) })
  }

  @Test func `are the same ones in batches of any size, if one in each interval is sent`() throws {
    let store = try SampleStore()
    try store.write(300)
    let installation = try StorePages.installation(at: store.path)
    let pages = StorePages(
      path: store.path, installation: installation, thinning: .every(milliseconds: 10_000))
    for size in [7, 60, 302] as [Int64] {
      var (sent, next): ([TrackColumns.Entry], Int64) = ([], 1)
      while next <= 302 {
        let request = PublisherMachine.Request(numbers: next...min(302, next + size - 1), limit: 302)
        guard case .batch(_, let numbers, let payload) = pages.page(request) else { break }
        let batch = try FleetBatch(payload)
        #expect(batch.thinning == .every(milliseconds: 10_000) && batch.numbers == numbers)
        sent += batch.fixes
        next = numbers.upperBound + 1
      }
      let periods = sent.map { $0.row.milliseconds / 10_000 }
      #expect(sent.count == 31 && periods == Array(periods[0]...(periods[0] + 30)), "\(size)")
      #expect(sent.dropFirst().allSatisfy { $0.row.milliseconds % 10_000 == 0 })
    }
  }
}
