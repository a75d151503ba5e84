import GNSS
import GPSSQLiteFiles
import GPSSystemCalls
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSStore

@Suite final class `A store whose old fixes are packed`: EmptyStoreSuite {
  @Test func `has the same fixes as before, page by page, and this week in plain rows`() throws {
    let script = try StoreScript(path, seed: 1)
    script.drive(3000)
    script.wait(8 * day)
    script.drive(200)
    let count = try script.seal()
    #expect(try count > 2 && script.fixes.count == 3200 && stored() == script.fixes)
    let pages = try number("SELECT count(*) FROM pack WHERE length(data) > 3900") ?? 0
    #expect(pages >= count - 1, "all but the last one fill a page")
    #expect(try number("SELECT max(length(data)) FROM pack") ?? 0 <= StoreSealing.mostBytes)
    #expect(try number("SELECT count(*) FROM fix") ?? 0 < 600)
    #expect(try number("SELECT count(*) FROM fix WHERE t > \(script.now - 7 * 86_400_000)") == 200)
    // Each fix is in one segment, whether it is packed or not.
    let doubles = "SELECT count(*) FROM segment a JOIN segment b ON b.first > a.first AND b.first <= a.last"
    #expect(try number(doubles) == 0)
    let query = StoreQuery(from: script.fixes[1000].time, to: script.fixes[1700].time)
    #expect(try stored(query) == Array(script.fixes[1000...1700]))
    #expect(try TrackStore(at: path).lastKnown() == script.fixes.last)
  }

  @Test func `packs the rest of a session when it is over, and never the segment that grows`() throws {
    let script = try StoreScript(path, seed: 2)
    script.drive(100)
    script.wait(9 * day)
    #expect(try script.seal() == 0, "more may come")
    try script.close()
    try script.open()
    #expect(try script.seal() == 1, "the session of an earlier opening is over")
    #expect(try stored() == script.fixes && TrackStore(at: path).lastKnown() == script.fixes.last)
    try script.close()
    try script.open()
    try script.record(1)
    #expect(script.fixes.last?.number == 102, "numbers go on: 100 fixes, a gap of days, and this one")
  }

  @Test func `has all fixes once, also if packing fails in its middle`() throws {
    let script = try StoreScript(path, seed: 3)
    script.drive(800)
    script.wait(9 * day)
    try script.write()
    // Rows that can't be deleted are a disk that fails between two statements.
    let other = try SQLiteConnection(path, .writing)
    try other.run("CREATE TRIGGER stay BEFORE DELETE ON fix BEGIN SELECT RAISE(ABORT, 'no'); END")
    #expect(throws: SQLiteFault.self) { try script.seal() }
    try other.run("DROP TRIGGER stay")
    #expect(try number("SELECT count(*) FROM pack") == 0 && stored() == script.fixes)
    #expect(try script.seal() > 0 && stored() == script.fixes)
  }

  @Test func `is read whole while it is packed`() throws {
    let script = try StoreScript(path, seed: 4)
    // More segments than are looked up at once.
    for _ in 0..<300 {
      script.drive(20)
      script.receiverAhead -= 60
    }
    script.drive(3000)
    script.wait(9 * day)
    try script.write()
    var fixes: [StoredFix] = []
    var seals = 0
    try TrackStore(at: path).forEachFix { fix in
      if fixes.count % 100 == 0 { seals += try script.seal(3) }
      fixes.append(fix)
    }
    #expect(fixes == script.fixes && seals > 20)
  }

  @Test func `does not take a fix from the future as one of this week for years`() throws {
    let script = try StoreScript(path, seed: 5)
    (script.ahead, script.receiverAhead) = (4000 * day, 4000 * day)
    script.drive(500)
    try script.close()
    (script.ahead, script.receiverAhead) = (0, 0)
    try script.open()
    script.drive(10)
    #expect(try script.seal() > 0 && stored() == script.fixes)
  }

  @Test func `answers as an array does, whatever happens to it`() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for round in 0..<8 {
      let folder = try TestFolder()
      let script = try StoreScript(folder.file("track.db"), seed: random.next())
      var story = ""
      for _ in 0..<30 {
        try step(script, &story, &random)
        let comment = Comment(rawValue: "seed \(seed), round \(round): \(story)")
        let store = try TrackStore(at: script.path)
        var found: [StoredFix] = []
        try store.forEachFix { found.append($0) }
        try #require(found == script.fixes, comment)
        #expect(try store.lastKnown() == script.fixes.last, comment)
        guard let one = script.fixes.randomElement(using: &random),
          let other = script.fixes.randomElement(using: &random)
        else { continue }
        let times = min(one.milliseconds, other.milliseconds)...max(one.milliseconds, other.milliseconds)
        found = []
        try store.forEachFix(
          from: TrackRow.instant(times.lowerBound), to: TrackRow.instant(times.upperBound)
        ) { found.append($0) }
        #expect(found == script.fixes.filter { times.contains($0.milliseconds) }, comment)
      }
      #expect(StoreCheck(at: script.path).complaints == [], "seed \(seed), round \(round): \(story)")
    }
  }

  /// Something that happens; the story gets a word for it.
  private func step(_ script: StoreScript, _ story: inout String, _ random: inout SeededGenerator) throws {
    let size = Int.random(in: 1...400, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3:
      story += " fixes \(size)"
      try script.record(size)
    case 4:
      story += " gap"
      script.wait(size * 10)
    case 5:
      story += " days"
      script.wait(size % 10 * day)
    case 6:
      story += " clock"
      script.ahead = (size - 200) * 60
    case 7:
      story += " receiver"
      script.receiverAhead = (size - 200) * 60
    case 8:
      story += " crash"
      script.drive(size % 5)
      try script.crash()
    case 9, 10:
      story += " seal"
      try script.seal(size % 8)
    default:
      guard let fix = script.fixes.randomElement(using: &random) else { return }
      story += " forget \(size)"
      var query = StoreQuery(from: fix.time, to: TrackRow.instant(fix.milliseconds + Int64(size * size) * 10))
      if size % 3 == 0, let place = fix.coordinate { query.box = StoreQuery.Box(around: place, within: 200) }
      try script.forget(query)
    }
  }
}
