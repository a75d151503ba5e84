/// Text in text, byte by byte.
///
/// Swift's own `contains("SHORT")` and `replacing(_:with:)` bring along the engine of regular expressions, which is
/// 1.3 MB of a program that holds its library itself.
extension String {
  /// Whether some text occurs in this one; no text at all occurs in each.
  package func holds(_ part: String) -> Bool { part.isEmpty || !places(of: part).isEmpty }

  /// This text with another in the place of some part, wherever that occurs.
  package func with(_ other: String, inPlaceOf part: String) -> String {
    var text = ""
    var end = startIndex
    for place in places(of: part) {
      text += self[end..<place.lowerBound] + other
      end = place.upperBound
    }
    return text + self[end...]
  }

  /// The places of some text, from the front; they do not overlap.
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
