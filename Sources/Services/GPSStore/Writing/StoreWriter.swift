public import GPSBridge
internal import GPSFormats
internal import GPSSystemCalls
internal import GPSTrackRows

/// Keeps what a receiver reports in a store, until it is stopped or released.
///
/// ```swift
/// let writer = try StoreWriter(receiver, at: "track.db")
/// try await writer.settled()         // all reports until now outlive a power cut
/// await writer.stop()
/// ```
///
/// The receiver never waits for the disk. A power cut takes what was reported in the last second at most. If the
/// disk is full or fails, up to 3,600 entries stay in memory, an hour of one a second, and the writer tries
/// again every ten seconds: see ``fault`` and ``counts``. A damaged store is set aside: see ``setAside``.
public final class StoreWriter: Sendable {
  /// How many fixes there were, and what became of them.
  public struct Counts: Sendable, Hashable {
    /// The fixes with a position that the receiver has reported.
    public internal(set) var made = 0
    /// The fixes that are in the store, and outlive a power cut.
    public internal(set) var kept = 0
    /// The fixes that are lost, since the disk was full or failed for too long.
    public internal(set) var dropped = 0
    /// The fixes that wait for the disk.
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
  /// Empty if the program passes the reports.
  private let listenings: [ReceiverListening]
  /// Distinguishes this opening of the store from all others; 0 while it can't be opened.
  ///
  /// A store that is set aside later has a successor with a later epoch.
  public var epoch: Int64 { engine.state.epoch }

  /// Opens a store, or makes a new one, and begins to keep what a receiver reports.
  ///
  /// - Parameters:
  ///   - receiver: The receiver; its device is kept open.
  ///   - path: The path of the store, such as `track.db`. Its folder must exist.
  ///   - limits: How much of the disk the store may take, and how much a power cut may take.
  ///   - program: The name of the program, for the store's list of sessions.
  /// - Throws: A ``StoreError`` if there is no store to be had; for another writer, its name.
  public convenience init(
    _ receiver: Receiver, at path: String, limits: StoreLimits = StoreLimits(), program: String = "GPSStore"
  ) throws(StoreError) {
    try self.init(of: receiver, at: path, limits: limits, program: program, listens: true)
  }

  /// The same for a program with several receivers or another task, whose start does not depend on the store, or that passes
  /// the reports itself.
  ///
  /// With several receivers, a power cut takes what was reported in the last ten seconds at most.
  ///
  /// - Parameters:
  ///   - receiver: The receiver.
  ///   - others: The other receivers, which have the same clock.
  ///   - path: The path of the store.
  ///   - limits: How much of the disk the store may take.
  ///   - program: The name of the program.
  ///   - listens: Whether it listens to the receivers; otherwise the program calls ``take(_:)`` for the only one.
  ///   - startsAnyway: Whether a fault that may end, such as a full disk or another writer, is a ``fault`` and no error:
  ///     positions wait in memory.
  ///   - freeBytes: Returns the bytes that are free on the disk of a path.
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

  /// Takes a report on the receiver's loop; never waits.
  package func take(_ report: Report) { engine.take(report) }

  /// The number of fixes until now, by their fate; the last second may be missing.
  public var counts: Counts { engine.state.counts }

  /// Why the store can't be written at the moment; nil if it can.
  public var fault: StoreError? { engine.state.fault }

  /// Why old positions can't be packed or removed at the moment; nil if they can.
  ///
  /// New ones are written all the same.
  public var careFault: StoreError? { engine.state.careFault }

  /// The name that a damaged store has now, instead of which a new one is written; nil if the store was whole.
  ///
  /// ``StoreCare/repair(_:into:program:)`` adds what can be read of it.
  public var setAside: String? { engine.state.setAside }

  /// The number of earlier positions that can't be read any more; the store is looked through while it is written.
  public var damagedCount: Int { engine.state.damaged }

  /// How often the store was moved or removed while it was written; a new one went on in its place each time.
  package var moves: Int { engine.state.moves }

  /// The number of the last entry that outlives a power cut, by ``epoch`` unlike all others; 0 without any.
  public var lastSettled: Int64 { engine.state.settled }

  /// Returns when all reports until now outlive a power cut.
  ///
  /// - Throws: The ``StoreError`` of a disk that is full or fails.
  public func settled() async throws(StoreError) { try await engine.settle() }

  /// Writes what is left and closes the store; another program can write it then.
  public func stop() async {
    for listening in listenings { listening.cancel() }
    await engine.finish()
  }

  /// Begins to stop; ``isStopped`` turns true on the store's thread, which then calls the closure.
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
