/// Where a listener begins: after the last id it received, or with the current state.
enum EventStart: Sendable, Hashable {
  /// It sent no id, or an invalid one.
  case new
  /// It continues after a record of this start; `missed` are records that have been dropped.
  case resumed(next: Int, missed: Range<Int>?)
  /// Its id is from another start of the program, or larger than any of this one.
  case unknownID

  /// Parses the last id that a listener received.
  init(_ last: String?, in ring: RecordRing) {
    guard let last, !last.isEmpty else {
      self = .new
      return
    }
    let parts = last.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == ring.boot, let number = Int(parts[1]), number >= 0, number < ring.next
    else {
      self = .unknownID
      return
    }
    let next = number + 1
    self =
      next < ring.oldest
      ? .resumed(next: ring.oldest, missed: next..<ring.oldest) : .resumed(next: next, missed: nil)
  }
}
