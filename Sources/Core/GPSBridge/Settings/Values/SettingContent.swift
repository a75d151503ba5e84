public import GNSS
internal import GPSBase
internal import UBX

/// A value of a setting, as text for people and as a part of a record.
protocol SettingContent: Sendable, Hashable {
  var words: String { get }
  var record: SettingRecord { get }
  /// Whether two values are equal, within what observation can show.
  func resembles(_ other: any SettingContent) -> Bool
}

extension SettingContent {
  var words: String { "\(self)" }
  var record: SettingRecord { .word(words) }
  func equals(_ other: any SettingContent) -> Bool { other as? Self == self }
  func resembles(_ other: any SettingContent) -> Bool { equals(other) }
}

package enum SettingRecord: Sendable, Hashable {
  /// A number with this many decimals.
  case number(Double, decimals: Int)
  case whole(Int)
  case word(String)
  /// Words, in any order.
  case list([String])
  case systems(Set<Constellation>)
}

extension Int: SettingContent {
  var record: SettingRecord { .whole(self) }
}

extension Bool: SettingContent {
  var words: String { self ? "on" : "off" }
}

extension UpdateRate: SettingContent {
  var record: SettingRecord { .number(hertz, decimals: 3) }
  func resembles(_ other: any SettingContent) -> Bool { (other as? Self).map(resembles) ?? false }
}

extension Set<Constellation> {
  /// The names in alphabetical order.
  var inWords: String { map { "\($0)" }.sorted().joined(separator: " ") }
}

extension Set: SettingContent where Element: SettingElement {
  var words: String { isEmpty ? "none" : Element.words(self) }
  var record: SettingRecord { Element.record(self) }
}

/// A value of which a setting has a set.
protocol SettingElement: Sendable, Hashable {
  static func words(_ set: Set<Self>) -> String
  static func record(_ set: Set<Self>) -> SettingRecord
}

extension OutputSentence: SettingElement {
  static func words(_ set: Set<OutputSentence>) -> String { set.inWords }
  static func record(_ set: Set<OutputSentence>) -> SettingRecord { .list(set.map(\.rawValue)) }
}

extension MessageKind: SettingElement {
  static func words(_ set: Set<MessageKind>) -> String { set.map(\.word).sorted().joined(separator: " ") }
  static func record(_ set: Set<MessageKind>) -> SettingRecord { .list(set.map(\.word)) }
}

extension Constellation: SettingElement {
  static func words(_ set: Set<Constellation>) -> String { set.inWords }
  static func record(_ set: Set<Constellation>) -> SettingRecord { .systems(set) }
}

extension DynamicModel: SettingContent {
  var words: String { name.with(" ", inPlaceOf: "_") }
  var record: SettingRecord { .word(name) }
}

extension SettingContent where Self: RawRepresentable, RawValue == String {
  var words: String { rawValue }
}

extension OutputLanguage: SettingContent {}
extension PowerMode: SettingContent {}

extension SentenceVersion: SettingContent {
  var words: String { name }
}

extension TimePulse: SettingContent {}
extension SurveyedPlace: SettingContent {}
