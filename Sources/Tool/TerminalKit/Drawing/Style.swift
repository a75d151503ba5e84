/// The appearance of a cell besides its character.
///
/// It uses eight inks that every terminal has. Color is never alone: each state with an ink has a word too.
package struct Style: Hashable, Sendable {
  /// The meaning of a color.
  package enum Ink: UInt8, Hashable, Sendable, CaseIterable {
    case plain
    /// Frames, labels and other less important text.
    case quiet
    case good
    case warning
    case bad
    /// For what should catch the eye first.
    case accent
    case second
    case third
  }

  package var ink = Ink.plain
  package var isBold = false
  package var isReversed = false

  package init(
    ink: Ink = .plain, isBold: Bool = false, isReversed: Bool = false
  ) { (self.ink, self.isBold, self.isReversed) = (ink, isBold, isReversed) }

  package static let plain = Style()
  package static let quiet = Style(ink: .quiet)
  package static let bold = Style(isBold: true)
  package static let title = Style(ink: .accent, isBold: true)

  /// The terminal's codes, beginning with a reset: `0;1;32`.
  ///
  /// Without color, only weight and reversal remain.
  package func codes(isColored: Bool) -> String {
    var codes = "0"
    if isBold { codes += ";1" }
    if isReversed { codes += ";7" }
    guard isColored else { return codes }
    switch ink {
    case .plain: break
    case .quiet: codes += ";90"
    case .good: codes += ";32"
    case .warning: codes += ";33"
    case .bad: codes += ";31"
    case .accent: codes += ";36"
    case .second: codes += ";35"
    case .third: codes += ";34"
    }
    return codes
  }
}
