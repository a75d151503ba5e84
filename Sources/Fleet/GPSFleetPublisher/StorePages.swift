internal import GPSBase
internal import GPSFleetProtocol
package import GPSStore
internal import GPSSystemCalls
internal import GPSTrackRows

/// Makes batches of the entries of a store, on helper threads.
///
/// It keeps one connection, which it closes after a fault, or if the path has another file or other tables.
package final class StorePages: Sendable {
  package struct News: Sendable, Hashable {
    package var last: Int64
    /// The last epoch and its first number, if it is later than the known epoch.
    package var epoch: UInt32?
    package var first: Int64 = 1
  }

  package enum Fault: Error, Sendable, Hashable {
    case unreadable(StoreError)
    case replaced
  }

  /// How often the store was opened, and searched for news.
  struct Effort: Sendable, Hashable { var (opened, searched) = (0, 0) }

  private struct Reader {
    let store: TrackStore
    let node: Kernel.Node?
    let tables: Int64
    /// The last result of a search, the state of the store at that time, and the known epoch.
    var known: (news: News, content: Int64, epoch: UInt32)?
  }

  /// The positions of a page to send, each in a separate message.
  private struct Positions: Sendable {
    let numbers: ClosedRange<Int64>
    let epoch: UInt32
    let fixes: [TrackColumns.Entry]
  }

  private struct State {
    var reader: Reader?
    var effort = Effort()
    var positions: Positions?
  }

  /// A store's installation, as bytes and as text.
  typealias Installation = (bytes: [UInt8], text: String)

  private let path: String
  private let installation: Installation
  private let thinning: PositionThinning
  private let receiver: PostSettings.Receiver
  private let clock: @Sendable () -> Int64
  private let state = Guarded(State())
  /// Separate from the state, which is locked while the store is read.
  private let accuracy = Guarded(false)

  /// The memory for pages of the file in kilobytes, which is small because each page is read once.
  private static let cache = 512

  /// Creates pages; the clock returns milliseconds since 1970, for messages that contain their creation time.
  init(
    path: String, installation: Installation, thinning: FleetBatch.Thinning,
    receiver: PostSettings.Receiver = .collector, clock: @escaping @Sendable () -> Int64 = { 0 }
  ) {
    (self.path, self.installation, self.receiver, self.clock) = (path, installation, receiver, clock)
    self.thinning = PositionThinning(thinning: receiver == .collector ? thinning : thinning.ofWholeSeconds)
  }

  static func installation(at path: String) throws(StoreError) -> Installation {
    let text = try TrackStore(at: path).installation()
    let digits = Array(text.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      Hexadecimal.byte(digits[$0..<($0 + 2)])
    }
    return (bytes, text)
  }

  var effort: Effort { state.withLock { $0.effort } }

  /// Whether a message was created from a position without an accuracy, which its receiver may drop.
  var lacksAccuracy: Bool { accuracy.withLock(\.self) }

  /// The last number and a new epoch; the store is searched only if something was written since.
  package func news(after epoch: UInt32) throws(Fault) -> News {
    try read { state, store throws(StoreError) in
      let content = try store.version().content
      if let known = state.reader?.known, known.content == content, known.epoch == epoch { return known.news }
      state.effort.searched += 1
      var news = News(last: try store.lastNumber())
      if let (last, first) = try store.epoch(after: Int64(epoch)), let last = UInt32(exactly: last) {
        (news.epoch, news.first) = (last, first)
      }
      state.reader?.known = (news, content, epoch)
      return news
    }
  }

  /// Reads a page: a batch, or the next position for a program that takes one at a time.
  func page(_ request: PublisherMachine.Request) -> PublisherMachine.Page {
    let page =
      switch receiver {
      case .collector: try? batch(request)
      case .ownTracks(let device): try? position(request, of: device)
      }
    return page ?? .failed
  }

  /// Reads a batch; if it is too large, reads fewer numbers.
  private func batch(_ request: PublisherMachine.Request) throws(Fault) -> PublisherMachine.Page {
    try read { _, store throws(StoreError) -> PublisherMachine.Page in
      var numbers = request.numbers
      while true {
        var found = try store.entries(numbers, limit: request.limit)
        guard let epoch = found.epoch.map({ UInt32(clamping: $0) }) else { return .nothing(found.numbers) }
        let before = try self.thinning.needsBefore ? self.entries(before: numbers.lowerBound, in: store) : nil
        self.thinning.thin(&found, after: before)
        let batch = FleetBatch(
          installation: self.installation.bytes, epoch: epoch, numbers: found.numbers,
          thinning: self.thinning.thinning, fixes: found.fixes, records: found.others)
        let bytes = batch.bytes
        guard bytes.count > request.mostBytes, numbers.count > 1 else {
          return .batch(epoch: epoch, numbers: found.numbers, payload: bytes)
        }
        numbers = numbers.lowerBound...(numbers.lowerBound + Int64(numbers.count / 2) - 1)
      }
    }
  }

  /// The entries before a number, which may determine the omitted positions after it.
  private func entries(before number: Int64, in store: TrackStore) throws(StoreError) -> NumberedEntries? {
    guard number > 1 else { return nil }
    let first = max(1, number - PositionThinning.numbersBefore)
    return try store.entries(first...(number - 1), limit: number - 1)
  }

  /// Creates a message from the first position to send; its numbers extend to that position.
  ///
  /// The position's page is kept, because the omitted positions depend on the start of a page.
  private func position(
    _ request: PublisherMachine.Request, of device: FleetDevice
  ) throws(Fault) -> PublisherMachine.Page {
    try read { state, store throws(StoreError) -> PublisherMachine.Page in
      let first = request.numbers.lowerBound
      let page: Positions
      if let kept = state.positions, kept.numbers.contains(first), kept.numbers.upperBound <= request.limit {
        page = kept
      } else {
        page = try self.positions(request, in: store)
        state.positions = page
      }
      for fix in page.fixes where fix.number >= first {
        let seconds = self.clock().floored(by: 1000)
        let made = OwnTracksMessage.bytes(fix, epoch: page.epoch, of: device, at: seconds)
        guard let bytes = made else { continue }
        if !OwnTracksMessage.hasAccuracy(fix) { self.accuracy.withLock { $0 = true } }
        return .batch(epoch: page.epoch, numbers: first...fix.number, payload: bytes)
      }
      return .nothing(first...page.numbers.upperBound)
    }
  }

  /// Reads positions, excluding suspect ones, for which the form has no field, and omitted ones; at most one per second.
  private func positions(
    _ request: PublisherMachine.Request, in store: TrackStore
  ) throws(StoreError) -> Positions {
    func isSent(_ entry: TrackColumns.Entry) -> Bool { entry.row.hasPosition && !entry.row.isSuspect }
    func second(_ entry: TrackColumns.Entry) -> Int64 { entry.row.milliseconds.floored(by: 1000) }
    var found = try store.entries(request.numbers, limit: request.limit)
    let before = try entries(before: request.numbers.lowerBound, in: store)
    thinning.thin(&found, after: before)
    // The last position of a page is never left out for its place.
    var last = thinning.needsBefore ? nil : before?.fixes.last(where: isSent).map(second)
    let fixes = found.fixes.filter { entry in
      guard isSent(entry), second(entry) != last else { return false }
      last = second(entry)
      return true
    }
    return Positions(numbers: found.numbers, epoch: UInt32(clamping: found.epoch ?? 0), fixes: fixes)
  }

  func find(since milliseconds: Int64) -> PublisherMachine.Found {
    do throws(Fault) {
      let number = try read { _, store throws(StoreError) in try store.firstNumber(since: milliseconds) }
      return number.map { .number($0) } ?? .nothing
    } catch { return .failed }
  }

  // MARK: - The connection

  private func read<Answer: Sendable>(
    _ question: @Sendable (inout State, TrackStore) throws(StoreError) -> Answer
  ) throws(Fault) -> Answer {
    try state.withLock { state throws(Fault) in
      do throws(StoreError) {
        if let store = try open(&state) { return try question(&state, store) }
      } catch {
        state.reader = nil
        throw Fault.unreadable(error)
      }
      throw Fault.replaced
    }
  }

  /// Returns the connection, or a new one; nil if the path has another store.
  private func open(_ state: inout State) throws(StoreError) -> TrackStore? {
    let node = Kernel.node(path)
    if let node, let reader = state.reader, reader.node?.isSame(as: node) == true,
      try reader.store.version().tables == reader.tables
    {
      return reader.store
    }
    state.reader = nil
    state.effort.opened += 1
    let store = try TrackStore(at: path)
    guard try store.installation() == installation.text else { return nil }
    try store.limitCache(kilobytes: Self.cache)
    state.reader = Reader(store: store, node: node, tables: try store.version().tables)
    return store
  }
}

extension FleetBatch.Thinning {
  /// The rule for messages whose times are whole seconds.
  fileprivate var ofWholeSeconds: Self {
    switch self {
    case .none: .every(milliseconds: 1000)
    case .every(let milliseconds): .every(milliseconds: (max(1, milliseconds) + 999) / 1000 * 1000)
    case .within: self
    }
  }
}
