import GNSS
import GPSSQLiteFiles
import TestSupport
import Testing

@testable import GPSStore

@Suite struct `Motion beside imports` {
  private let folder: TestFolder
  private let path: String
  private let begin: Int64 = 1_795_158_000_000

  init() throws {
    folder = try TestFolder()
    path = folder.file("track.db")
  }

  private func number(_ query: String) throws -> Int64? { try SQLiteConnection(path, .reading).number(query) }

  /// Stores a drive to the north in a session of its own, 10 m each second, from a second and a place on.
  private func drive(
    _ kind: String, _ seconds: Range<Int64>, from latitude: Double = 47, _ device: String = "car",
    offset: Int64 = 0
  ) throws {
    var track = try StoredTrack(at: path)
    track.begin(device, kind: kind)
    for second in seconds {
      track.add(
        begin + second * 1000 + offset, latitude + Double(second - seconds.lowerBound) / 11_118, 9, speed: 10,
        accuracy: 3)
    }
    try track.write()
  }

  @Test func `have no way between an import and what is live`() throws {
    try drive("live", 0..<200)
    try drive("import", -900_000 ..< -899_600, from: 10)
    try drive("live", 300..<500, from: 47.02)
    let store = try TrackStore(at: path)
    let way = try store.odometer()
    #expect(abs(way - 8000) < 100, "no way to the other track, and none back")
    let trips = try store.trips()
    #expect(trips.count == 3 && trips.allSatisfy { $0.meters < 4100 && $0.straightMeters < 10 })
    #expect(try store.motionFault() == nil)
    try TrackStore.rebuildTrips(at: path)
    #expect(try TrackStore(at: path).odometer() == way && TrackStore(at: path).trips() == trips)
  }
}
