/// One place of the screen.
struct Cell: Hashable, Sendable {
  /// What stands there; the right half of a wide character has none.
  var scalar: Unicode.Scalar?
  var style = Style.plain

  static let blank = Cell(scalar: " ")
}
