/// How a cell looks beside its character.
///
/// Eight inks that every terminal has; what they mean is decided here, and never by colour alone: each state that has
/// an ink has a word, too.
package struct Style: Hashable, Sendable {
  /// The meaning of a colour.
  package enum Ink: UInt8, Hashable, Sendable, CaseIterable {
    case plain
    /// Frames, labels and other less important text.
    case quiet
    case good
    case warning
    case bad
    /// For the thing that the eye should find first.
    case accent
    case second
    case third
  }

  package var ink = Ink.plain
  package var isBold = false
  package var isReversed = false

  package init(
    ink: Ink = .plain, isBold: Bool = false, isReversed: Bool = false
  ) {
    self.ink = ink
    self.isBold = isBold
    self.isReversed = isReversed
  }

  package static let plain = Style()
  package static let quiet = Style(ink: .quiet)
  package static let bold = Style(isBold: true)
  package static let title = Style(ink: .accent, isBold: true)
}

extension Style {
  /// The numbers that a terminal understands, the reset in front: `0;1;32`.
  ///
  /// Without colour only weight and reversal are left.
  package func codes(isColoured: Bool) -> String {
    var codes = "0"
    if isBold { codes += ";1" }
    if isReversed { codes += ";7" }
    guard isColoured else { return codes }
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
