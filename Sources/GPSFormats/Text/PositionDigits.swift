internal import Texts

/// How many decimals a position is worth: its last digit is at most a third of its accuracy.
///
/// A usual position has a fixed number of them, so that columns stay columns; one by carrier phase has more.
package enum PositionDigits {
  /// Of degrees: six, a tenth of a metre, to nine.
  package static func ofDegrees(_ accuracy: Double?) -> Int { decimals(of: 111_320, 6...9, accuracy) }

  /// Of minutes: four, two tenths of a metre, to seven.
  static func ofMinutes(_ accuracy: Double?) -> Int { decimals(of: 1855.3, 4...7, accuracy) }

  /// Of seconds: two, three tenths of a metre, to five.
  static func ofSeconds(_ accuracy: Double?) -> Int { decimals(of: 30.92, 2...5, accuracy) }

  /// Of metres in a grid, which are whole as far as a metre is all that is known.
  static func ofGrid(_ accuracy: Double?) -> Int {
    accuracy.map { $0 >= 1 } ?? true ? 0 : decimals(of: 1, 0...3, accuracy)
  }

  /// Of a height, or of an accuracy itself.
  package static func ofMetres(_ accuracy: Double?) -> Int {
    guard let accuracy else { return 1 }
    return accuracy < 0.0995 ? 3 : accuracy < 0.995 ? 2 : 1
  }

  /// Metres of accuracy with the digits that they are worth, rounded up: nothing is claimed that is not so.
  package static func roundedUp(_ accuracy: Double) -> String {
    let decimals = ofMetres(accuracy)
    let power = [1.0, 10, 100, 1000][decimals]
    // 3.6 is a little more than 36 tenths.
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
