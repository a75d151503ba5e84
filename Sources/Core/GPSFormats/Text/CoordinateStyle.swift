package import GNSS
package import GPSGeodesy
internal import GPSBase

/// The notation of a position for people.
package enum CoordinateStyle: String, CaseIterable, Sendable {
  /// Degrees with decimals: `48.117300° N`.
  case dd
  /// Degrees and minutes with decimals: `48° 07.0380′ N`.
  case dm
  /// Degrees, minutes and seconds: `48° 07′ 02.28″ N`.
  case dms
  /// The Universal Transverse Mercator grid: `32U 687321 5332503`.
  case utm
  /// The Military Grid Reference System: `32U PU 87299 32401`.
  case mgrs
  /// The amateur radio locator: `JN58sc84`.
  case maidenhead

  /// The next style, cyclically.
  package var next: CoordinateStyle {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  /// The position in one line, with the digits that its accuracy in meters justifies.
  package func text(_ place: Coordinate, accuracy: Double? = nil) -> String {
    switch self {
    case .dd, .dm, .dms: latitude(place.latitude, accuracy) + "  " + longitude(place.longitude, accuracy)
    case .utm:
      UTMPosition(place)?.text(accuracy: accuracy) ?? CoordinateStyle.dd.text(place, accuracy: accuracy)
    // Five digits are a meter; a square has three more for millimeters.
    case .mgrs: place.mgrs.text(digits: 5 + PositionDigits.ofGrid(accuracy))
    case .maidenhead: Maidenhead.locator(place)
    }
  }

  /// A latitude; in degrees for grid styles.
  package func latitude(_ degrees: Double, _ accuracy: Double? = nil) -> String {
    angle(degrees, degrees < 0 ? "S" : "N", digits: 2, accuracy)
  }

  /// A longitude; in degrees for grid styles.
  package func longitude(_ degrees: Double, _ accuracy: Double? = nil) -> String {
    angle(degrees, degrees < 0 ? "W" : "E", digits: 3, accuracy)
  }

  private func angle(_ degrees: Double, _ side: String, digits: Int, _ accuracy: Double?) -> String {
    switch self {
    case .dd, .utm, .mgrs, .maidenhead:
      return NumberText.of(abs(degrees), decimals: PositionDigits.ofDegrees(accuracy)) + "° \(side)"
    case .dm:
      let decimals = PositionDigits.ofMinutes(accuracy)
      // In units of the last digit, so that 59.99996 minutes carry over to the next degree.
      return Self.parts(abs(degrees), unitsInMinute: Self.power(decimals)) { whole, minute, rest in
        "\(NumberText.padded(whole, digits))° \(NumberText.padded(minute, 2)).\(NumberText.padded(rest, decimals))′ \(side)"
      }
    case .dms:
      let decimals = PositionDigits.ofSeconds(accuracy)
      let unit = Self.power(decimals)
      return Self.parts(abs(degrees), unitsInMinute: 60 * unit) { whole, minute, rest in
        "\(NumberText.padded(whole, digits))° \(NumberText.padded(minute, 2))′ "
          + "\(NumberText.padded(rest / unit, 2)).\(NumberText.padded(rest % unit, decimals))″ \(side)"
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
}

extension UTMPosition {
  /// `32U 687321 5332503`: whole meters, with decimals if an accuracy in meters justifies them.
  package func text(accuracy: Double? = nil) -> String {
    let decimals = PositionDigits.ofGrid(accuracy)
    return "\(zone)\(band) \(Self.digits(easting, 6, decimals)) \(Self.digits(northing, 7, decimals))"
  }

  private static func digits(_ meters: Double, _ count: Int, _ decimals: Int) -> String {
    let power = [1, 10, 100, 1000][decimals]
    let units = Int((meters * Double(power)).rounded(.down))
    var bytes: [UInt8] = []
    FixedDecimal.append(UInt64(max(0, units / power)), digits: count, to: &bytes)
    if decimals > 0 {
      bytes.append(UInt8(ascii: "."))
      FixedDecimal.append(UInt64(max(0, units % power)), digits: decimals, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The number of decimals that a position justifies: the last digit is at most a third of its accuracy.
///
/// Ordinary positions have a fixed number, so that columns stay aligned; carrier-phase positions have more.
/// If the accuracy is unknown, text for people has the fixed number, and text for programs has seven, because
/// the receiver may be accurate to the centimeter.
package enum PositionDigits {
  /// Decimals of a degree or a minute in text for programs, if the accuracy is unknown.
  package static let ofUnknown = 7

  /// Decimals of a degree: six (a tenth of a meter) to nine.
  package static func ofDegrees(_ accuracy: Double?) -> Int { decimals(of: WGS84.degree, 6...9, accuracy) }

  /// Decimals of a minute: four (two tenths of a meter) to seven.
  static func ofMinutes(_ accuracy: Double?) -> Int { decimals(of: WGS84.degree / 60, 4...7, accuracy) }

  /// Decimals of a second: two (three tenths of a meter) to five.
  static func ofSeconds(_ accuracy: Double?) -> Int { decimals(of: WGS84.degree / 3600, 2...5, accuracy) }

  /// Decimals of a meter in a grid; zero if the accuracy is a meter or more, or unknown.
  static func ofGrid(_ accuracy: Double?) -> Int {
    accuracy.map { $0 >= 1 } ?? true ? 0 : decimals(of: 1, 0...3, accuracy)
  }

  /// Decimals of an altitude, or of an accuracy itself, in meters.
  package static func ofMeters(_ accuracy: Double?) -> Int {
    guard let accuracy else { return 1 }
    return accuracy < 0.0995 ? 3 : accuracy < 0.995 ? 2 : 1
  }

  /// An accuracy in meters with its significant digits, rounded up, so that it is never overstated.
  package static func roundedUp(_ accuracy: Double) -> String {
    let decimals = ofMeters(accuracy)
    let power = [1.0, 10, 100, 1000][decimals]
    // In floating point, 3.6 × 10 is slightly more than 36.
    let units = max(1, (accuracy * power - 1e-6).rounded(.up))
    return HumanText.fixed(units / power, decimals)
  }

  private static func decimals(of unit: Double, _ range: ClosedRange<Int>, _ accuracy: Double?) -> Int {
    guard let accuracy, accuracy > 0 else { return range.lowerBound }
    var decimals = range.lowerBound
    var step = unit
    for _ in 0..<decimals { step /= 10 }
    while step > accuracy / 3, decimals < range.upperBound {
      step /= 10
      decimals += 1
    }
    return decimals
  }
}
