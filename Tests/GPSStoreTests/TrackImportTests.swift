import GNSS
import GPSSQLiteFiles
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSStore

@Suite struct `Importing a track` {
  private let folder: TestFolder
  private let path: String
  private let noon = UTC(secondsSince1970: 1_795_176_000)

  init() throws {
    folder = try TestFolder()
    path = folder.file("track.db")
  }

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

@Suite struct `A GPX file` {
  private func read(_ text: String, pieces: Int = .max) -> (fixes: [Fix], ends: Int, reader: GPXReader) {
    var (reader, fixes, ends) = (GPXReader(), [Fix](), 0)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      reader.read(Array(rest.prefix(pieces)).span) {
        switch $0 {
        case .point(let fix): fixes.append(fix)
        case .segmentEnd: ends += 1
        }
      }
      rest = rest.dropFirst(pieces)
    }
    return (fixes, ends, reader)
  }

  private let tour = """
    <?xml version="1.0"?><!-- a > b --><gpx version='1.1' creator="x > y">
    <metadata><time>2020-01-01T00:00:00Z</time></metadata><wpt lat="1" lon="1"/>
    <trk><trkseg><trkpt lat="47.5" lon = '9.25'><ele> 404.5 </ele><time>2026-11-20T07:08:02.25Z</time>
    <sat>9</sat><hdop>0.8</hdop><fix>dgps</fix><extensions><a:TPX><a:speed>3.5</a:speed></a:TPX></extensions></trkpt>
    <trkpt lon="-9" lat="-47"><time>2026-11-20T09:08:03+02:00</time></trkpt></trkseg>
    <trkseg><trkpt lat="91" lon="0"/><trkpt lat="1" lon="2"/></trkseg></trk></gpx>
    """

  @Test(arguments: [1, 2, 3, 17, Int.max]) func `gives its points, however it is cut`(pieces: Int) throws {
    let (fixes, ends, reader) = read(tour, pieces: pieces)
    #expect(fixes.count == 3 && ends == 2 && reader.isGPX && reader.bad == 1)
    #expect(reader.isWhole && reader.firstBadLine == 6)
    #expect(fixes[0].coordinate == Coordinate(latitude: 47.5, longitude: 9.25) && fixes[0].altitude == 404.5)
    #expect(fixes[0].time == UTC(secondsSince1970: 1_795_158_482, nanosecond: 250_000_000))
    #expect(fixes[0].speed == 3.5 && fixes[0].satellitesUsed == 9 && fixes[0].quality == .differential)
    #expect(fixes[1].time == UTC(secondsSince1970: 1_795_158_483) && fixes[1].altitude == nil)
    #expect(fixes[1].coordinate == Coordinate(latitude: -47, longitude: -9) && fixes[2].time == nil)
  }

  @Test(arguments: [
    "2026-11-20", "2026-13-20T07:08:02Z", "2026-11-20T25:08:02Z", "2026-11-20T07:08:02+2", "T",
  ])
  func `leaves out a point whose time can't be read`(time: String) {
    let (fixes, _, reader) = read(
      "<gpx><trkpt lat='1' lon='1'><time>\(time)</time></trkpt><trkpt lat='1' lon='1'/></gpx>")
    #expect(fixes.count == 1 && reader.bad == 1)
  }

  @Test func `is not whole before its last tag`() {
    #expect(!read(String(tour.dropLast(1))).2.isWhole && !read("<gpx><trk>").2.isWhole)
  }

  @Test func `is not any other text`() {
    #expect(GPXReader.mayBegin(with: Array("\u{FEFF} <gpx>".utf8)) && !GPXReader.mayBegin(with: [0x24]))
    let (fixes, _, reader) = read("<kml><trkpt lat='1' lon='1'/></kml>")
    #expect(fixes.isEmpty && !reader.isGPX)
    // Neither ends, and neither takes memory.
    #expect(read("<gpx " + String(repeating: "x", count: 100_000)).fixes.isEmpty)
    #expect(read("<gpx><!--" + String(repeating: "-", count: 100_000)).fixes.isEmpty)
  }
}
