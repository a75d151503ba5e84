/// Where a listener begins: by the id that it had last, or with what is known now.
enum EventStart: Sendable, Hashable {
  /// It never listened, or told an id that is none.
  case afresh
  /// It goes on behind a record of this start; the numbers that are gone come first.
  case resumed(next: Int, missed: Range<Int>?)
  /// Its id is of another start of the program, or of a future that this one has not had.
  case stranger

  /// Reads the id that a listener says it had last.
  init(_ last: String?, in ring: RecordRing) {
    guard let last, !last.isEmpty else {
      self = .afresh
      return
    }
    let parts = last.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == ring.boot, let number = Int(parts[1]), number >= 0,
      number < ring.next
    else {
      self = .stranger
      return
    }
    let next = number + 1
    self =
      next < ring.oldest
      ? .resumed(next: ring.oldest, missed: next..<ring.oldest) : .resumed(next: next, missed: nil)
  }
}
