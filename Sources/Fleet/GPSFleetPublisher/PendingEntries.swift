internal import GPSBase
package import GPSFleetProtocol
package import GPSStore
internal import GPSSystemCalls
internal import GPSTrackRows

/// The entries of a store that a publisher has delivered, and the ones left to send; it needs no connection.
package struct PendingEntries: Sendable {
  /// The last number of the store, and the number of delivered entries.
  package let (last, delivered): (Int64, UInt64)
  /// The number of refused entries, by the collector's reason.
  package let refused: [String: UInt64]
  package let databases: [FleetDatabase]
  private let free: [ClosedRange<Int64>]
  private let pages: StorePages

  /// Reads a store and the cursor beside it.
  package init(
    of device: FleetDevice, in store: String, thinning: FleetBatch.Thinning = .none,
    form: FleetBatch.Form = .compact
  ) throws(StoreError) {
    let installation = try StorePages.installation(at: store)
    pages = StorePages(path: store, installation: installation, thinning: thinning, form: form)
    last = try TrackStore(at: store).lastNumber()
    let cursor =
      SinkFile.cursor(SinkFile.path(of: device, beside: store), of: installation.text, at: Moment(.now))
      ?? FleetCursor(installation: installation.text)
    delivered = cursor.settled.count
    refused = cursor.refused.mapValues(\.count)
    databases = cursor.databases.map(\.database)
    var taken = cursor.settled
    for numbers in cursor.refused.values { taken.formUnion(numbers) }
    free = last > 0 ? taken.missing(in: 1...last).ranges : []
  }

  /// The number of entries to send.
  package var count: Int64 { free.reduce(0) { $0 + $1.upperBound - $1.lowerBound + 1 } }

  /// How far each guest is: the chosen guests, and those with a cursor.
  package static func progress(
    of device: FleetDevice, in store: String, to chosen: [Guest] = []
  ) throws(StoreError) -> [(guest: Guest, progress: GuestProgress)] {
    let installation = try StorePages.installation(at: store).text
    let last = try TrackStore(at: store).lastNumber()
    return [Guest.ownTracks, .live(every: .zero, homeAssistant: false)].compactMap { guest in
      let path = SinkFile.path(of: device, for: guest, beside: store)
      let cursor = SinkFile.cursor(path, of: installation, at: Moment(.now))
      guard cursor != nil || chosen.contains(where: { $0.name == guest.name }) else { return nil }
      return (
        guest, GuestProgress(isEach: guest.kind == .each, settled: cursor?.settled.count ?? 0, last: last)
      )
    }
  }

  /// Makes the batches, and returns their number and their bytes; nil if the store can't be read.
  package func measure() -> (batches: Int, bytes: Int)? {
    var (batches, bytes) = (0, 0)
    for range in free {
      var next = range.lowerBound
      while next <= range.upperBound {
        let numbers = next...min(range.upperBound, next + Int64(FleetBatch.mostEntries) - 1)
        let request = PublisherMachine.Request(
          numbers: numbers, limit: range.upperBound, mostBytes: FleetBatch.mostBytes)
        switch pages.page(request) {
        case .failed: return nil
        case .nothing(let empty): next = empty.upperBound + 1
        case .batch(_, let numbers, let payload):
          (batches, bytes) = (batches + 1, bytes + payload.count)
          next = numbers.upperBound + 1
        }
      }
    }
    return (batches, bytes)
  }
}

/// How far a guest's cursor is: it counts entries, of which not each is a message.
package struct GuestProgress: Sendable, Hashable, CustomStringConvertible {
  /// Whether each position is sent, or only the newest.
  package let isEach: Bool
  /// The number of entries that need no message any more.
  package let settled: UInt64
  /// The last number of the store.
  package let last: Int64

  package var rest: Int64 { max(0, last - Int64(clamping: settled)) }

  package var description: String {
    // Events, thinned and suspect positions are entries too.
    isEach
      ? "\(entries(settled)) handed over or left out, \(rest) to go"
      : "up to entry \(settled) handed over; the store has \(last)"
  }
}

private func entries(_ count: UInt64) -> String { count == 1 ? "1 entry" : "\(count) entries" }

/// A publisher's file beside a store, which is found without its settings.
package struct FoundSink: Sendable, Hashable {
  /// The file's name without its end: `acme.truck-42`, or `acme.truck-42@owntracks` for a guest.
  package let name: String
  /// The number of entries that are delivered or handed over, and of the ones that a collector refused.
  package let (settled, refused): (UInt64, UInt64)
  /// The last number of the store.
  package let last: Int64

  /// The state in words.
  package var words: String {
    let shown = VisibleText.replaced(name, limit: 160)
    if shown.utf8.contains(UInt8(ascii: "@")) {
      let isEach = !name.hasSuffix(Guest.live(every: .zero, homeAssistant: false).suffix)
      return "sent as \(shown): \(GuestProgress(isEach: isEach, settled: settled, last: last))"
    }
    let rest = max(0, last - Int64(clamping: settled) - Int64(clamping: refused))
    let refused = refused > 0 ? ", \(self.refused) refused by a collector" : ""
    return "published as \(shown): \(entries(settled)) delivered\(refused), \(rest) left"
  }

  /// The files of a store; none if it can't be read.
  package static func all(of store: String) -> [FoundSink] {
    let folder = SinkFile.folder(of: store)
    let files = Kernel.names(in: folder).filter { $0.hasSuffix(".json") }
    guard !files.isEmpty, let installation = try? StorePages.installation(at: store).text,
      let last = try? TrackStore(at: store).lastNumber()
    else { return [] }
    return files.compactMap { file in
      SinkFile.cursor("\(folder)/\(file)", of: installation, at: Moment(.now)).map { cursor in
        FoundSink(
          name: String(file.dropLast(5)), settled: cursor.settled.count,
          refused: cursor.refused.values.reduce(0) { $0 + $1.count }, last: last)
      }
    }
  }
}
