internal import GPSBase
internal import GPSBridge

/// A condition on the fields of a record: `speed_mps > 3 and h_acc_m < 10 or verdict = jammed`.
///
/// Comparisons are joined by `and` and `or`; `and` binds more tightly, and there are no parentheses and no
/// functions. An unknown field satisfies no comparison, not even `!=`.
package struct FieldExpression: Hashable, Sendable {
  package enum Field: Hashable, Sendable {
    case fix(FixKey)
    case verdict

    package static let names = FixKey.allCases.map(\.rawValue) + ["verdict"]

    init?(_ name: String) {
      if name == "verdict" {
        self = .verdict
      } else if let key = FixKey(rawValue: name) {
        self = .fix(key)
      } else {
        return nil
      }
    }
  }

  package enum Kind {
    case number
    case words([String])
    /// A time in the form of this one.
    case time(String)
  }

  private enum Relation: String, CaseIterable {
    case atMost = "<="
    case atLeast = ">="
    case differs = "!="
    case equals = "="
    case less = "<"
    case greater = ">"

    func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
      switch self {
      case .atMost: a <= b
      case .atLeast: a >= b
      case .differs: a != b
      case .equals: a == b
      case .less: a < b
      case .greater: a > b
      }
    }
  }

  private struct Comparison: Hashable {
    var field: Field
    var relation: Relation
    var value: Scalar
  }

  package struct Fault: Error, Hashable {
    /// The fault and the expected form.
    package let message: String
    /// The unknown field; nil for other faults.
    package var unknownField: String?
  }

  /// Alternatives, each a list of comparisons that must all hold.
  private var alternatives: [[Comparison]] = []
  /// The text that was read.
  package let text: String

  /// Whether the values satisfy the expression; an unknown value satisfies nothing.
  package func holds(_ value: (Field) -> Scalar?) -> Bool {
    alternatives.contains { $0.allSatisfy { Self.holds($0, value($0.field)) } }
  }

  private static func holds(_ comparison: Comparison, _ value: Scalar?) -> Bool {
    switch (value, comparison.value) {
    case (.number(let found), .number(let wanted)): comparison.relation.holds(found, wanted)
    case (.count(let found), .number(let wanted)): comparison.relation.holds(Double(found), wanted)
    case (.text(let found), .text(let wanted)): comparison.relation.holds(found, wanted)
    case (.truth, .text(let wanted)): comparison.relation.holds("true", wanted)
    default: false
    }
  }

  package init(reading text: String) throws(Fault) {
    self.text = text
    guard text.utf8.count <= 1000 else { throw Fault(message: "the expression has more than 1000 bytes") }
    var tokens = Self.tokens(of: text)[...]
    guard !tokens.isEmpty else { throw Fault(message: "the expression is empty") }
    var open: [Comparison] = []
    while true {
      open.append(try Self.comparison(&tokens))
      guard let word = tokens.popFirst() else { break }
      switch word {
      case "and": continue
      case "or":
        alternatives.append(open)
        open = []
      default: throw Fault(message: "\(Self.shown(word)) stands where 'and' or 'or' is expected")
      }
    }
    alternatives.append(open)
  }

  private static func comparison(_ tokens: inout ArraySlice<String>) throws(Fault) -> Comparison {
    guard let name = tokens.popFirst() else { throw Fault(message: "a comparison is missing at the end") }
    guard let field = Field(name) else {
      throw Fault(message: "\(shown(name)) is not a field of a record", unknownField: name)
    }
    guard let sign = tokens.popFirst(), let relation = Relation(rawValue: sign == "==" ? "=" : sign) else {
      throw Fault(message: "after \(name) one of = != < <= > >= is expected")
    }
    guard let word = tokens.popFirst() else {
      throw Fault(message: "after \(name) \(sign) a value is missing")
    }
    switch field.kind {
    case .number:
      guard let number = Double(word), number.isFinite else {
        throw Fault(message: "\(name) is a number, and \(shown(word)) is not")
      }
      return Comparison(field: field, relation: relation, value: .number(number))
    case .words(let words):
      guard relation == .equals || relation == .differs else {
        throw Fault(message: "\(name) is a word and has no order: use = or !=")
      }
      guard words.contains(word) else {
        throw Fault(message: "\(name) is never \(shown(word)); it is \(words.joined(separator: ", "))")
      }
      return Comparison(field: field, relation: relation, value: .text(word))
    case .time(let form):
      // A record has milliseconds, and the order of texts is the order of times only in the same form.
      let text =
        word.hasSuffix("Z") && word.utf8.count == form.utf8.count - 4 ? word.dropLast() + ".000Z" : word
      let isFormed = zip(text.utf8, form.utf8).allSatisfy { isDigit($0) ? isDigit($1) : $0 == $1 }
      guard isFormed, text.utf8.count <= form.utf8.count else {
        throw Fault(message: "\(name) is a time such as \(form) or its beginning, and \(shown(word)) is not")
      }
      guard text.utf8.count == form.utf8.count || relation != .equals && relation != .differs else {
        throw Fault(message: "\(name) has milliseconds, such as \(form): use < or > with its beginning")
      }
      return Comparison(field: field, relation: relation, value: .text(text))
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static func shown(_ word: String) -> String { "'\(VisibleText.replaced(word, limit: 40))'" }

  /// Words and signs; blanks around a sign are optional.
  private static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var rest = Substring(text)
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first else { return tokens }
      let isSign = "<>=!".contains(first)
      let token = rest.prefix { !$0.isWhitespace && "<>=!".contains($0) == isSign }
      tokens.append(String(token))
      rest = rest.dropFirst(token.count)
    }
  }
}

extension FieldExpression.Field {
  package var kind: FieldExpression.Kind {
    guard case .fix(let key) = self else { return .words(Verdict.Code.allCases.map(\.rawValue)) }
    return switch key {
    case .time, .received: .time("2026-11-24T09:30:00.000Z")
    case .timeOfDay: .time("09:30:00.000Z")
    case .state: .words(Freshness.allCases.map(\.rawValue) + ["recorded"])
    case .mode: .words(FixMode.all.map(\.word))
    case .quality: .words(FixQuality.all.map(\.word))
    case .accuracySource: .words(["gst", "receiver", "dop"])
    case .refused: .words(["implausible"])
    case .suspect: .words(["spoofed"])
    case .simulated: .words(["true"])
    case .epoch, .age, .latitude, .longitude, .altitude, .ellipsoidalAltitude, .geoidSeparation, .speed,
      .course,
      .climb, .magneticVariation, .horizontalAccuracy, .verticalAccuracy, .accuracyConfidence,
      .horizontalDilution, .verticalDilution, .positionDilution, .timeDilution, .satellitesUsed,
      .satellitesSeen,
      .differentialAge, .differentialStation:
      .number
    }
  }
}
