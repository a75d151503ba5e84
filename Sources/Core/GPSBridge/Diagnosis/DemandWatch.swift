internal import GNSS
internal import GPSBase

/// Estimates how many bytes per second a receiver would send if its line had room for all of them.
///
/// A full line makes epochs smaller and intervals longer. So the largest epoch of the last half minute is
/// complete, and the shortest interval is the receiver's own.
struct DemandWatch: Sendable {
  private struct Span: Sendable {
    var bytes = 0
    var interval = Double.infinity
    var epochs = 0
  }

  private var (current, previous) = (Span(), Span())
  private var begun: Moment?
  private var last: (time: UTC, bytes: Int)?

  private static let length = Duration.seconds(15)
  /// Fewer epochs can't show the size of a complete one.
  private static let fewest = 10

  /// The bytes per second; nil before enough epochs came.
  var bytesPerSecond: Int? {
    let interval = min(current.interval, previous.interval)
    guard current.epochs + previous.epochs >= Self.fewest, interval < 100 else { return nil }
    return Int(Double(max(current.bytes, previous.bytes)) / interval)
  }

  /// Takes the time of an epoch, and the total number of bytes received.
  mutating func take(_ time: UTC?, bytes: Int, at now: Moment) {
    guard let time else { return }
    defer { last = (time, bytes) }
    if let begun, begun.duration(to: now) >= Self.length {
      (previous, current) = (current, Span())
      self.begun = now
    }
    begun = begun ?? now
    guard let last else { return }
    let interval = time.seconds(since: last.time)
    guard interval > 0.01 else { return }
    current.epochs += 1
    current.interval = min(current.interval, interval)
    // The bytes of a damaged epoch come with the next one.
    let isNext = interval < 1.5 * min(current.interval, previous.interval)
    let size = bytes - last.bytes
    if isNext || Double(size) < 1.5 * Double(max(current.bytes, previous.bytes)) {
      current.bytes = max(current.bytes, size)
    }
  }
}
