/// What a consumer keeps while it is busy, and what it is willing to lose.
///
/// Every consumer chooses for itself, and its choice touches no other. There is no default: losing data and
/// growing without bound are both wrong for somebody.
public enum Buffering: Sendable, Hashable {
  /// Keeps the newest so many elements and drops the oldest.
  case newest(Int)
  /// Keeps the oldest so many elements and drops what arrives.
  case oldest(Int)
  /// Keeps everything: for a consumer that is known to keep up.
  case unbounded

  /// Keeps only the newest element.
  public static var latest: Buffering { .newest(1) }

  /// How many elements may wait.
  var limit: Int {
    switch self {
    case .newest(let limit), .oldest(let limit): limit
    case .unbounded: .max
    }
  }
}
