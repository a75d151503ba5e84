internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// Searches for one good position: a pure value.
struct PositionSearch: Sendable {
  /// The position found.
  struct Found: Sendable {
    var location: Location
    /// The epoch of the position, or the last one in the mean.
    var fix: Fix
    /// Nil for a single position.
    var average: FixAverage?
  }

  private let criteria: FixCriteria
  /// The time to average over; nil for a single position.
  private let time: Double?
  /// The positions in the mean.
  private(set) var average = PositionAverage()
  /// The best position that was not good enough.
  private(set) var best: Location?
  /// The number of good positions without a time, which the mean can't include.
  private(set) var untimed = 0

  init(_ criteria: FixCriteria, average: Duration?) {
    self.criteria = criteria
    time = average.map { $0 / .seconds(1) }
  }

  /// Adds a position with its time in seconds, if known; returns the result once it is good enough.
  mutating func take(_ location: Location, _ fix: Fix, at seconds: Double?) -> Found? {
    guard criteria.isMet(by: location) else {
      if location.horizontalAccuracy < best?.horizontalAccuracy ?? .infinity { best = location }
      return nil
    }
    guard let time else { return Found(location: location, fix: fix) }
    guard let seconds else {
      untimed += 1
      return nil
    }
    average.take(location, fix, at: seconds)
    return average.seconds >= time ? average.result() : nil
  }
}

/// The required quality of a position.
struct FixCriteria: Hashable, Sendable {
  enum Mode: String, CaseIterable, Sendable {
    case plane = "2d"
    case space = "3d"
    case carrierPhase = "rtk"
  }

  var mode = Mode.plane
  /// In meters at 68 %; nil if any accuracy is enough.
  var accuracy: Double?

  func isMet(by location: Location) -> Bool {
    guard accuracy.map({ location.horizontalAccuracy <= $0 }) ?? true else { return false }
    return switch mode {
    case .plane: true
    case .space: location.fix.mode == .threeDimensional
    case .carrierPhase: location.fix.quality == .rtkFixed
    }
  }

  /// The requirement in words, for a message.
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
