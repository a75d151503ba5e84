package import GNSS

/// Days as people write them, in every flag: `2026-11-20`.
package enum DayText {
  /// The form of a day, for messages.
  package static let form = "a day is written YYYY-MM-DD"

  /// Reads a day; nil for anything else.
  package static func parse(_ text: some StringProtocol) -> CivilDate? {
    let numbers = numbers(text, "-", digits: [4, 2, 2])
    guard numbers.count == 3 else { return nil }
    return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// Whether a text has the form of a day, which the calendar need not have.
  package static func isFormed(_ text: some StringProtocol) -> Bool {
    !numbers(text, "-", digits: [4, 2, 2]).isEmpty
  }

  /// Numbers of so many digits each; none where the form is another.
  package static func numbers(_ text: some StringProtocol, _ separator: Character, digits: [Int]) -> [Int] {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == digits, parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } })
    else { return [] }
    return parts.compactMap { Int($0) }
  }
}
