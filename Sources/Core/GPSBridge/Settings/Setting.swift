internal import GNSS
internal import GPSBase
internal import UBX

/// A setting of a receiver, with the type of its values.
///
/// ```swift
/// try await receiver[.updateRate].set(.hertz(5))
/// try await receiver[.model].set(.automotive)
/// print(receiver[.sbas].value ?? "not known yet")
/// ```
///
/// Each setting is one row, with its names, its form in records, and its UBX messages. The library needs no
/// other data about it.
public struct Setting<Value: Sendable & Hashable>: Sendable, AnySetting {
  /// The kind of the setting, without the type of its values.
  public let kind: SettingKind
  private let content: @Sendable (Value) -> any SettingContent
  /// The setting in an error message, such as `the minimum elevation`.
  let subject: String
  /// The setting in a table.
  let title: String
  /// Whether the setting shows in the receiver's output, without a query.
  let showsByItself: Bool
  /// The key of the value in a record.
  let key: String
  /// The text after a value.
  let unit: String
  let ubx: SettingForm<Value>

  init(
    _ kind: SettingKind, _ subject: String, title: String? = nil, showsByItself: Bool = false,
    key: String = "value", unit: String = "", ubx: SettingForm<Value>
  ) where Value: SettingContent {
    (self.kind, self.subject, content) = (kind, subject, { $0 })
    self.title = title ?? kind.rawValue.with(" ", inPlaceOf: "_")
    (self.showsByItself, self.key, self.unit, self.ubx) = (showsByItself, key, unit, ubx)
  }

  /// The setting with a value, for lists of values of different types.
  ///
  /// ```swift
  /// options.profile = [Setting.updateRate(.hertz(5)), Setting.model(.automotive)]
  /// ```
  public func callAsFunction(_ value: Value) -> SettingValue { SettingValue(kind, content(value)) }

  var row: Self { self }

  func queries(_ identity: ReceiverIdentity) -> [SettingRequest] { ubx.queries(identity) }

  func requests(
    for value: SettingValue, _ identity: ReceiverIdentity
  ) throws(LocationError) -> [SettingRequest] {
    guard let value = value[self] else { return [] }
    return try ubx.requests(value, identity)
  }

  func value(in readings: [[Message?]], of identity: ReceiverIdentity) -> SettingValue? {
    readings.reversed().lazy.compactMap { ubx.read($0, identity) }.first.map { self($0) }
  }
}

extension SettingValue {
  /// The value of a setting; nil if this is a value of another setting.
  public subscript<Value>(setting: Setting<Value>) -> Value? {
    kind == setting.kind ? content as? Value : nil
  }
}

/// A setting without the type of its values.
protocol AnySetting<Value>: Sendable {
  associatedtype Value: Sendable & Hashable
  var kind: SettingKind { get }
  var subject: String { get }
  var title: String { get }
  var showsByItself: Bool { get }
  var key: String { get }
  var unit: String { get }
  /// The requests that read the setting; empty if the line shows the setting anyway.
  func queries(_ identity: ReceiverIdentity) -> [SettingRequest]
  /// The requests that set a value, in the order of applying them; throws if this receiver can't have it.
  func requests(for value: SettingValue, _ identity: ReceiverIdentity) throws(LocationError)
    -> [SettingRequest]
  /// The value in the answers to the last request that has it; nil if none has.
  func value(in readings: [[Message?]], of identity: ReceiverIdentity) -> SettingValue?
  var row: Setting<Value> { get }
}

/// A setting in UBX: the requests that read it and set it, and how to read the answers.
///
/// Nothing is guessed: a value that a receiver can't have is refused before anything is sent.
struct SettingForm<Value: Sendable & Hashable>: Sendable {
  let queries: @Sendable (ReceiverIdentity) -> [SettingRequest]
  let requests: @Sendable (Value, ReceiverIdentity) throws(LocationError) -> [SettingRequest]
  let read: @Sendable ([Message?], ReceiverIdentity) -> Value?

  /// A setting with the same type of values in UBX.
  init(_ setting: MessageSetting<Value>) {
    self.init({ _ in setting }, get: { value, _ in value }, set: { value, _ in value })
  }

  /// A number from a range.
  init(_ setting: MessageSetting<Int>, _ range: ClosedRange<Int>) where Value == Int {
    self.init(
      { _ in setting }, get: { value, _ in value },
      set: { value, _ throws(LocationError) in
        guard range.contains(value) else {
          throw .unsupported("\(value) is not from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
      })
  }

  /// A setting that depends on the receiver, or has another type of values in UBX.
  ///
  /// - Parameters:
  ///   - isAsked: Whether a receiver can be asked for it.
  ///   - before: The requests to send before the one for the setting itself.
  ///   - setting: The setting of a receiver.
  ///   - get: Converts a value that the receiver reported; nil if the type can't represent it.
  ///   - set: Converts a value to set, or throws an error if the receiver can't have it.
  init<Raw>(
    isAsked: @escaping @Sendable (ReceiverIdentity) -> Bool = { _ in true },
    before: @escaping @Sendable (Value, ReceiverIdentity) -> [SettingRequest] = { _, _ in [] },
    _ setting: @escaping @Sendable (ReceiverIdentity) -> MessageSetting<Raw>,
    get: @escaping @Sendable (Raw, ReceiverIdentity) -> Value?,
    set: @escaping @Sendable (Value, ReceiverIdentity) throws(LocationError) -> Raw
  ) {
    queries = { isAsked($0) ? [setting($0).query] : [] }
    requests = { value, identity throws(LocationError) in
      before(value, identity) + [setting(identity).request(try set(value, identity))]
    }
    read = { answers, identity in
      setting(identity).value(in: answers, identity.table).flatMap { get($0, identity) }
    }
  }
}
