import GNSS
import GPSSQLiteFiles
import GPSSystemCalls
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSStore

private let day = 86_400

@Suite struct `What is forgotten`: StoreSuite {
  let folder: TestFolder
  private let script: StoreScript
  /// A place that nothing else has the digits of: 0x1ADB0CF5 and 0x3ADE68B1 ten-millionths of a degree.
  private let marked: Coordinate
  private let digits: [[UInt8]] = [[0x1A, 0xDB, 0x0C, 0xF5], [0x3A, 0xDE, 0x68, 0xB1]]

  init() throws {
    folder = try TestFolder()
    marked = try #require(Coordinate(latitude: 45.0563317, longitude: 98.7654321))
    script = try StoreScript(folder.file("track.db"), seed: 7)
  }

  /// A drive, a stay at the marked place, and a drive.
  private func makeTrack() throws -> StoreQuery {
    script.drive(700)
    try script.write()
    let from = script.now
    for _ in 0..<4 {
      script.drive(150, at: marked)
      try script.write()
    }
    let to = script.now - 1000
    script.drive(700)
    script.wait(60)
    script.drive(10)
    try script.write()
    return StoreQuery(from: TrackRow.instant(from), to: TrackRow.instant(to))
  }

  /// How often some bytes are in the files of the folder.
  private func copies(of bytes: [UInt8]) -> Int {
    Kernel.names(in: folder.path).reduce(0) {
      $0 + places(of: bytes, in: Kernel.contents(of: folder.file($1), limit: 1 << 24) ?? [])
    }
  }

  private func holds(_ content: [UInt8], _ bytes: [UInt8]) -> Bool { places(of: bytes, in: content) > 0 }

  private func places(of bytes: [UInt8], in content: [UInt8]) -> Int {
    guard content.count >= bytes.count else { return 0 }
    var count = 0
    for start in 0...(content.count - bytes.count) where content[start] == bytes[0] {
      if content[start..<(start + bytes.count)].elementsEqual(bytes) { count += 1 }
    }
    return count
  }

  private func blobs() throws -> [[UInt8]] {
    let query = try SQLiteConnection(script.path, .reading).prepare("SELECT data FROM pack ORDER BY first")
    var blobs: [[UInt8]] = []
    while try query.next() { blobs.append(query.bytes(0)) }
    return blobs
  }

  @Test func `leaves no byte of a place in the folder, and all else as it was`() throws {
    let query = try makeTrack()
    #expect(digits.allSatisfy { copies(of: $0) > 500 })
    let gone = try script.forget(query)
    #expect(gone.fixes == 600 && digits.map { copies(of: $0) } == [0, 0])
    #expect(try stored() == script.fixes && script.fixes.count == 1410)
    #expect(StoreCheck(at: script.path).complaints == [])
    let noted = try SQLiteConnection(script.path, .reading).number(
      "SELECT sum(count) FROM dropped WHERE cause = 'forgotten'")
    #expect(noted == 600)
  }

  @Test func `leaves no byte of a place in packed fixes either`() throws {
    let query = try makeTrack()
    script.wait(9 * day)
    #expect(try script.seal() > 1)
    let before = try blobs()
    #expect(digits.allSatisfy { copies(of: $0) > 0 }, "the boxes of segments have it")
    let gone = try script.forget(query)
    #expect(gone.fixes == 600 && digits.map { copies(of: $0) } == [0, 0])
    #expect(try stored() == script.fixes && script.fixes.count == 1410)
    #expect(StoreCheck(at: script.path).complaints == [])
    let kept = try blobs()
    let cut = before.filter { !kept.contains($0) }
    #expect(cut.count >= 1)
    // What the fixes that stay have in common with the ones that go may be there.
    let gonePieces = cut.flatMap { blob in
      stride(from: 0, to: blob.count - 24, by: 8).map { Array(blob[$0..<($0 + 24)]) }
    }.filter { piece in !kept.contains { holds($0, piece) } }
    #expect(gonePieces.count > 50 && gonePieces.allSatisfy { copies(of: $0) == 0 })
  }

  @Test func `is an area alone, if one is given`() throws {
    let query = try makeTrack()
    let all = StoreQuery(box: StoreQuery.Box(around: marked, within: 50))
    let before = try SQLiteConnection(script.path, .reading).number("SELECT count(*) FROM event")
    let gone = try script.forget(all)
    #expect(gone.fixes == 600 && gone.events + gone.gaps == 0 && digits.map { copies(of: $0) } == [0, 0])
    #expect(try SQLiteConnection(script.path, .reading).number("SELECT count(*) FROM event") == before)
    #expect(try script.forget(query).fixes == 0, "nothing is left there")
  }

  @Test func `is the events of its time too, and gaps end where it begins`() throws {
    script.drive(100)
    let from = script.now + 30_000
    script.wait(60)
    script.drive(100)
    script.ahead = 3600
    script.drive(5)
    script.ahead = 0
    script.drive(5)
    try script.write()
    let file = try SQLiteConnection(script.path, .reading)
    #expect(try file.number("SELECT count(*) FROM event WHERE kind = 'clock_stepped'") == 2)
    let gone = try script.forget(StoreQuery(from: TrackRow.instant(from), to: TrackRow.instant(script.now)))
    #expect(gone.fixes == 110 && gone.events == 1, "the other event has a time of the wrong clock")
    #expect(try file.number("SELECT t1 FROM gap") == from - 1 && gone.gaps == 0)
    #expect(try stored() == script.fixes)
  }

  @Test func `is gone for a program that only knows the path, and copies are named`() throws {
    let query = try makeTrack()
    try script.close()
    let copy = script.path + ".damaged-0"
    try StoreCare.backUp(script.path, to: copy)
    #expect(try StoreCare.count(query, at: script.path) == 600)
    let gone = try StoreCare.forget(query, at: script.path, program: "test")
    #expect(gone.fixes == 600 && gone.copies == [copy])
    try Kernel.removeFile(Array(copy.utf8))
    #expect(digits.map { copies(of: $0) } == [0, 0])
    #expect(try StoreCare.count(query, at: script.path) == 0)
    #expect(StoreCheck(at: script.path).fixes == 1410)
  }

  @Test func `is not gone while a program writes the store, and no store is made by a wrong path`() throws {
    let query = try makeTrack()
    let error = #expect(throws: StoreError.self) { try StoreCare.forget(query, at: script.path) }
    #expect(error?.code == .busy && error?.remedy != nil)
    let wrong = #expect(throws: StoreError.self) {
      try StoreCare.forget(query, at: folder.file("other.db"))
    }
    #expect(wrong?.code == .notFound && !Kernel.exists(folder.file("other.db")))
  }
}
