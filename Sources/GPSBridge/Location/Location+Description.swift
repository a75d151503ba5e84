internal import FoundationEssentials
internal import GNSS

extension Location: CustomStringConvertible {
  /// One line for a person: `48.117300, 11.516667 ±4 m, 545 m ±6 m, 2026-11-20T12:00:00Z`.
  public var description: String {
    var parts = [
      coordinate.description + " ±" + Self.metres(horizontalAccuracy)
    ]
    if let altitude {
      parts.append(Self.metres(altitude) + (verticalAccuracy.map { " ±" + Self.metres($0) } ?? ""))
    }
    if let speed { parts.append(FixedText.of(speed, decimals: 1) + " m/s") }
    if let course { parts.append(FixedText.of(course, decimals: 0) + "°") }
    parts.append(Self.moment(timestamp.timeIntervalSince1970))
    return parts.joined(separator: ", ")
  }

  /// ISO 8601, as far as its four digits for the year go.
  private static func moment(_ seconds: Double) -> String {
    // From the year 1 to 9999.
    guard -62_135_596_800..<253_402_300_800 ~= seconds else { return "\(seconds) s since 1970" }
    return UTC(secondsSince1970: Int64(seconds.rounded(.down))).secondText
  }

  /// Metres, with decimals where they are more than noise.
  private static func metres(_ value: Double) -> String {
    FixedText.of(value, decimals: abs(value) < 1 ? 2 : abs(value) < 10 ? 1 : 0) + " m"
  }
}
