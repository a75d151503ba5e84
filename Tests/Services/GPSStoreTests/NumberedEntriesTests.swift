import GPSSQLiteFiles
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSStore

@Suite final class `The entries of a store by their numbers`: EmptyStoreSuite {
  /// Reads all of the store, some numbers at a time.
  private func all(_ size: Int64) throws -> [NumberedEntries] {
    let store = try TrackStore(at: path)
    let last = try store.lastNumber()
    var (pages, next): ([NumberedEntries], Int64) = ([], 1)
    while next <= last {
      let page = try store.entries(next...min(last, next + size - 1), limit: last)
      #expect(page.numbers.lowerBound == next && page.numbers.upperBound <= last)
      pages.append(page)
      next = page.numbers.upperBound + 1
    }
    return pages
  }

  @Test func `are each fix once, whatever the size of a page, plain and packed`() throws {
    let script = try StoreScript(path, seed: 1, recording: 700)
    script.wait(9 * 86_400)
    try script.record(300)
    let plain = try all(600).flatMap(\.fixes)
    #expect(plain.map(\.number) == script.fixes.map(\.number) && plain.map(\.row) == script.fixes.map(\.row))
    try script.seal()
    for size in [1, 7, 600, 5000] as [Int64] { #expect(try all(size).flatMap(\.fixes) == plain, "\(size)") }
  }

  @Test func `end with their epoch, and have events, gaps and losses`() throws {
    do {
      var track = try StoredTrack(at: path, "usb-1")
      track.addEvent(1_795_158_502_000, "opened", "/dev/ttyACM0")
      for second in 0..<10 as Range<Int64> { track.add(1_795_158_503_000 + 1000 * second, 47.5, 9.4) }
      track.addGap(1_795_158_513_000, 1_795_158_600_000, "no_sky", verdict: "antenna_fault")
      try track.write()
    }
    do {
      var next = try StoredTrack(at: path)
      next.begin("usb-1")
      for second in 0..<5 as Range<Int64> { next.add(1_795_159_000_000 + 1000 * second, 47.5, 9.4) }
      try next.write()
    }
    let pages = try all(600)
    let epochs = pages.compactMap(\.epoch)
    #expect(epochs.count == 2 && epochs[0] < epochs[1] && pages.map(\.fixes.count) == [10, 5])
    #expect(pages.map(\.numbers) == [1...12, 13...17])
    #expect(
      pages[0].others.map(\.kind) == ["opened", "no_sky"] && pages[0].others[1].detail == "antenna_fault")
    #expect(pages[0].others[1].content == .gap(from: 1_795_158_513_000, to: 1_795_158_600_000))
    let store = try TrackStore(at: path)
    #expect(try store.epoch(after: 0)! == (epochs[1], 1) && store.epoch(after: epochs[0])! == (epochs[1], 13))
    #expect(try store.epoch(after: epochs[1]) == nil && store.installation().utf8.count == 32)
    #expect(try store.firstNumber(since: 1_795_159_000_000) == 13)
    #expect(try store.firstNumber(since: 1_795_159_004_001) == nil)
  }

  @Test func `name numbers that nothing is stored under`() throws {
    let script = try StoreScript(path, seed: 2, recording: 3000)
    let times = (StoreScript.begin + 500)...(StoreScript.begin + 2499)
    try script.forget(
      StoreQuery(
        from: TrackRow.instant(times.lowerBound * 1000), to: TrackRow.instant(times.upperBound * 1000)))
    let pages = try all(600)
    var numbers = NumberRanges()
    for page in pages { numbers.insert(page.numbers) }
    #expect(numbers.ranges.count == 1 && pages.flatMap(\.fixes).map(\.number) == script.fixes.map(\.number))
    let losses = pages.flatMap(\.others).filter { if case .dropped = $0.content { true } else { false } }
    #expect(!losses.isEmpty && pages.count <= 6, "\(pages.count)")
  }

  @Test func `end losses around others with the answer`() throws {
    let script = try StoreScript(path, seed: 2)
    try script.record(1500)
    do {
      let file = try SQLiteConnection(path, .writing)
      try file.run(
        """
        DELETE FROM fix WHERE seq <= 1000; DELETE FROM segment WHERE first <= 1000;
        INSERT INTO dropped VALUES (1, 1000, 1000, 0, 'max_size'), (500, 510, 11, 0, 'forgotten')
        """)
    }
    let page = try TrackStore(at: path).entries(1...600, limit: 600)
    #expect(page.numbers == 1...600 && page.others.map(\.lastNumber) == [600, 510])
  }
}
