/// How much of a stream made sense, in words.
package enum GoodPart {
  /// `98 % ok`; all but one of a thousand is not all.
  package static func words(_ part: Double) -> String {
    "\(part == 1 ? 100 : min(99, Int((part * 100).rounded()))) % ok"
  }

  /// Remarks beside the counts of a stream: sentences that were cut, and the part that made sense.
  package static func remarks(cut: Int, _ part: Double?) -> [String] {
    guard let part, part < 1 else { return [] }
    return (cut > 0 ? ["\(cut) cut off"] : []) + [words(part)]
  }
}
