internal import Texts

/// Sentences without what tells where somebody is.
///
/// Only what certainly tells nothing stays: everything else is reduced to its name and its length. The heights and directions of
/// the satellites tell the place as well, to a few kilometres.
enum SentenceRedaction {
  /// Sentences of which every field may stay.
  private static let harmless: Set<String> = ["GSA", "TXT", "ZDA", "GST", "GBS"]
  /// Answers to commands, and greetings.
  private static let vendors = ["PMTK001", "PMTK010", "PMTK011", "PMTK705", "PSRFTXT", "PCAS"]

  static func redacted(_ bytes: [UInt8]) -> String {
    let text = ShownText.of(bytes)
    let body = text.dropFirst().prefix { $0 != "*" && $0 != "," }
    if vendors.contains(where: { body.hasPrefix($0) }) { return text }
    if body.count == 5, !body.hasPrefix("P") {
      let kind = String(body.suffix(3))
      if harmless.contains(kind) { return text }
      if kind == "GSV" { return skies(text) }
    }
    // A name is short and begins with letters; anything else may be a position that has lost its commas.
    let isName =
      body.count <= 8 && body.prefix(2).allSatisfy(\.isLetter)
      && body.allSatisfy { $0.isLetter || $0.isNumber }
    let name = isName ? String(body) : "?"
    return "$\(name),(\(bytes.count) bytes left out)"
  }

  /// Numbers and signals stay; heights and directions don't.
  private static func skies(_ text: String) -> String {
    let parts = text.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
    // Behind four fields stand four of each satellite: number, height, direction, signal.
    return parts.enumerated().map { index, field in
      index >= 4 && index + 1 < parts.count && [1, 2].contains((index - 4) % 4) && !field.isEmpty
        ? "x" : String(field)
    }.joined(separator: ",") + "*xx"
  }
}
