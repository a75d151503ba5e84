/// One place of the screen.
package struct Cell: Hashable, Sendable {
  /// What stands there; the right half of a wide character has none.
  package var scalar: Unicode.Scalar?
  package var style = Style.plain

  package static let blank = Cell(scalar: " ")
}
