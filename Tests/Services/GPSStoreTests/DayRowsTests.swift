import GNSS
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSStore

/// A day as a page shows it: what a page's own memory would have kept.
@Suite struct `The rows of a day`: StoreSuite {
  let folder: TestFolder
  /// 2026-11-20 00:00 UTC.
  private let midnight: Int64 = 1_795_132_800_000
  private let day: ClosedRange<UTC>

  init() throws {
    folder = try TestFolder()
    day = TrackRow.instant(midnight)...TrackRow.instant(midnight + 86_399_999)
  }

  private func times(_ rows: [TrackRow]) -> [Int64] { rows.map { $0.milliseconds - midnight } }

  @Test func `are one a second, the first of each, and of no other day`() throws {
    var track = try StoredTrack(at: path, "usb-1")
    for step in -5..<25 { track.add(midnight + Int64(step) * 250, 47, 9) }
    track.add(midnight + 86_399_999, 47, 9)
    track.add(midnight + 86_400_000, 47, 9)
    try track.write()
    let rows = try TrackStore(at: path).rows(in: day, of: "usb-1")
    #expect(times(rows) == [0, 1000, 2000, 3000, 4000, 5000, 6000, 86_399_999])
    #expect(try rows.map(\.epoch) == Array(1...8) && TrackStore(at: path).rows(in: day, of: "usb-2").isEmpty)
  }

  @Test func `rise, although an import came later, and the live session counts where both are`() throws {
    var track = try StoredTrack(at: path, "usb-1")
    for second in 10..<20 { track.add(midnight + Int64(second) * 1000, 47, 9) }
    track.begin("usb-1", kind: "import")
    for second in 5..<25 { track.add(midnight + Int64(second) * 1000, 48, 9) }
    try track.write()
    let rows = try TrackStore(at: path).rows(in: day, of: "usb-1")
    #expect(times(rows) == (5..<25).map { $0 * 1000 })
    #expect(rows.map { $0.coordinate?.latitude } == (5..<25).map { 10..<20 ~= $0 ? 47 : 48 })
  }

  @Test func `have a gap where the store has one, and no position with a wrong time`() throws {
    var track = try StoredTrack(at: path, "usb-1")
    track.add(midnight, 47, 9)
    track.addGap(midnight, midnight + 60_000, "no_sky")
    track.add(midnight + 60_000, 47, 9)
    track.add(midnight + 61_000, 47, 9, marks: .wrongTime)
    try track.write()
    let rows = try TrackStore(at: path).rows(in: day, of: "usb-1")
    #expect(times(rows) == [0, 1000, 60_000] && rows.map(\.hasPosition) == [true, false, true])
  }

  @Test func `are the last ones as they came, whatever their times are, without imports`() throws {
    var track = try StoredTrack(at: path, "usb-1", kind: "import")
    track.add(midnight + 500_000, 47, 9)
    track.begin("usb-1")
    for second in 0..<700 { track.add(midnight + Int64(second) * 1000, 47, 9) }
    track.begin("usb-2")
    track.add(midnight + 701_000, 47, 9)
    track.begin("usb-1")
    // The clock was set back.
    for second in 100..<110 { track.add(midnight + Int64(second) * 1000, 47, 9) }
    try track.write()
    let store = try TrackStore(at: path)
    let all = try store.lastRows(of: "usb-1", since: TrackRow.instant(midnight), most: 86_400)
    #expect(times(all) == (Array(0..<700) + Array(100..<110)).map { $0 * 1000 })
    #expect(all.map(\.epoch) == Array(1...710))
    #expect(try store.lastRows(of: "usb-1", since: TrackRow.instant(midnight), most: 12).count == 12)
    let late = try store.lastRows(of: "usb-1", since: TrackRow.instant(midnight + 105_000), most: 86_400)
    #expect(times(late) == (Array(105..<700) + Array(105..<110)).map { $0 * 1000 })
  }

  @Test(arguments: 1...6) func `agree with the first and the last time of a known day`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var track = try StoredTrack(at: path)
    var expected: [Int: ClosedRange<Int64>] = [:]
    for _ in 0..<4 {
      track.begin("usb-1")
      var at = midnight + Int64.random(in: -90_000_000...90_000_000, using: &random)
      for _ in 0..<Int.random(in: 1...600, using: &random) {
        // Over midnight within a segment as well.
        at += Int64.random(in: 0...400_000, using: &random)
        track.add(at, 47, 9)
        let place = Int((at - midnight).floored(by: 86_400_000))
        let known = expected[place] ?? at...at
        expected[place] = min(known.lowerBound, at)...max(known.upperBound, at)
      }
    }
    try track.write()
    let bounds = (-3...8).map { TrackRow.instant(midnight + Int64($0) * 86_400_000) }
    let days = try TrackStore(at: path).knownDays(bounds, device: "usb-1")
    for (place, day) in zip(-3..<8, days) {
      let known = expected[place]
      #expect(day.first.map(TrackRow.milliseconds) == known?.lowerBound, "seed \(seed), day \(place)")
      #expect(day.last.map(TrackRow.milliseconds) == known?.upperBound, "seed \(seed), day \(place)")
    }
  }
}
