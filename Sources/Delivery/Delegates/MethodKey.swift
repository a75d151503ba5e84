/// What tells one token from another: where it is written, its name, and the types of its arguments.
///
/// A computed token is made anew each time it is used, always in the same place of the source. The name alone would not do: a token that
/// was copied and kept its name would hear the calls of the other.
struct MethodKey: Hashable {
  let name: String
  let arguments: ObjectIdentifier
  let place: SourcePlace

  func hash(into hasher: inout Hasher) {
    // Two tokens seldom share a line, so the texts are left to the comparison: a key is hashed in each call of a delegate method.
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
