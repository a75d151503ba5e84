internal import GPSBase
internal import GPSFleetProtocol
internal import GPSStore

/// Makes batches of the entries of a store; each call opens the store, on a helper thread.
struct StorePages: Sendable {
  /// News of a store.
  struct News: Sendable, Hashable {
    var last: Int64
    /// The last epoch and its first number, if it is later than the known one.
    var epoch: UInt32?
    var first: Int64 = 1
  }

  let path: String
  let installation: [UInt8]
  let thinning: FleetBatch.Thinning

  /// The installation of a store as bytes and as text.
  static func installation(at path: String) throws(StoreError) -> (bytes: [UInt8], text: String) {
    let text = try TrackStore(at: path).installation()
    let digits = Array(text.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      Hexadecimal.byte(digits[$0..<($0 + 2)])
    }
    return (bytes, text)
  }

  /// The last number and a new epoch; nil if the store can't be read now.
  func news(after epoch: UInt32) -> News? {
    do throws(StoreError) {
      let store = try TrackStore(at: path)
      var news = News(last: try store.lastNumber())
      if let (last, first) = try store.epoch(after: Int64(epoch)), let last = UInt32(exactly: last) {
        (news.epoch, news.first) = (last, first)
      }
      return news
    } catch { return nil }
  }

  /// Reads a page; a batch that is too large is made of fewer numbers.
  func page(_ request: PublisherMachine.Request) -> PublisherMachine.Page {
    do throws(StoreError) {
      let store = try TrackStore(at: path)
      var numbers = request.numbers
      while true {
        let found = try store.entries(numbers, limit: request.limit)
        guard let epoch = found.epoch.map({ UInt32(clamping: $0) }) else { return .nothing(found.numbers) }
        let bytes = batch(found, epoch).bytes
        guard bytes.count > request.mostBytes, numbers.count > 1 else {
          return .batch(epoch: epoch, numbers: found.numbers, payload: bytes)
        }
        numbers = numbers.lowerBound...(numbers.lowerBound + Int64(numbers.count / 2) - 1)
      }
    } catch { return .failed }
  }

  func firstNumber(since milliseconds: Int64) -> Int64? {
    try? TrackStore(at: path).firstNumber(since: milliseconds)
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
      installation: installation, epoch: epoch, numbers: found.numbers, thinning: thinning,
      fixes: found.fixes,
      records: records)
  }
}
