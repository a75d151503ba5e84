/// Substring search, byte by byte.
///
/// Swift's `contains("SHORT")` and `replacing(_:with:)` link the regular expression engine, which adds 1.3 MB
/// to a statically linked program; Scripts/release.sh refuses that.
extension String {
  /// Returns whether a text occurs in this one; the empty text always does.
  package func holds(_ part: String) -> Bool { part.isEmpty || !places(of: part).isEmpty }

  /// Returns this text with each occurrence of a part replaced.
  package func with(_ other: String, inPlaceOf part: String) -> String {
    var (text, end) = ("", startIndex)
    for place in places(of: part) {
      text += self[end..<place.lowerBound] + other
      end = place.upperBound
    }
    return text + self[end...]
  }

  /// The ranges of a text in this one, in order and without overlaps.
  private func places(of part: String) -> [Range<Index>] {
    guard !part.isEmpty else { return [] }
    var found: [Range<Index>] = []
    var start = startIndex
    while let end = utf8.index(start, offsetBy: part.utf8.count, limitedBy: endIndex) {
      let isFound = utf8[start..<end].elementsEqual(part.utf8)
      if isFound { found.append(start..<end) }
      start = isFound ? end : utf8.index(after: start)
    }
    return found
  }
}
