internal import GPSBase
internal import GPSFleetProtocol
package import GPSStore
internal import GPSSystemCalls
internal import GPSTrackRows

/// Makes batches of the entries of a store, on helper threads.
///
/// One connection is kept. It is closed after a fault, and if another file has the path or the tables have changed.
package final class StorePages: Sendable {
  /// News of a store.
  package struct News: Sendable, Hashable {
    package var last: Int64
    /// The last epoch and its first number, if it is later than the known one.
    package var epoch: UInt32?
    package var first: Int64 = 1
  }

  /// Why there are no news.
  package enum Fault: Error, Sendable, Hashable {
    /// The store can't be read now.
    case unreadable(StoreError)
    /// The path has another store.
    case replaced
  }

  /// How often the store was opened, and searched for news.
  package struct Effort: Sendable, Hashable {
    package var (opened, searched) = (0, 0)
  }

  /// The file of a connection.
  private struct Place: Sendable, Hashable {
    let (fileSystem, number): (UInt64, UInt64)

    init?(_ path: String) {
      guard let node = Kernel.node(path) else { return nil }
      (fileSystem, number) = (node.fileSystem, node.number)
    }
  }

  private struct Reader {
    let store: TrackStore
    let place: Place?
    let tables: Int64
    /// The last news, the content of the store that they are of, and the epoch that was known.
    var known: (news: News, content: Int64, epoch: UInt32)?
  }

  private struct State {
    var reader: Reader?
    var effort = Effort()
  }

  private let path: String
  private let installation: (bytes: [UInt8], text: String)
  private let thinning: PositionThinning
  private let form: FleetBatch.Form
  private let state = Guarded(State())

  /// The memory for pages of the file, in kilobytes: what is read is read once.
  private static let cache = 512
  private static let pagesOfNewest = 8

  init(
    path: String, installation: (bytes: [UInt8], text: String), thinning: FleetBatch.Thinning,
    form: FleetBatch.Form = .compact
  ) {
    (self.path, self.installation, self.form) = (path, installation, form)
    self.thinning = PositionThinning(thinning: thinning)
  }

  /// The installation of a store as bytes and as text.
  package static func installation(at path: String) throws(StoreError) -> (bytes: [UInt8], text: String) {
    let text = try TrackStore(at: path).installation()
    let digits = Array(text.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      Hexadecimal.byte(digits[$0..<($0 + 2)])
    }
    return (bytes, text)
  }

  package var effort: Effort { state.withLock { $0.effort } }

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

  /// Reads a page; a batch that is too large is made of fewer numbers.
  func page(_ request: PublisherMachine.Request) -> PublisherMachine.Page {
    let page = try? read { _, store throws(StoreError) -> PublisherMachine.Page in
      var numbers = request.numbers
      while true {
        var found = try store.entries(numbers, limit: request.limit)
        guard let epoch = found.epoch.map({ UInt32(clamping: $0) }) else { return .nothing(found.numbers) }
        self.thinning.thin(&found, after: try self.before(numbers.lowerBound, in: store))
        let bytes = self.batch(found, epoch).message(self.form)
        guard bytes.count > request.mostBytes, numbers.count > 1 else {
          return .batch(epoch: epoch, numbers: found.numbers, payload: bytes)
        }
        numbers = numbers.lowerBound...(numbers.lowerBound + Int64(numbers.count / 2) - 1)
      }
    }
    return page ?? .failed
  }

  /// The entries before a number, if they decide what is left out after it.
  private func before(_ number: Int64, in store: TrackStore) throws(StoreError) -> NumberedEntries? {
    thinning.needsBefore ? try entries(before: number, in: store) : nil
  }

  private func entries(before number: Int64, in store: TrackStore) throws(StoreError) -> NumberedEntries? {
    guard number > 1 else { return nil }
    let first = max(1, number - PositionThinning.numbersBefore)
    return try store.entries(first...(number - 1), limit: number - 1)
  }

  /// Reads positions for a guest, without the suspect ones and the ones to leave out: at most one a second.
  func positions(
    _ numbers: ClosedRange<Int64>, limit: Int64
  ) -> (numbers: ClosedRange<Int64>, epoch: UInt32, fixes: [TrackColumns.Entry])? {
    try? read { _, store throws(StoreError) in
      var found = try store.entries(numbers, limit: limit)
      let before = try self.entries(before: numbers.lowerBound, in: store)
      self.thinning.thin(&found, after: before)
      // The last position of a page is never left out for its place.
      let last = self.thinning.needsBefore ? nil : before?.fixes.last(where: Self.isForGuests)
      var second = last.map(Self.second)
      let fixes = found.fixes.filter { entry in
        guard Self.isForGuests(entry), Self.second(entry) != second else { return false }
        second = Self.second(entry)
        return true
      }
      return (found.numbers, UInt32(clamping: found.epoch ?? 0), fixes)
    }
  }

  private static func second(_ entry: TrackColumns.Entry) -> Int64 {
    entry.row.milliseconds.floored(by: 1000)
  }

  /// Reads the newest position that is not suspect; nil if the last thousands of entries have none.
  func newest(upTo last: Int64) throws(Fault) -> TrackColumns.Entry? {
    let found = try read { _, store throws(StoreError) -> [TrackColumns.Entry] in
      var high = last
      for _ in 0..<Self.pagesOfNewest where high > 0 {
        let low = max(1, high - Int64(FleetBatch.mostEntries) + 1)
        var next = low
        var newest: [TrackColumns.Entry] = []
        // Each answer is of one opening of the store.
        while next <= high {
          let found = try store.entries(next...high, limit: high)
          newest = found.fixes.last(where: Self.isForGuests).map { [$0] } ?? newest
          next = found.numbers.upperBound + 1
        }
        if !newest.isEmpty { return newest }
        high = low - 1
      }
      return []
    }
    return found.first
  }

  /// Their forms have no field for suspect signals.
  private static func isForGuests(_ entry: TrackColumns.Entry) -> Bool {
    entry.row.hasPosition && !entry.row.isSuspect
  }

  func find(since milliseconds: Int64) -> FleetSearch.Result {
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
    let place = Place(path)
    if let reader = state.reader, reader.place == place, try reader.store.version().tables == reader.tables {
      return reader.store
    }
    state.reader = nil
    state.effort.opened += 1
    let store = try TrackStore(at: path)
    guard try store.installation() == installation.text else { return nil }
    try store.limitCache(kilobytes: Self.cache)
    state.reader = Reader(store: store, place: place, tables: try store.version().tables)
    return store
  }

  private func batch(_ found: NumberedEntries, _ epoch: UInt32) -> FleetBatch {
    let records = found.others.map { other in
      let content: FleetRecord.Content =
        switch other.content {
        case .event(let at): .event(at: at)
        case .gap(let from, let to): .gap(from: from, to: to)
        case .dropped(let last, let at): .dropped(last: last, at: at)
        }
      return FleetRecord(number: other.number, content: content, kind: other.kind, detail: other.detail)
    }
    return FleetBatch(
      installation: installation.bytes, epoch: epoch, numbers: found.numbers,
      thinning: thinning.thinning,
      fixes: found.fixes,
      records: records)
  }
}
