/// How often each name of a sentence came in an epoch; a burst has some dozen names at most.
struct SeenNames {
  private var names = InlineArray<24, UInt32>(repeating: 0)
  private var counts = InlineArray<24, UInt8>(repeating: 0)
  private var used = 0

  /// Counts a name, and answers how often it came before.
  ///
  /// Names beyond the table's room share its last place.
  mutating func add(_ name: UInt32) -> UInt8 {
    for index in 0..<used where names[index] == name {
      let before = counts[index]
      counts[index] = before == .max ? .max : before + 1
      return before
    }
    guard used < 24 else { return .max }
    names[used] = name
    counts[used] = 1
    used += 1
    return 0
  }

  /// How often a name came.
  func count(of name: UInt32) -> Int {
    for index in 0..<used where names[index] == name { return Int(counts[index]) }
    return 0
  }
}
