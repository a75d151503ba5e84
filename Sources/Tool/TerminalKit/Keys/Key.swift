/// What somebody has pressed.
package enum Key: Hashable, Sendable {
  case character(Unicode.Scalar)
  case escape, enter, tab, backTab, backspace
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// Ctrl-L.
  case refresh
}
