/// The name that somebody may have meant.
enum NearestName {
  /// The nearest of some names, or nil where none is near enough to be worth a word.
  static func find(to written: String, among names: [String]) -> String? {
    // A name of which the beginning was written is meant for sure.
    if written.count > 2, let longer = names.first(where: { $0.hasPrefix(written) }) { return longer }
    let near = names.map { ($0, distance(Array(written.utf8), Array($0.utf8))) }.min { $0.1 < $1.1 }
    guard let near, near.1 <= max(1, near.0.utf8.count / 3) else { return nil }
    return near.0
  }

  /// How many letters must be put in, left out, changed, or swapped with their neighbour.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    // Nobody means a short name by a long text, and the table would be large.
    guard a.count <= 64, b.count <= 64 else { return .max }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [Int](repeating: i + 1, count: b.count + 1)
      for j in 0..<b.count {
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
