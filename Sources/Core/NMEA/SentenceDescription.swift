extension SentenceContent {
  /// The tag, and the names and values of the fields that are not empty.
  ///
  /// In Embedded Swift, which has no reflection, only the tag.
  public var description: String {
    let tag = FieldText.decoded(tag)
    #if hasFeature(Embedded)
    return tag
    #else
    let fields = FieldDescription.text(ofFieldsIn: self)
    return fields.isEmpty ? tag : "\(tag): \(fields)"
    #endif
  }
}

#if !hasFeature(Embedded)
extension Sentence: CustomStringConvertible {
  /// The tag, and the names and values of the fields that are not empty.
  public var description: String {
    if case .unknown(let sentence) = self { return FieldText.decoded(sentence.body) }
    return content?.description ?? ""
  }
}

/// A value of this module as text; nil if it is missing.
private protocol DescribedField { var text: String? { get } }

extension SparseDecimal: DescribedField { fileprivate var text: String? { wrappedValue.map { "\($0)" } } }
extension SparseInteger: DescribedField { fileprivate var text: String? { wrappedValue.map { "\($0)" } } }
extension SparseCode: DescribedField {
  fileprivate var text: String? { wrappedValue.map { "\($0.rawValue)" } }
}
extension SparseIntegers: DescribedField {
  fileprivate var text: String? { FieldDescription.list((0..<capacity).map { self[$0] as Any }) }
}
extension ModeList: DescribedField {
  fileprivate var text: String? { FieldDescription.list((0..<count).map { self[$0] as Any }) }
}
extension FieldText: DescribedField { fileprivate var text: String? { isEmpty ? nil : description } }
extension TimeOfDay: DescribedField { fileprivate var text: String? { description } }
extension DayMonthYear: DescribedField { fileprivate var text: String? { description } }

/// The fields of a sentence as people read them.
package enum FieldDescription {
  /// The names and values of all fields that are not empty, without the talker.
  package static func text(ofFieldsIn content: Any) -> String {
    let fields = Mirror(reflecting: content).children.compactMap { name, value -> String? in
      guard let name, name != "talker", let text = text(of: value) else { return nil }
      return "\(name.drop { $0 == "_" }) \(text)"
    }
    return fields.joined(separator: ", ")
  }

  private static func text(of value: Any) -> String? {
    switch value {
    case let value as any DescribedField: return value.text
    case let value as any RawRepresentable: return letter(value)
    case let values as [Any]: return list(values)
    case let number as any BinaryInteger: return "\(number)"
    case let flag as Bool: return flag ? "yes" : nil
    default:
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else { return "(\(text(ofFieldsIn: value)))" }
      return mirror.children.first.flatMap { text(of: $0.value) }
    }
  }

  /// The values in brackets, without missing ones at the end.
  fileprivate static func list(_ values: [Any]) -> String? {
    var texts = values.map { text(of: $0) ?? "-" }
    while texts.last == "-" { texts.removeLast() }
    return texts.isEmpty ? nil : "[\(texts.joined(separator: " "))]"
  }

  /// A letter as such, any other number as a number.
  private static func letter(_ value: some RawRepresentable) -> String {
    guard let byte = value.rawValue as? UInt8, 0x20..<0x7F ~= byte else { return "\(value.rawValue)" }
    return "\(Unicode.Scalar(byte))"
  }
}
#endif
