internal import GPSBase

/// A setting of a receiver and its value.
///
/// ```swift
/// let wish = Setting.updateRate(.hertz(5))
/// wish[.updateRate]                       // 5 Hz
/// wish[.baudRate]                         // nil: it is another setting
/// ```
public struct SettingValue: Sendable, Hashable, CustomStringConvertible {
  /// The kind of the setting.
  public let kind: SettingKind
  /// The value alone; its type is that of the setting's row.
  let content: any SettingContent

  init(_ kind: SettingKind, _ content: any SettingContent) { (self.kind, self.content) = (kind, content) }

  /// Whether both have the same kind and value.
  public static func == (one: SettingValue, other: SettingValue) -> Bool {
    one.kind == other.kind && one.content.equals(other.content)
  }

  /// Hashes the kind and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    content.hash(into: &hasher)
  }

  /// Whether two values are equal, within what observation can show.
  func resembles(_ other: SettingValue) -> Bool {
    kind == other.kind && content.resembles(other.content)
  }

  /// The setting and its value as text.
  public var description: String { "\(kind.rawValue.with(" ", inPlaceOf: "_")): \(valueInWords)" }
}

/// A kind of receiver settings.
///
/// They are applied in the order of `allCases`: the line speed comes first, since other settings may need a
/// faster line.
public struct SettingKind: Sendable, Hashable {
  /// The position of the kind among all kinds.
  let place: UInt8
  private let name: StaticString

  init(_ place: UInt8, _ name: StaticString) { (self.place, self.name) = (place, name) }

  /// The name in records, such as `update_rate`.
  public var rawValue: String { name.description }

  /// Whether both are the same kind.
  public static func == (one: SettingKind, other: SettingKind) -> Bool { one.place == other.place }
  /// Hashes the place.
  public func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

/// At most one value for each setting; the list is short enough for linear search.
struct SettingValues: Sendable {
  private var values: [SettingValue] = []

  subscript(kind: SettingKind) -> SettingValue? {
    get { values.first { $0.kind == kind } }
    set {
      values.removeAll { $0.kind == kind }
      if let newValue { values.append(newValue) }
    }
  }
}
