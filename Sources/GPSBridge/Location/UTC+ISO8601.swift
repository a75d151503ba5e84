public import GNSS

extension UTC: CustomStringConvertible, Codable {
  /// The moment as ISO 8601: `2026-11-20T12:00:00Z`, with as many decimals as it has.
  ///
  /// A leap second is written as one, `2016-12-31T23:59:60Z`, and read back; programs in other languages may refuse it.
  public var iso8601: String {
    guard nanosecond != 0 else { return secondText }
    let digits = String(nanosecond)
    var decimals = String(repeating: "0", count: 9 - digits.count) + digits
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return secondText.dropLast() + "." + decimals + "Z"
  }

  /// Reads ISO 8601 in UTC, with up to nine decimals or none; nil for anything else.
  ///
  /// ```swift
  /// UTC(iso8601: "2026-11-20T12:00:00.25Z")          // right
  /// UTC(iso8601: "2026-11-20T13:00:00+01:00")        // nil: NOT in UTC
  /// ```
  public init?(iso8601 text: String) { self.init(text: text) }

  /// The moment as ISO 8601.
  public var description: String { iso8601 }

  /// Reads ISO 8601; anything else is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let moment = UTC(iso8601: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no moment in UTC")
    }
    self = moment
  }

  /// Writes ISO 8601.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso8601)
  }
}
