import NMEA
import TestSupport
import Testing

/// A sentence, and what it says.
///
/// The tables are texts. A line begins a case: a sentence as a receiver sent it, from `$` to the checksum, or
/// only its body. After `= ` comes a sentence that is also written like that. The indented lines below tell its
/// type and the fields that say something, and behind a semicolon the field that could not be read; or why it
/// is refused. Other comments begin with `#`.
struct SentenceCase: Sendable, CustomTestStringConvertible {
  /// The sentence, as in the table.
  let line: String
  /// Whether it is written as it is read.
  let isWritten: Bool
  /// What must be read from it.
  var says: String

  var testDescription: String { line }

  /// The sentence, complete.
  var wire: [UInt8] { line.hasPrefix("$") ? Array(line.utf8) + [0x0D, 0x0A] : TestSupport.wire(line) }

  /// The sentence between `$` and `*`.
  var body: [UInt8] { Array(wire.dropFirst().prefix { $0 != UInt8(ascii: "*") }) }

  /// Reads a table.
  static func table(_ text: String) -> [SentenceCase] {
    var cases: [SentenceCase] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("  ") {
        cases[cases.count - 1].says += (cases[cases.count - 1].says.isEmpty ? "" : " ") + line.dropFirst(2)
      } else {
        let isWritten = line.hasPrefix("= ")
        cases.append(
          SentenceCase(line: String(line.dropFirst(isWritten ? 2 : 0)), isWritten: isWritten, says: ""))
      }
    }
    return cases
  }
}

/// What a sentence says, as in the tables.
func meaning(of body: [UInt8]) -> String {
  do {
    var fault: FieldFault?
    guard let content = try Sentence(body: body.span, fault: &fault).content else { return "unknown" }
    let fields = FieldDescription.text(ofFieldsIn: content)
    let note = fault.map { "; field \($0.field) \($0.reason)" } ?? ""
    return "\(name(of: type(of: content))): \(fields.isEmpty ? "nothing" : fields)\(note)"
  } catch {
    switch error {
    case .tooFewFields(let found, let expected): return "refused: \(found) of \(expected) fields"
    case .field(let fault): return "refused: field \(fault.field) \(fault.reason)"
    default: return "refused: \(error)"
    }
  }
}

/// The name of a type as in the tables.
func name(of type: any SentenceContent.Type) -> String {
  switch type {
  case is BWC.Type: "BWC"
  case is BWR.Type: "BWR"
  default: "\(type)"
  }
}
