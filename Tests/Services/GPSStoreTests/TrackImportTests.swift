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

  @Test func `marks forged positions, and leaves out times before GPS and in the future`() throws {
    let store = try open()
    store.begin(TrackImport.File(name: "a", device: "car", digest: digest("a")))
    store.take(fix(0), isSuspect: true)
    for days: Int64 in [3, 10_000, -18_000] { store.take(fix(days * 86_400)) }
    store.take(fix(1))
    let counts = try store.finish()
    #expect(counts.fixes == 2 && counts.impossible == 3)
    var marks: [Bool] = []
    try TrackStore(at: path).forEachFix { marks.append($0.isSuspect) }
    #expect(marks == [true, false])
  }
}

@Suite struct `Imports of the same times` {
  private let folder: TestFolder
  private var path: String { folder.file("track.db") }
  private static let begin: Int64 = 1_795_158_000

  init() throws { folder = try TestFolder() }

  /// Imports seconds of a track as a file; from `stay` on, it rests.
  @discardableResult private func add(
    _ seconds: some Sequence<Int>, _ name: String, to path: String, east: Double = 0, stay: Int = .max
  ) throws -> TrackImport.Counts {
    let now = UTC(secondsSince1970: Self.begin + 86_400)
    let store = try TrackImport(into: path, program: "test", at: now)
    var digest = FileDigest()
    digest.add(Array(name.utf8).span)
    store.begin(TrackImport.File(name: name, device: "car", digest: digest))
    for second in seconds { store.take(Self.fix(second, east, stay)) }
    let counts = try store.finish()
    try store.close()
    return counts
  }

  /// 8 m/s for ten minutes, and seven minutes of rest.
  private static func fix(_ second: Int, _ east: Double, _ stay: Int = .max) -> Fix {
    let (round, rest) = min(second, stay).quotientAndRemainder(dividingBy: 1020)
    var fix = Fix()
    (fix.mode, fix.time) = (.threeDimensional, UTC(secondsSince1970: begin + Int64(second)))
    let meters = Double(round * 600 + min(rest, 600)) * 8
    fix.coordinate = Coordinate(latitude: 47 + meters / 111_180, longitude: 9 + east)
    fix.speed = rest < 600 ? 8 : 0
    fix.errors = ErrorEstimate(horizontal: 3, vertical: 4, source: .receiver)
    return fix
  }

  private struct Found {
    var trips: [[Int64]]
    var stops: [[Int64]]
    /// Meters, and seconds.
    var (way, known): (Double, Double)

    init(_ path: String) throws {
      let (store, zero) = (try TrackStore(at: path), UTC(secondsSince1970: begin))
      func milliseconds(_ time: UTC) -> Int64 { Int64((time.seconds(since: zero) * 1000).rounded()) }
      trips = try store.trips().map {
        [
          milliseconds($0.times.lowerBound), milliseconds($0.times.upperBound),
          Int64(($0.meters * 100).rounded()), Int64(($0.straightMeters * 100).rounded()),
          Int64($0.moving / .milliseconds(1)),
        ]
      }.sorted { $0[0] < $1[0] }
      stops = try store.stops().map {
        [milliseconds($0.times.lowerBound), milliseconds($0.times.upperBound)]
      }.sorted { $0[0] < $1[0] }
      way = try store.odometer()
      let day = try store.summary(of: zero...UTC(secondsSince1970: begin + 86_400))
      #expect(abs(day.distance - way) < 0.2, "the day has what all have")
      known = day.known
    }

    func isSame(_ other: Found) -> Bool {
      trips == other.trips && stops == other.stops && abs(way - other.way) < 0.2
    }
  }

  /// Seconds without some gaps of 61 s to 400 s.
  private static func session(_ random: inout SeededGenerator) -> [Int] {
    let first = Int.random(in: 0..<6000, using: &random)
    var seconds = Set(first..<(first + .random(in: 1...2500, using: &random)))
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let gap = first + Int.random(in: 0..<2500, using: &random)
      seconds.subtract(gap..<(gap + .random(in: 61...400, using: &random)))
    }
    return seconds.sorted()
  }

  @Test func `have each time once, also in a file that is not in the order of time`() throws {
    #expect(try add((0...1200).reversed(), "a", to: path).known == 0)
    var random = SeededGenerator()
    let counts = try add(Array(600...1800).shuffled(using: &random) + [1800, 1800], "b", to: path)
    #expect(counts.fixes == 600 && counts.known == 603)
    let store = try TrackStore(at: path)
    var seconds: [Int64] = []
    try store.visitFixes(StoreQuery(device: "car")) { fix in
      seconds.append(fix.milliseconds / 1000 - Self.begin)
      return true
    }
    #expect(seconds == Array(0...1800))
    let found = try Found(path)
    #expect(abs(found.way - 9600) < 60 && found.known == 1800 && found.trips.count == 2)
    #expect(try store.gaps().isEmpty && StoreCheck(at: path).complaints.isEmpty)
  }

  @Test func `have one way, however their tracks are packed in files`() throws {
    // Each begins with a round.
    let tracks = [0...500, 40_800...41_300, 81_600...82_100]
    let (one, three) = (folder.file("one.db"), folder.file("three.db"))
    try add(tracks.flatMap(Array.init), "all", to: one)
    for track in tracks.reversed() { try add(track, "\(track)", to: three) }
    let (whole, parts) = (try Found(one), try Found(three))
    #expect(whole.isSame(parts) && abs(whole.way - 12_000) < 60, "\(whole.way) \(parts.way)")
  }

  @Test func `go before a live session and after it, and into its gap`() throws {
    do {
      var track = try StoredTrack(at: path, "car")
      for second in 100..<500 where !(200..<400).contains(second) {
        if second == 400 { track.addGap((Self.begin + 199) * 1000, (Self.begin + 400) * 1000, "searching") }
        let place = try #require(Self.fix(second, 0).coordinate)
        track.add((Self.begin + Int64(second)) * 1000, place.latitude, place.longitude, speed: 8, accuracy: 3)
      }
      try track.write()
    }
    #expect(try add(0..<600, "walk", to: path).fixes == 400)
    let found = try Found(path)
    #expect(abs(found.way - 4800) < 30 && found.trips.count == 1, "\(found.way) \(found.trips)")
    #expect(found.known == 599)
  }

  @Test func `have a whole stop, also where its end alone is asked for`() throws {
    try add(0...9000, "a", to: path, stay: 700)
    let store = try TrackStore(at: path)
    let end = UTC(secondsSince1970: Self.begin + 8990)
    let (all, found) = (try store.stops(), try store.stops(in: end...end))
    #expect(all.count == 1 && found.count == 1 && found.first?.times == all.first?.times)
  }

  @Test(arguments: [(100, 200, 800), (560, 640, 320), (700, 900, 0), (0, 1020, 4800)])
  func `give a part of a segment the way in it`(from: Int, to: Int, meters: Double) throws {
    try add(0...1020, "a", to: path)
    let (begin, end) = (Self.begin + Int64(from), Self.begin + Int64(to))
    let day = UTC(secondsSince1970: begin)...UTC(secondsSince1970: end)
    let way = try TrackStore(at: path).summary(of: day).distance
    #expect(abs(way - meters) <= max(20, meters / 100), "\(way)")
  }

  @Test(arguments: 1...25) func `give what one import of all of them gives, in any order`(seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    var sessions: [[Int]] = []
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      let session = Self.session(&random)
      if !session.isEmpty { sessions.append(session) }
    }
    let whole = folder.file("whole.db")
    try add(Set(sessions.joined()).sorted(), "all", to: whole)
    let expected = try Found(whole)
    let all = Set(sessions.joined()).sorted()
    func known(_ longest: Int) -> Double {
      Double(zip(all, all.dropFirst()).map { $1 - $0 }.filter { $0 <= longest }.reduce(0, +))
    }
    #expect(expected.known == known(60))
    for round in 0..<3 {
      let path = folder.file("\(round).db")
      let order = sessions.indices.shuffled(using: &random)
      for place in order { try add(sessions[place], "\(place)", to: path) }
      let found = try Found(path)
      #expect(found.isSame(expected), "seed \(seed), order \(order): \(found), not \(expected)")
      // A file's gap stays one where another file leaves less of it than the longest step.
      #expect((known(5)...known(60)).contains(found.known), "seed \(seed), order \(order): \(found.known)")
      // A trip has its own fixes, and each time once.
      let store = try TrackStore(at: path)
      for trip in try store.trips() {
        var times: [UTC] = []
        let query = StoreQuery(device: "car", from: trip.times.lowerBound, to: trip.times.upperBound)
        var its = query
        its.numbers = trip.numbers
        try store.visitFixes(its) {
          times.append($0.time)
          return true
        }
        var all: Set<UTC> = []
        try store.forEachFix(query) { all.insert($0.time) }
        #expect(times == all.sorted(), "seed \(seed), order \(order)")
      }
    }
  }

  @Test func `add nothing where all times are known, and no gaps`() throws {
    let seconds = Array(0..<400) + Array(500..<1000)
    try add(seconds, "walk", to: path)
    let (before, gaps) = (try Found(path), try TrackStore(at: path).gaps())
    #expect(gaps.map(\.seconds) == [101])
    // The same way in few points, then another one.
    try #expect(add(seconds.filter { $0 % 90 == 0 }, "sparse", to: path).fixes == 0)
    try #expect(add(500..<900, "other", to: path, east: 1).fixes == 0)
    #expect(try Found(path).isSame(before) && TrackStore(at: path).gaps() == gaps)
  }
}
