import GNSS
import GPSBridge
import GPSSQLiteFiles
import GPSTrackRows
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

/// Clocks step while a store is written; order, trips and numbers must not.
@Suite struct `A store whose clocks step`: StoreSuite {
  let folder: TestFolder
  private let script: StoreScript

  init() throws {
    folder = try TestFolder()
    script = try StoreScript(folder.file("track.db"), seed: 3)
  }

  private func events() throws -> [String] {
    try TrackStore(at: path).events(StoreQuery()).map { "\($0.kind): \($0.detail ?? "")" }
  }

  /// The fixes before a step and those after it.
  private func parts(_ count: Int) -> (before: ArraySlice<StoredFix>, after: ArraySlice<StoredFix>) {
    (script.fixes[..<count], script.fixes[count...])
  }

  /// Checks the order, and that no trip or stop has fixes of both parts.
  private func check(_ count: Int, hasTrips: Bool = true) throws {
    let fixes = try stored()
    #expect(fixes == script.fixes && zip(fixes, fixes.dropFirst()).allSatisfy { $0.number < $1.number })
    #expect(StoreCheck(at: path).complaints.isEmpty)
    let (last, next) = (script.fixes[count - 1].number, script.fixes[count].number)
    let store = try TrackStore(at: path)
    let spans = try store.trips().map(\.numbers) + store.stops().map(\.numbers)
    #expect(spans.allSatisfy { !($0.contains(last) && $0.contains(next)) }, "\(spans)")
    #expect(try !store.trips().isEmpty || !hasTrips)
    // At 8 to 9 m/s: nothing of the step is in the way.
    #expect(try store.odometer() <= 9 * Double(script.fixes.count))
  }

  @Test(arguments: [3600, -3600]) func `has the order of what came when this machine's clock steps`(
    seconds: Int
  ) throws {
    script.drive(400)
    script.ahead = seconds
    try script.record(400)
    let fixes = try stored()
    #expect(fixes == script.fixes && zip(fixes, fixes.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(
      fixes.map { $0.received.seconds(since: $0.time) }
        == Array(repeating: 0, count: 400) + Array(repeating: Double(seconds), count: 400))
    let word = seconds > 0 ? "ahead" : "back"
    #expect(try events() == ["clock_stepped: this machine's clock went \(word) by 3600000 ms"])
    // The receiver's time did not step: it is one trip, and no gap.
    #expect(try TrackStore(at: path).trips().count == 1 && TrackStore(at: path).gaps(StoreQuery()).isEmpty)
    #expect(StoreCheck(at: path).complaints.isEmpty)
  }

  @Test func `has both parts of an hour that came twice`() throws {
    script.drive(4000)
    script.receiverAhead = -3600
    try script.record(4000)
    try check(4000)
    let from = UTC(secondsSince1970: StoreScript.begin + 1000)
    let to = UTC(secondsSince1970: StoreScript.begin + 1999)
    let found = try stored(StoreQuery(from: from, to: to))
    // The second part began 4000 s later, with times from second 400 on.
    #expect(found == Array(script.fixes[1000..<2000] + script.fixes[4600..<5600]))
    let trips = try TrackStore(at: path).trips()
    #expect(trips.count == 2 && trips.allSatisfy { $0.meters > 30_000 })
  }

  @Test func `has a rollover of the week number, which is no trip of 20 years`() throws {
    script.drive(400)
    script.receiverAhead = -1024 * 7 * 86_400
    try script.record(400)
    try check(400)
    let (before, after) = parts(400)
    #expect(before.allSatisfy { !$0.hasWrongTime } && after.allSatisfy { $0.hasWrongTime })
    // Times that can't be right are in no trip, and found by their time all the same.
    #expect(try TrackStore(at: path).trips().allSatisfy { $0.numbers.upperBound <= before.last?.number ?? 0 })
    #expect(try stored(StoreQuery(to: UTC(secondsSince1970: 1_400_000_000))) == Array(after))
    script.receiverAhead = 0
    try script.record(400)
    try check(800)
    #expect(try TrackStore(at: path).lastKnown() == script.fixes.last)
  }

  @Test func `keeps a leap second in its order`() throws {
    try script.close()
    var track = try StoredTrack(at: path, "usb-1.2")
    // The end of 2016: 23:59:59, 23:59:60 and 00:00:00.
    let midnight: Int64 = 1_483_228_800
    var numbers: [Int64] = []
    let seconds = [
      UTC(secondsSince1970: midnight - 1), UTC(secondsSince1970: midnight - 1, isLeapSecond: true),
      UTC(secondsSince1970: midnight),
    ]
    for second in seconds {
      numbers.append(track.add(TrackRow.milliseconds(second), 47.5, 9.4, speed: 8))
    }
    try track.write()
    let fixes = try stored()
    #expect(fixes.map(\.number) == numbers && zip(fixes, fixes.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(try number("SELECT count(*) FROM segment") == 1, "time did not go back")
    #expect(fixes.map { TrackRow.milliseconds($0.time) - midnight * 1000 } == [-1000, -10, 0])
  }

  @Test func `is begun by a machine without a clock, and goes on with new numbers when it has one`() throws {
    script.ahead = 100 - Int(StoreScript.begin)
    try script.crash()
    try script.record(400)
    #expect(try number("SELECT began FROM session") == 100_000)
    script.ahead = 0
    try script.record(400)
    let first = try number("SELECT max(epoch) FROM session")
    script.wait(600)
    // The next start has no clock again.
    script.ahead = 200 - Int(StoreScript.begin) - script.second
    try script.crash()
    try script.record(400)
    try check(800)
    let fixes = try stored()
    #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(fixes.allSatisfy { !$0.hasWrongTime })
    #expect(try events().count { $0.hasPrefix("clock_stepped: this machine's clock went ahead") } == 1)
    let second = try number("SELECT max(epoch) FROM session")
    #expect(try #require(second) > #require(first))
    #expect(try number("SELECT count(DISTINCT epoch) = count(*) FROM session") == 1)
    // How long no program ran is known from the receiver.
    let gaps = try TrackStore(at: path).gaps(StoreQuery())
    #expect(gaps.map(\.cause) == ["not_running"])
    #expect(gaps.first.map { $0.to.seconds(since: $0.from) }.map { (595...605).contains($0) } == true)
  }

  @Test func `has a receiver of 1970 in its order, and in no trip`() throws {
    script.receiverAhead = -Int(StoreScript.begin)
    try script.record(400)
    #expect(try TrackStore(at: path).trips().isEmpty)
    script.receiverAhead = 0
    try script.record(400)
    try check(400)
    #expect(parts(400).before.allSatisfy { $0.hasWrongTime && $0.time.date.year == 1970 })
    #expect(try TrackStore(at: path).trips().count == 1)
    // They are packed with the others when they are old.
    script.wait(9 * 86_400)
    try script.seal()
    try check(400)
  }

  @Test func `has settled what it calls settled, whatever the clock is`() async throws {
    let time = ManualTime(utcSeconds: 1_795_158_502)
    let path = folder.file("other.db")
    let simulated = SimulatedReceiver(.drive, time: time)
    let writer = try StoreWriter(simulated.receiver, at: path)
    var last: Int64 = 0
    for seconds in [1_795_158_502, 1_795_162_102, 1_795_154_902, 100, 1_175_843_302] as [Double] {
      time.setUTC(seconds)
      await time.advance(by: .seconds(60))
      try await writer.settled()
      let top = try SQLiteConnection(path, .reading).number(
        """
        SELECT max(seq) FROM
        (SELECT seq FROM fix UNION ALL SELECT seq FROM event UNION ALL SELECT seq FROM gap)
        """)
      #expect(writer.lastSettled == top && writer.lastSettled > last, "\(seconds)")
      last = writer.lastSettled
    }
    await writer.stop()
    let counts = writer.counts
    #expect(counts.made == counts.kept && counts.dropped + counts.waiting == 0)
    #expect(StoreCheck(at: path).complaints.isEmpty)
  }
}
