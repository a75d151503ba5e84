/// What tells one token from another: where it is written, its name, and the types of its arguments.
///
/// A computed token is made anew each time it is used, always in the same place of the source. The name alone would not
/// do: a token that was copied and kept its name would hear the calls of the other.
struct MethodKey: Hashable {
  let name: String
  let arguments: ObjectIdentifier
  let place: SourcePlace

  func hash(into hasher: inout Hasher) {
    // A key is hashed in each call of a delegate method. Two tokens seldom share a line, so texts are only compared.
    hasher.combine(arguments)
    hasher.combine(place.line)
    hasher.combine(place.column)
  }
}

/// A place in the source of a program.
struct SourcePlace: Hashable {
  let file: String
  let line: Int
  let column: Int
}
