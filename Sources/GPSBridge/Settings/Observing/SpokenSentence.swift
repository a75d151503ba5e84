/// A vendor's sentence or a text, cut at its commas: all that says something of a receiver's dialect and settings.
struct SpokenSentence: Sendable, Hashable {
  /// What stands in front of the first comma.
  let tag: String
  /// What stands behind it, field by field.
  let fields: [String]

  /// Cuts a sentence from `$` to its checksum; nil for the many that are of no interest here.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 6, bytes[0] == UInt8(ascii: "$") else { return nil }
    guard bytes[1] == UInt8(ascii: "P") || bytes[3..<6].elementsEqual("TXT".utf8) else { return nil }
    let body = bytes.dropFirst().prefix { $0 != UInt8(ascii: "*") }
    let parts = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    tag = parts[0]
    fields = Array(parts.dropFirst())
  }

  /// What a text says to a person, if this is one.
  var text: String? {
    if tag == "PSRFTXT" { return fields.joined(separator: ",") }
    guard tag.hasSuffix("TXT"), tag.count == 5, fields.count > 3 else { return nil }
    return fields.dropFirst(3).joined(separator: ",")
  }
}
