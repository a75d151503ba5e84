import GNSS
import TestSupport
import Testing

@testable import GPSStore

@Suite struct `Imports of the same times` {
  private let folder: TestFolder
  private static let begin: Int64 = 1_795_158_000

  init() throws { folder = try TestFolder() }

  /// Imports seconds of a track as a file.
  private func add(_ seconds: some Sequence<Int>, _ name: String, to path: String, east: Double = 0) throws {
    let now = UTC(secondsSince1970: Self.begin + 86_400)
    let store = try TrackImport(into: path, program: "test", at: now)
    var digest = FileDigest()
    digest.add(Array(name.utf8).span)
    store.begin(TrackImport.File(name: name, device: "car", digest: digest))
    for second in seconds { store.take(Self.fix(second, east)) }
    _ = try store.finish()
    try store.close()
  }

  /// 8 m/s for ten minutes, and seven minutes of rest.
  private static func fix(_ second: Int, _ east: Double) -> Fix {
    let (round, rest) = second.quotientAndRemainder(dividingBy: 1020)
    var fix = Fix()
    (fix.mode, fix.time) = (.threeDimensional, UTC(secondsSince1970: begin + Int64(second)))
    let meters = Double(round * 600 + min(rest, 600)) * 8
    fix.coordinate = Coordinate(latitude: 47 + meters / 111_180, longitude: 9 + east)
    fix.speed = rest < 600 ? 8 : 0
    fix.errors = ErrorEstimate(horizontal: 3, vertical: 4, source: .receiver)
    return fix
  }

  private struct Found: Equatable {
    var trips: [[Int64]]
    var stops: [[Int64]]
    var way: Int64

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
      way = Int64((try store.odometer() * 10).rounded())
      let day = try store.summary(of: zero...UTC(secondsSince1970: begin + 86_400))
      #expect(abs(day.way * 10 - Double(way)) < 2, "the day has what all have")
      #expect(try store.motionFault() == nil)
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

  @Test func `are one track where that is wanted, and all fixes otherwise`() throws {
    let path = folder.file("track.db")
    try add(0...1200, "a", to: path)
    try add(600...1800, "b", to: path)
    let store = try TrackStore(at: path)
    var query = StoreQuery(device: "car")
    for (isOneTrack, count) in [(false, 2402), (true, 1801)] {
      query.isOneTrack = isOneTrack
      var seconds: [Int64] = []
      try store.visitFixes(query) { fix in
        seconds.append(fix.milliseconds / 1000)
        return true
      }
      #expect(seconds.count == count && Set(seconds).count == 1801)
    }
  }

  @Test(arguments: [(100, 200, 800), (560, 640, 320), (700, 900, 0), (0, 1020, 4800)])
  func `give a part of a segment the way in it`(from: Int, to: Int, meters: Double) throws {
    let path = folder.file("track.db")
    try add(0...1020, "a", to: path)
    let (begin, end) = (Self.begin + Int64(from), Self.begin + Int64(to))
    let day = UTC(secondsSince1970: begin)...UTC(secondsSince1970: end)
    let way = try TrackStore(at: path).summary(of: day).way
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
    // Sessions whose times overlap are one track.
    var (tracks, end) = ([Set<Int>](), Int.min)
    for session in sessions.sorted(by: { $0[0] < $1[0] }) {
      if session[0] > end { tracks.append([]) }
      tracks[tracks.count - 1].formUnion(session)
      end = max(end, session[session.count - 1])
    }
    let whole = folder.file("whole.db")
    for (place, track) in tracks.enumerated() { try add(track.sorted(), "\(place)", to: whole) }
    let expected = try Found(whole)
    for round in 0..<3 {
      let path = folder.file("\(round).db")
      let order = sessions.indices.shuffled(using: &random)
      for place in order { try add(sessions[place], "\(place)", to: path) }
      let found = try Found(path)
      #expect(found == expected, "seed \(seed), order \(order)")
      try TrackStore.rebuildTrips(at: path)
      #expect(try Found(path) == found, "seed \(seed), order \(order), made again")
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

  @Test func `leave earlier trips as they are, and add no gaps`() throws {
    let path = folder.file("track.db")
    try add(0..<1000, "walk", to: path)
    let before = try (Found(path), TrackStore(at: path).trips(), TrackStore(at: path).stops())
    #expect(before.1.count == 1 && before.2.count == 1)
    // The same way in few points, then another one.
    try add(stride(from: 0, to: 1000, by: 90), "sparse", to: path)
    try add(50..<900, "other", to: path, east: 1)
    #expect(try Found(path) == before.0 && TrackStore(at: path).trips() == before.1)
    #expect(try TrackStore(at: path).stops() == before.2 && TrackStore(at: path).gaps().isEmpty)
    try TrackStore.rebuildTrips(at: path)
    #expect(try Found(path) == before.0 && TrackStore(at: path).trips() == before.1)
  }

  @Test func `have no gap that another one fills, and the same gap once`() throws {
    let path = folder.file("track.db")
    try add(stride(from: 0, to: 1000, by: 90), "sparse", to: path)
    #expect(try TrackStore(at: path).gaps().count == 11)
    let seconds = Array(0..<400) + Array(500..<1000)
    try add(seconds, "walk", to: path)
    #expect(try TrackStore(at: path).gaps().map(\.seconds).reduce(0, +) == 101)
    try add(seconds.filter { !(300..<400).contains($0) }, "again", to: path)
    #expect(try TrackStore(at: path).gaps().map(\.seconds).reduce(0, +) == 101)
  }
}
