/// Formats counts with their nouns.
package enum Plural {
  package static func of(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
