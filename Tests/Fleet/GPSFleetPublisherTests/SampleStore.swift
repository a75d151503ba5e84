import GNSS
import GPSFleetProtocol
import GPSSystemCalls
import GPSTrackRows
import Glibc
import TestSupport

@testable import GPSFleetPublisher
@testable import GPSStore

/// A store in a folder of its own, which a test writes.
final class SampleStore {
  let path: String
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    path = folder.file("track.db")
  }

  deinit {
    for name in Kernel.names(in: folder.file("sinks")) {
      try? Kernel.removeFile(Array(folder.file("sinks/\(name)").utf8))
    }
    _ = unsafe rmdir(folder.file("sinks"))
  }

  /// Writes a session of an event, fixes with an interval in milliseconds, and a gap; the fixes may swerve.
  func write(_ count: Int, every interval: Int64 = 1000, swerves: Bool = false) throws {
    let file = try StoreFile(path, program: "test", at: 1_795_158_502_000)
    let session = StoreSession(number: 0, key: "usb-1", name: "R", kind: "live", began: 1_795_158_502_000)
    var (next, entries): (Int64, [StoreEntry]) = (file.next, [])
    func add(_ content: StoreEntry.Content) {
      entries.append(StoreEntry(number: next, session: 0, monotonic: 0, content: content))
      next += 1
    }
    add(.event(at: 1_795_158_502_000, kind: "opened", detail: "/dev/ttyACM0"))
    var segments: [StoreSegment] = []
    for second in 0..<count {
      var fix = Fix()
      (fix.mode, fix.quality) = (.threeDimensional, .autonomous)
      let swerve = swerves ? Double(second * 7919 % 11) * 1e-4 : 0
      fix.coordinate = Coordinate(latitude: 47.5 + Double(second) * 1e-5, longitude: 9.4 + swerve)
      let milliseconds = 1_795_158_503_000 + interval * Int64(second)
      fix.time = TrackRow.instant(milliseconds)
      let row = TrackRow(fix, signal: nil, received: TrackRow.instant(milliseconds))
      if segments.isEmpty || !segments[segments.count - 1].add(next, 0, row),
        let segment = StoreSegment(next, 0, row)
      {
        segments.append(segment)
      }
      add(.fix(row))
    }
    add(.gap(from: 1_795_158_503_000, to: 1_795_158_603_000, cause: "no_sky", verdict: nil))
    try file.write(entries, [session], segments)
  }
}

extension PostSettings.Receiver {
  /// A program that reads OwnTracks' JSON, and has these names of a device.
  static func ownTracks(_ tenant: String, _ name: String) throws -> Self {
    .ownTracks(
      FleetDevice(tenant: try FleetName(tenant, of: .tenant), name: try FleetName(name, of: .device)))
  }
}
