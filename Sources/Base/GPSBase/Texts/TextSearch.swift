/// Substring search, byte by byte.
///
/// Swift's `contains("SHORT")` and `replacing(_:with:)` link the regular expression engine, which adds 1.3 MB
/// to a statically linked program.
extension String {
  /// Returns whether a text occurs in this one; the empty text always does.
  package func holds(_ part: String) -> Bool { part.isEmpty || !places(of: part).isEmpty }

  /// Returns this text with each occurrence of a part replaced.
  package func with(_ other: String, inPlaceOf part: String) -> String {
    var text = ""
    var end = startIndex
    for place in places(of: part) {
      text += self[end..<place.lowerBound] + other
      end = place.upperBound
    }
    return text + self[end...]
  }

  /// The ranges of a text in this one, in order and without overlaps.
  private func places(of part: String) -> [Range<Index>] {
    let (bytes, count) = (utf8, part.utf8.count)
    guard let first = part.utf8.first else { return [] }
    var found: [Range<Index>] = []
    var start = startIndex
    while let candidate = bytes[start...].firstIndex(of: first),
      let end = bytes.index(candidate, offsetBy: count, limitedBy: endIndex)
    {
      if bytes[candidate..<end].elementsEqual(part.utf8) {
        found.append(candidate..<end)
        start = end
      } else {
        start = bytes.index(after: candidate)
      }
    }
    return found
  }
}
