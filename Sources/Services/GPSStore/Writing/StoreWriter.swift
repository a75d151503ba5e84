public import GPSBridge
internal import GPSFormats
internal import GPSSystemCalls
internal import GPSTrackRows

/// Stores the reports of a receiver until it is stopped or released.
///
/// ```swift
/// let writer = try StoreWriter(receiver, at: "track.db")
/// try await writer.settled()         // all reports until now outlive a power cut
/// await writer.stop()
/// ```
///
/// The receiver never waits for the disk. A power cut loses at most the reports of the last second. If the disk
/// is full or fails, up to 3,600 entries stay in memory, an hour at one per second, and the writer retries every
/// ten seconds: see ``fault`` and ``counts``. A damaged store is set aside: see ``setAside``.
public final class StoreWriter: Sendable {
  /// The number of fixes by outcome.
  public struct Counts: Sendable, Hashable {
    /// Fixes with a position that the receiver has reported.
    public internal(set) var made = 0
    /// Fixes in the store that survive a power cut.
    public internal(set) var kept = 0
    /// Fixes lost because the disk was full or failed for too long.
    public internal(set) var dropped = 0
    /// Fixes that wait for the disk.
    public internal(set) var waiting = 0
  }

  struct State: Sendable {
    var epoch: Int64 = 0
    var counts = Counts()
    var (fault, careFault): (StoreError?, StoreError?)
    var settled: Int64 = 0
    var setAside: String?
    var damaged = 0
    var moves = 0
    var isOver = false
  }

  private let engine: StoreEngine
  /// Empty if the program passes the reports itself.
  private let listenings: [ReceiverListening]
  /// Distinguishes this opening of the store from all others; 0 while the store can't be opened.
  ///
  /// A store that is set aside later has a successor with a later epoch.
  public var epoch: Int64 { engine.state.epoch }

  /// Opens or creates a store, and starts storing a receiver's reports.
  ///
  /// - Parameters:
  ///   - receiver: The receiver; its device is kept open.
  ///   - path: The path of the store, such as `track.db`. Its folder must exist.
  ///   - limits: The limits on the store's disk space, and on the loss in a power cut.
  ///   - program: The name of the program, for the store's list of sessions.
  /// - Throws: A ``StoreError`` if no store can be opened; it names another writer if there is one.
  public convenience init(
    _ receiver: Receiver, at path: String, limits: StoreLimits = StoreLimits(), program: String = "GPSStore"
  ) throws(StoreError) {
    try self.init(of: receiver, at: path, limits: limits, program: program, listens: true)
  }

  /// The same for a program with several receivers, with a start that does not depend on the store, or with its own reports.
  ///
  /// With several receivers, a power cut loses at most the reports of the last ten seconds.
  ///
  /// - Parameters:
  ///   - receiver: The receiver.
  ///   - others: The other receivers, which have the same clock.
  ///   - path: The path of the store.
  ///   - limits: The limits on the store's disk space.
  ///   - program: The name of the program.
  ///   - listens: Whether it listens to the receivers; otherwise the program calls ``take(_:)`` for its only receiver.
  ///   - startsAnyway: Whether a temporary fault, such as a full disk or another writer, sets ``fault`` instead of
  ///     throwing, and positions wait in memory.
  ///   - freeBytes: Returns the number of free bytes on the disk of a path.
  /// - Throws: A ``StoreError``.
  package init(
    of receiver: Receiver, and others: [Receiver] = [], at path: String, limits: StoreLimits = StoreLimits(),
    program: String, listens: Bool = false, startsAnyway: Bool = false,
    freeBytes: @escaping @Sendable (String) -> Int64? = Kernel.freeBytes(at:)
  ) throws(StoreError) {
    let receivers = [receiver] + others
    let now = TrackRow.milliseconds(LiveMoment(receiver.time).time)
    let opened: Result<(file: StoreFile, aside: String?), StoreError>
    do throws(StoreError) {
      opened = .success(try StoreFile.openAnyway(path, program: program, at: now))
    } catch {
      guard startsAnyway, error.mayEnd else { throw error }
      opened = .failure(error)
    }
    let engine = StoreEngine(
      path, opened, program: program, places: receivers.map(\.place), limits: limits, time: receiver.time,
      verdicts: receivers.map { receiver in { [weak receiver] in receiver?.verdict.code.rawValue } },
      freeBytes: freeBytes)
    engine.later { $0.wake() }
    self.engine = engine
    listenings =
      listens
      ? receivers.enumerated().map { place, receiver in receiver.onReport { engine.take($0, of: place) } }
      : []
  }

  deinit {
    for listening in listenings { listening.cancel() }
    engine.later(keepsAlive: true) { $0.finish() }
  }

  /// Accepts a report on the receiver's loop; never waits.
  package func take(_ report: Report) { engine.take(report) }

  /// The number of fixes until now, by outcome; the last second may be missing.
  public var counts: Counts { engine.state.counts }

  /// Why the store can't currently be written; nil if it can.
  public var fault: StoreError? { engine.state.fault }

  /// Why old positions can't currently be packed or removed; nil if they can.
  ///
  /// New positions are still written.
  public var careFault: StoreError? { engine.state.careFault }

  /// The new name of a damaged store that was replaced; nil if the store was intact.
  ///
  /// ``StoreCare/repair(_:into:program:)`` adds its readable entries.
  public var setAside: String? { engine.state.setAside }

  /// The number of earlier positions that have become unreadable; the store is checked while it is written.
  public var damagedCount: Int { engine.state.damaged }

  /// How often the store was moved or removed during writing; each time a new one replaced it.
  package var moves: Int { engine.state.moves }

  /// The number of the last entry that survives a power cut, unique together with ``epoch``; 0 before the first.
  public var lastSettled: Int64 { engine.state.settled }

  /// Returns when all reports until now survive a power cut.
  ///
  /// - Throws: A ``StoreError`` if the disk is full or fails.
  public func settled() async throws(StoreError) { try await engine.settle() }

  /// Writes all pending entries and closes the store, so that another program can write it.
  public func stop() async {
    for listening in listenings { listening.cancel() }
    await engine.finish()
  }

  /// Starts to stop; the store's thread then sets ``isStopped`` and calls the closure.
  package func stop(then tell: @escaping @Sendable () -> Void) {
    for listening in listenings { listening.cancel() }
    engine.later(keepsAlive: true) { engine in
      engine.finish()
      tell()
    }
  }

  /// Whether the store is closed.
  package var isStopped: Bool { engine.state.isOver }
}
