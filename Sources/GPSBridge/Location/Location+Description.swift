internal import FoundationEssentials

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
    parts.append(timestamp.formatted(.iso8601))
    return parts.joined(separator: ", ")
  }

  /// Metres, with decimals where they are more than noise.
  private static func metres(_ value: Double) -> String {
    FixedText.of(value, decimals: abs(value) < 1 ? 2 : abs(value) < 10 ? 1 : 0) + " m"
  }
}
