internal import GNSS
internal import GPSBridge
internal import Texts

/// Looks for one good position in a stream of them: a pure value.
struct PositionSearch: Sendable {
  /// The position found.
  struct Found: Sendable {
    var location: Location
    /// The epoch of the position, or the last one of the mean.
    var fix: Fix
  }

  private let wish: FixWish
  private let average: Duration?
  private var mean = PositionMean()
  /// Seconds, on any one clock, at which the mean is complete.
  private var end: Double?
  private var latest: Found?
  /// The best of those that were not good enough.
  private(set) var best: Location?

  init(_ wish: FixWish, average: Duration?) {
    self.wish = wish
    self.average = average
  }

  /// Takes a position found at so many seconds; returns the result once it is good enough.
  mutating func take(_ location: Location, _ fix: Fix, at seconds: Double) -> Found? {
    guard wish.isMet(by: location) else {
      if location.horizontalAccuracy < best?.horizontalAccuracy ?? .infinity { best = location }
      return nil
    }
    let found = Found(location: location, fix: fix)
    guard let average else { return found }
    latest = found
    mean.take(location)
    let end = end ?? seconds + average / .seconds(1)
    self.end = end
    return seconds >= end ? finish() : nil
  }

  /// The result when no more will come: the mean so far, even if it is not complete.
  func finish() -> Found? {
    guard let latest, let mean = mean.mean(latest: latest.location) else { return nil }
    var fix = latest.fix
    fix.coordinate = mean.coordinate
    fix.altitude = mean.altitude
    fix.ellipsoidalAltitude = mean.ellipsoidalAltitude
    fix.errors = ErrorEstimate(
      horizontal: mean.horizontalAccuracy, vertical: mean.verticalAccuracy,
      source: latest.fix.errors?.source ?? .dilution)
    return Found(location: mean, fix: fix)
  }
}

/// The demands on a position.
struct FixWish: Hashable, Sendable {
  enum Mode: String, CaseIterable, Sendable {
    case plane = "2d"
    case space = "3d"
    case carrierPhase = "rtk"
  }

  var mode = Mode.plane
  /// Meters at 68 %; nil if any accuracy will do.
  var accuracy: Double?

  func isMet(by location: Location) -> Bool {
    guard accuracy.map({ location.horizontalAccuracy <= $0 }) ?? true else { return false }
    return switch mode {
    case .plane: true
    case .space: location.fix.mode == .threeDimensional
    case .carrierPhase: location.fix.quality == .rtkFixed
    }
  }

  /// The demand in words, for a message.
  var words: String {
    let kind =
      switch mode {
      case .plane: "position"
      case .space: "position with a height"
      case .carrierPhase: "position by carrier phase"
      }
    guard let accuracy else { return kind }
    var bytes: [UInt8] = []
    FixedDecimal.append(accuracy, decimals: accuracy == accuracy.rounded() ? 0 : 2, to: &bytes)
    return "\(kind) within \(String(decoding: bytes, as: UTF8.self)) m"
  }
}
