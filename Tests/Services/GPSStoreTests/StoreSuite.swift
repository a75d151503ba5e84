import GPSBridge
import GPSSQLiteFiles
import GPSSystemCalls
import SimulatedGPS
import TestSupport

@testable import GPSStore

/// The seconds of a day.
let day = 86_400

/// Tests with a folder of their own, in which a store may be.
protocol StoreSuite { var folder: TestFolder { get } }

extension StoreSuite {
  /// The place of the store.
  var path: String { folder.file("track.db") }

  /// The fixes of the store, or of another one.
  func stored(_ query: StoreQuery = StoreQuery(), at path: String? = nil) throws -> [StoredFix] {
    var fixes: [StoredFix] = []
    try TrackStore(at: path ?? self.path).forEachFix(query) { fixes.append($0) }
    return fixes
  }

  /// A writer that leaves a disk so many of its free bytes.
  func writer(_ receiver: Receiver, leaving kept: Int, of free: Guarded<Int64>) throws -> StoreWriter {
    try StoreWriter(
      of: receiver, at: path, limits: StoreLimits(keepFree: kept), program: "test",
      freeBytes: { _ in free.withLock { $0 } })
  }

  /// The number that a question to the store's file answers with.
  func number(_ query: String) throws -> Int64? { try SQLiteConnection(path, .reading).number(query) }
}

/// Tests that begin with an empty folder.
class EmptyStoreSuite: StoreSuite {
  let folder: TestFolder
  let time = ManualTime(utcSeconds: 1_795_158_502)
  lazy var simulated = SimulatedReceiver(.drive, time: time)

  init() throws { folder = try TestFolder() }

  /// Stores some seconds of a receiver, to the end of its writer.
  @discardableResult func record(_ seconds: Int, of simulated: SimulatedReceiver? = nil) async throws
    -> StoreWriter
  {
    let simulated = simulated ?? SimulatedReceiver(.drive, time: time)
    let writer = try StoreWriter(simulated.receiver, at: path)
    await time.advance(by: .seconds(seconds))
    await writer.stop()
    return writer
  }
}
