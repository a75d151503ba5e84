import GNSS
import GPSSQLiteFiles
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSStore

@Suite final class `Importing a track`: EmptyStoreSuite {
  private let noon = UTC(secondsSince1970: 1_795_176_000)

  private func open() throws -> TrackImport { try TrackImport(into: path, program: "test", at: noon) }

  private func digest(_ text: String) -> FileDigest {
    var digest = FileDigest()
    digest.add(Array(text.utf8).span)
    return digest
  }

  private func fix(_ second: Int64, hasPosition: Bool = true) -> Fix {
    var fix = Fix()
    fix.time = UTC(secondsSince1970: noon.secondsSince1970 - 86_400 + second)
    fix.mode = hasPosition ? .threeDimensional : .none
    if hasPosition { fix.coordinate = Coordinate(latitude: 47, longitude: 9) }
    return fix
  }

  @Test func `has the checksum of xz, in any pieces`() {
    #expect(digest("123456789").checksum == 0x995D_C9BB_DF19_39FA)
    let text = String((0..<1000).map { Character(UnicodeScalar(UInt8(32 + $0 % 90))) })
    var pieces = FileDigest()
    for size in [0, 1, 7, 8, 9, 63, 912] {
      pieces.add(Array(text.utf8.dropFirst(Int(pieces.length)).prefix(size)).span)
    }
    #expect(pieces == digest(text) && pieces.length == 1000)
  }

  @Test func `counts what can't be compared with the store`() throws {
    let store = try open()
    store.begin(
      TrackImport.File(name: "a", device: "car", started: noon, digest: digest("a"), fillsHoles: true))
    for second in 0..<10 {
      var fix = fix(Int64(second))
      if second % 2 == 1 { fix.time = nil }
      store.take(fix, arrival: second == 9 ? nil : .seconds(second))
    }
    let counts = try store.finish()
    #expect(counts.fixes == 5 && counts.untimed == 4 && counts.undated == 1)
    try store.close()
  }

  @Test func `stores a file once, as a session of its device`() throws {
    let store = try open()
    #expect(try !store.has(digest("a")))
    store.begin(TrackImport.File(name: "a.nmea", device: "car", digest: digest("a")))
    for second in 0..<10_000 { store.take(fix(Int64(second))) }
    let counts = try store.finish()
    #expect(counts.fixes == 10_000 && counts.gaps == 0 && counts.first == fix(0).time)
    #expect(try store.has(digest("a")) && !store.has(digest("b")))
    try store.close()
    let reader = try TrackStore(at: path)
    let session = try #require(try reader.sessions().first)
    #expect(session.kind == "import" && session.device == "car" && session.ended == fix(9999).time)
    #expect(try reader.events().map(\.kind) == ["imported"])
    var times: [UTC] = []
    try reader.forEachFix { times.append($0.time) }
    #expect(times == (0..<10_000).compactMap { fix(Int64($0)).time })
  }

  @Test func `stores nothing of a file that is abandoned`() throws {
    do {
      let store = try open()
      store.begin(TrackImport.File(name: "a", device: "car", digest: digest("a")))
      for second in 0..<10_000 { store.take(fix(Int64(second))) }
      store.abandon()
    }
    #expect(try TrackStore(at: path).lastKnown() == nil && TrackStore(at: path).sessions().isEmpty)
    #expect(try !open().has(digest("a")))
  }

  @Test func `has gaps where epochs had no position, and where there were none`() throws {
    let store = try open()
    store.begin(TrackImport.File(name: "a", device: "car", digest: digest("a")))
    for second: Int64 in [0, 1, 2] { store.take(fix(second)) }
    for second: Int64 in 3..<30 { store.take(fix(second, hasPosition: false)) }
    // A step of 50 s without an epoch is the interval of a logger.
    for second: Int64 in [30, 80, 200] { store.take(fix(second)) }
    store.interrupt()
    store.take(fix(210))
    var undated = fix(0)
    undated.time = nil
    store.take(undated)
    let counts = try store.finish()
    #expect(counts.fixes == 7 && counts.gaps == 3 && counts.undated == 1)
    let gaps = try TrackStore(at: path).gaps()
    #expect(gaps.map(\.cause) == ["fix_lost", "silent", "silent"] && gaps.map(\.seconds) == [28, 120, 10])
  }

  @Test func `marks times in the future, and forged positions`() throws {
    let store = try open()
    store.begin(TrackImport.File(name: "a", device: "car", digest: digest("a")))
    store.take(fix(0), isSuspect: true)
    store.take(fix(3 * 86_400))
    _ = try store.finish()
    var marks: [(Bool, Bool)] = []
    try TrackStore(at: path).forEachFix { marks.append(($0.isSuspect, $0.hasWrongTime)) }
    #expect(marks.map(\.0) == [true, false] && marks.map(\.1) == [false, true])
  }
}
