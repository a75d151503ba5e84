internal import GPSBase
package import GPSFleetProtocol
package import GPSStore
internal import GPSSystemCalls
internal import GPSTrackRows

/// The delivered and the pending entries of a publisher's store, determined without a connection.
package struct PendingEntries: Sendable {
  package let (last, delivered): (Int64, UInt64)
  /// The number of refused entries, by the collector's reason.
  package let refused: [String: UInt64]
  package let databases: [FleetDatabase]
  private let free: [ClosedRange<Int64>]
  private let pages: StorePages

  package init(
    for post: PostSettings, in store: String, thinning: FleetBatch.Thinning = .none
  ) throws(StoreError) {
    let installation = try StorePages.installation(at: store)
    pages = StorePages(path: store, installation: installation, thinning: thinning, receiver: post.receiver)
    last = try TrackStore(at: store).lastNumber()
    let path = SinkFile.path(post.sink, beside: store)
    let cursor =
      SinkFile.cursor(path, of: installation.text, at: Moment(.now))
      ?? FleetCursor(installation: installation.text)
    delivered = cursor.settled.count
    refused = cursor.refused.mapValues(\.count)
    databases = cursor.databases
    free = last > 0 ? cursor.taken.missing(in: 1...last).ranges : []
  }

  package var count: Int64 { free.reduce(0) { $0 + $1.upperBound - $1.lowerBound + 1 } }

  /// Creates the messages, and returns their number and size in bytes; nil if the store can't be read.
  package func measure() -> (messages: Int, bytes: Int)? {
    var (messages, bytes) = (0, 0)
    for range in free {
      var next = range.lowerBound
      while next <= range.upperBound {
        let numbers = next...min(range.upperBound, next + Int64(FleetBatch.mostEntries) - 1)
        switch pages.page(PublisherMachine.Request(numbers: numbers, limit: range.upperBound)) {
        case .failed: return nil
        case .nothing(let empty): next = empty.upperBound + 1
        case .batch(_, let numbers, let payload):
          (messages, bytes) = (messages + 1, bytes + payload.count)
          next = numbers.upperBound + 1
        }
      }
    }
    return (messages, bytes)
  }
}

/// A publisher's file beside a store, found without the publisher's settings.
package struct FoundSink: Sendable, Hashable {
  /// The file's name without its extension: `fleet.example`, or `home.example@owntracks`.
  package let name: String
  /// The number of delivered or accepted entries, and of refused ones.
  package let (settled, refused): (UInt64, UInt64)
  package let last: Int64

  package var words: String {
    let shown = VisibleText.replaced(name, limit: 160)
    let rest = max(0, last - Int64(clamping: settled) - Int64(clamping: refused))
    let count = settled == 1 ? "1 entry" : "\(settled) entries"
    if name.hasSuffix(PostSettings.ownTracksSuffix) {
      // Events, thinned and suspect positions are entries, too.
      return "sent to \(shown): \(count) accepted or left out, \(rest) left"
    }
    let refused = refused > 0 ? ", \(self.refused) refused by a collector" : ""
    return "published to \(shown): \(count) delivered\(refused), \(rest) left"
  }

  package static func all(of store: String) -> [FoundSink] { (try? read(of: store)) ?? [] }

  package static func read(of store: String) throws(StoreError) -> [FoundSink] {
    let installation = try StorePages.installation(at: store).text
    let (folder, last) = (SinkFile.folder(of: store), try TrackStore(at: store).lastNumber())
    return Kernel.names(in: folder).filter { $0.hasSuffix(".json") }.sorted().compactMap { file in
      SinkFile.cursor("\(folder)/\(file)", of: installation, at: Moment(.now)).map { cursor in
        FoundSink(
          name: String(file.dropLast(5)), settled: cursor.settled.count, refused: cursor.refusedCount,
          last: last)
      }
    }
  }
}
