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
  var wire: [UInt8] {
    line.hasPrefix("$") ? Array(line.utf8) + [0x0D, 0x0A] : TestSupport.wire(line)
  }

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
    let fields = told(fieldsOf: content)
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

/// A value of this module that tells itself as text; nil if it says nothing.
private protocol Told { var told: String? { get } }

extension SparseDecimal: Told { fileprivate var told: String? { wrappedValue.map { "\($0)" } } }
extension SparseInteger: Told { fileprivate var told: String? { wrappedValue.map { "\($0)" } } }
extension SparseCode: Told { fileprivate var told: String? { wrappedValue.map { "\($0.rawValue)" } } }
extension SparseIntegers: Told {
  fileprivate var told: String? { list((0..<capacity).map { self[$0] as Any }) }
}
extension ModeList: Told { fileprivate var told: String? { list((0..<count).map { self[$0] as Any }) } }
extension FieldText: Told { fileprivate var told: String? { isEmpty ? nil : description } }
extension TimeOfDay: Told { fileprivate var told: String? { description } }
extension DayMonthYear: Told { fileprivate var told: String? { description } }

private func told(_ value: Any) -> String? {
  switch value {
  case let value as any Told: return value.told
  case let value as any RawRepresentable: return letter(value)
  case let values as [Any]: return list(values)
  case let number as any BinaryInteger: return "\(number)"
  case let flag as Bool: return flag ? "yes" : nil
  default:
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "(\(told(fieldsOf: value)))" }
    return mirror.children.first.flatMap { told($0.value) }
  }
}

/// The names and values of all fields that say something.
private func told(fieldsOf content: Any) -> String {
  let fields = Mirror(reflecting: content).children.compactMap { name, value -> String? in
    guard let name, name != "talker", let text = told(value) else { return nil }
    return "\(name.drop { $0 == "_" }) \(text)"
  }
  return fields.joined(separator: ", ")
}

/// The values in brackets, without those at the end that say nothing.
private func list(_ values: [Any]) -> String? {
  var texts = values.map { told($0) ?? "-" }
  while texts.last == "-" { texts.removeLast() }
  return texts.isEmpty ? nil : "[\(texts.joined(separator: " "))]"
}

/// A letter as such, any other number as a number.
private func letter(_ value: some RawRepresentable) -> String {
  guard let byte = value.rawValue as? UInt8, 0x20..<0x7F ~= byte else { return "\(value.rawValue)" }
  return "\(Unicode.Scalar(byte))"
}
