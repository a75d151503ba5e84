public import GNSS
internal import Texts

/// How a position is written for people.
public enum CoordinateStyle: String, CaseIterable, Sendable {
  /// Degrees with decimals: `48.117300° N`.
  case dd
  /// Degrees and minutes with decimals: `48° 07.0380′ N`.
  case dm
  /// Degrees, minutes and seconds: `48° 07′ 02.28″ N`.
  case dms
  /// The grid of Universal Transverse Mercator: `32U 687321 5332503`.
  case utm
  /// The locator of radio amateurs: `JN58sc84`.
  case maidenhead

  /// The style behind this one.
  package var next: CoordinateStyle {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  /// The position in one line, with the digits that its accuracy in metres is worth.
  public func text(_ place: Coordinate, accuracy: Double? = nil) -> String {
    switch self {
    case .dd, .dm, .dms: latitude(place.latitude, accuracy) + "  " + longitude(place.longitude, accuracy)
    case .utm: UTM(place)?.text(accuracy: accuracy) ?? CoordinateStyle.dd.text(place, accuracy: accuracy)
    case .maidenhead: Maidenhead.locator(place)
    }
  }

  /// A latitude; grids have none, and then it is in degrees.
  package func latitude(_ degrees: Double, _ accuracy: Double? = nil) -> String {
    angle(degrees, degrees < 0 ? "S" : "N", digits: 2, accuracy)
  }

  /// A longitude; grids have none, and then it is in degrees.
  package func longitude(_ degrees: Double, _ accuracy: Double? = nil) -> String {
    angle(degrees, degrees < 0 ? "W" : "E", digits: 3, accuracy)
  }

  private func angle(_ degrees: Double, _ side: String, digits: Int, _ accuracy: Double?) -> String {
    switch self {
    case .dd, .utm, .maidenhead:
      return Self.fixed(abs(degrees), PositionDigits.ofDegrees(accuracy)) + "° \(side)"
    case .dm:
      let decimals = PositionDigits.ofMinutes(accuracy)
      // In units of the last digit, so that 59.99996 minutes become the next degree.
      return Self.parts(abs(degrees), unitsInMinute: Self.power(decimals)) { whole, minute, rest in
        "\(Self.padded(whole, digits))° \(Self.padded(minute, 2)).\(Self.padded(rest, decimals))′ \(side)"
      }
    case .dms:
      let decimals = PositionDigits.ofSeconds(accuracy)
      let unit = Self.power(decimals)
      return Self.parts(abs(degrees), unitsInMinute: 60 * unit) { whole, minute, rest in
        "\(Self.padded(whole, digits))° \(Self.padded(minute, 2))′ "
          + "\(Self.padded(rest / unit, 2)).\(Self.padded(rest % unit, decimals))″ \(side)"
      }
    }
  }

  private static func power(_ decimals: Int) -> Int { (0..<decimals).reduce(1) { power, _ in power * 10 } }

  private static func parts(
    _ degrees: Double, unitsInMinute: Int, _ text: (_ degrees: Int, _ minutes: Int, _ rest: Int) -> String
  ) -> String {
    let units = Int((degrees * 60 * Double(unitsInMinute)).rounded())
    let minutes = units / unitsInMinute
    return text(minutes / 60, minutes % 60, units % unitsInMinute)
  }

  private static func padded(_ value: Int, _ digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func fixed(_ value: Double, _ decimals: Int) -> String {
    var bytes: [UInt8] = []
    FixedDecimal.append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
