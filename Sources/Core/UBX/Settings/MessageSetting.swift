/// A setting of u-blox receivers: its field in an older message, and its keys since u-blox 9.
///
/// Every setting works the same way: send the queries, and compute the missing commands from the answers. A setting
/// that already has the requested value needs no command, so repeating the queries verifies the commands.
///
/// ```swift
/// let table = SettingTable(.ublox8, on: .usb)
/// var talk = SettingTalk([MessageSetting.model.request(.automotive)], table)
/// // … lead the talk to its end, then:
/// MessageSetting.model.value(in: talk.outcome.readings[0], table)         // automotive
/// ```
package struct MessageSetting<Value: Sendable & Hashable>: Sendable {
  let messages: @Sendable (SettingTable) -> OlderMessages
  let values: ValueForm<Value>
  /// Whether a receiver may refuse a query for this setting.
  ///
  /// Some settings have two variants, of which a receiver has one, and no firmware supports all messages of
  /// its generation.
  let mayBeRefused: @Sendable (SettingTable) -> Bool
  /// The speed that the line has to change to for a value; nil for a setting that leaves the line as it is.
  let speed: (@Sendable (Value) -> UInt32)?

  /// Makes a row from the messages up to u-blox 8, and the setting's values since u-blox 9.
  init(
    in messages: @escaping @Sendable (SettingTable) -> OlderMessages, _ values: ValueForm<Value>,
    mayBeRefused: @escaping @Sendable (SettingTable) -> Bool = { _ in false },
    speed: (@Sendable (Value) -> UInt32)? = nil
  ) { (self.messages, self.values, self.mayBeRefused, self.speed) = (messages, values, mayBeRefused, speed) }

  /// Makes a row from the one message that has the setting's fields, and from its values.
  init<Content: KeyedMessage>(
    _ content: Content.Type, _ values: ValueForm<Value>,
    mayBeRefused: @escaping @Sendable (SettingTable) -> Bool = { _ in false },
    speed: (@Sendable (Value) -> UInt32)? = nil
  ) {
    self.init(
      in: { OlderMessages(content, [Content.item($0)]) }, values, mayBeRefused: mayBeRefused, speed: speed)
  }

  /// The messages that read the current setting, in order.
  ///
  /// Pass the answers on in this order, with nil for a refused one.
  package func questions(_ table: SettingTable) throws(SettingTable.Refusal) -> [Message] {
    // A receiver that can't have the setting is not asked.
    let keys = try values.keys(table)
    guard table.generation.takesValues else { return messages(table).polls }
    return keys.map { keys in .cfgVALGET(CfgVALGET { $0.keys = keys }) }
  }

  /// The commands that are missing for a value; empty if nothing needs to change.
  package func commands(
    for value: Value, _ answers: [Message?], _ table: SettingTable
  ) throws(SettingTable.Refusal) -> [Message] {
    let present = present(answers, table)
    guard !present.isEmpty else { throw .nothingAnswered }
    let pairs = try values.pairs(table, value, present)
    guard table.generation.takesValues else {
      guard values.read(table, present) != value else { return [] }
      return answers.compactMap { $0.flatMap { messages(table).command($0, pairs) } }
    }
    let missing = pairs.filter { present[$0.key] != $0.bits }
    guard !missing.isEmpty else { return [] }
    return values.isSeparate ? missing.map { table.command([$0]) } : [table.command(missing)]
  }

  /// The current value according to the answers; nil if they do not contain it.
  package func value(in answers: [Message?], _ table: SettingTable) -> Value? {
    values.read(table, present(answers, table))
  }

  private func present(_ answers: [Message?], _ table: SettingTable) -> PresentValues {
    guard !table.generation.takesValues else { return PresentValues(answers) }
    return PresentValues(answers.flatMap { $0.map(messages(table).pairs) ?? [] })
  }
}

/// Older messages of one kind, which are read, changed and written back as a whole.
struct OlderMessages: Sendable {
  let polls: [Message]
  /// The values in an answer; empty for a message of another kind.
  let pairs: @Sendable (Message) -> [ConfigurationPair]
  /// An answer with other values, as a command; nil if they change nothing.
  let command: @Sendable (Message, [ConfigurationPair]) -> Message?

  /// Messages that are polled with these payloads.
  init<Content: KeyedMessage>(_ content: Content.Type, _ items: [[UInt8]]) {
    polls = items.map { SettingTable.poll(Content().kind, $0) }
    pairs = { Content($0)?.values.map { $0.pair } ?? [] }
    command = { answer, pairs in
      guard var content = Content(answer) else { return nil }
      // The receiver applies these fields alone.
      content.selection = content.write(pairs)
      let changed = Message(frame: content.encoded())
      return changed == answer ? nil : changed
    }
  }
}

extension PayloadMessage {
  /// Reads the content of a message; nil for a message of another kind.
  fileprivate init?(_ message: Message) {
    let payload = message.payload
    guard message.kind == Self().kind else { return nil }
    self.init(payload: payload.span)
  }
}

/// An older message, whose fields have the values of some keys.
///
/// A setting described by its keys can be read from an older message, and changed in it, without further
/// information. A simulated receiver keeps its settings under the keys, and answers with these fields.
package protocol KeyedMessage: PayloadMessage {
  /// Visits the fields that have keys, to read or write them; a key may depend on the port in the message.
  mutating func walk(_ keys: inout KeyVisitor)
  /// The mask of fields to apply; all bits in a message without a mask.
  var selection: UInt16 { get set }
  /// The payload of the poll, which selects a port, for example.
  static func item(_ table: SettingTable) -> [UInt8]
}

extension KeyedMessage {
  package var selection: UInt16 {
    get { .max }
    set {}
  }
  package static func item(_ table: SettingTable) -> [UInt8] { [] }

  /// The values of the fields, each with the bit of the mask that applies it; 0 for one that always applies.
  package var values: [(pair: ConfigurationPair, bit: UInt16)] {
    var (message, keys) = (self, KeyVisitor([]))
    message.walk(&keys)
    return keys.found
  }

  /// Writes values into the fields that have them; returns the bits of their mask.
  @discardableResult
  package mutating func write(_ pairs: [ConfigurationPair]) -> UInt16 {
    var keys = KeyVisitor(pairs)
    walk(&keys)
    return keys.selection
  }
}

/// Visits the fields of an older message: collects their values, and replaces some of them.
package struct KeyVisitor {
  private let wanted: [ConfigurationPair]
  fileprivate var found: [(pair: ConfigurationPair, bit: UInt16)] = []
  fileprivate var selection: UInt16 = 0

  fileprivate init(_ wanted: [ConfigurationPair]) { self.wanted = wanted }

  func writes(_ keys: ConfigurationKey...) -> Bool {
    wanted.contains { pair in keys.contains { $0 == pair.key } }
  }

  /// A field with a separate form of the value; the conversions return nil for values that the other form
  /// can't represent.
  mutating func field<Field>(
    _ key: ConfigurationKey, _ field: inout Field, bit: UInt16 = 0, _ get: (Field) -> UInt64?,
    _ set: (UInt64) -> Field?
  ) {
    if let bits = get(field) { found.append((ConfigurationPair(key, bits: bits), bit)) }
    guard let pair = wanted.first(where: { $0.key == key }), let value = set(pair.bits) else { return }
    field = value
    selection |= bit
  }

  /// A number, in a field as wide as the value of the key.
  mutating func number<Raw: FixedWidthInteger>(
    _ key: ConfigurationKey, _ field: inout Raw, bit: UInt16 = 0
  ) { self.field(key, &field, bit: bit, { UInt64(truncatingIfNeeded: $0) }, { Raw(truncatingIfNeeded: $0) }) }

  mutating func decimal(
    _ key: ConfigurationKey, _ field: inout Double, perUnit: Double, bit: UInt16 = 0
  ) {
    // This module does not link libm, so it has no `round`.
    self.field(
      key, &field, bit: bit, { UInt64(UInt32(min(max($0 * perUnit + 0.5, 0), 4e9))) },
      { Double($0) / perUnit })
  }

  mutating func flag(_ key: ConfigurationKey, _ field: inout Bool) {
    self.field(key, &field, { $0 ? 1 : 0 }, { $0 != 0 })
  }
}

/// A setting as pairs of a key and a value, which u-blox 9 introduced.
///
/// An older message has the same values: ``KeyedMessage`` finds the field of each key.
struct ValueForm<Value: Sendable & Hashable>: Sendable {
  typealias Refusal = SettingTable.Refusal
  /// The keys to read, one list per query.
  ///
  /// A receiver refuses a whole query if one key is unknown. So systems are read by their group, and keys
  /// that only some receivers have are queried separately.
  let keys: @Sendable (SettingTable) throws(Refusal) -> [[ConfigurationKey]]
  let read: @Sendable (SettingTable, PresentValues) -> Value?
  let pairs: @Sendable (SettingTable, Value, PresentValues) throws(Refusal) -> [ConfigurationPair]
  /// Whether each value needs a separate message, so that one that only some receivers support does not
  /// invalidate the rest.
  let isSeparate: Bool

  init(
    keys: @escaping @Sendable (SettingTable) throws(Refusal) -> [[ConfigurationKey]],
    read: @escaping @Sendable (SettingTable, PresentValues) -> Value?,
    pairs: @escaping @Sendable (SettingTable, Value, PresentValues) throws(Refusal) -> [ConfigurationPair],
    isSeparate: Bool = false
  ) { (self.keys, self.read, self.pairs, self.isSeparate) = (keys, read, pairs, isSeparate) }

  /// A setting with the same keys on every port.
  init(
    _ keys: [ConfigurationKey], _ read: @escaping @Sendable (PresentValues) -> Value?,
    _ pairs: @escaping @Sendable (Value) -> [ConfigurationPair]
  ) { self.init(keys: { _ in [keys] }, read: { read($1) }, pairs: { _, value, _ in pairs(value) }) }

  /// A setting that is the number stored under one key.
  init(
    _ key: ConfigurationKey, _ read: @escaping @Sendable (Int) -> Value?,
    _ number: @escaping @Sendable (Value) -> Int
  ) { self.init([key], { $0.number(key).flatMap(read) }, { [.pair(key, number($0))] }) }
}

extension ValueForm<Int> {
  init(_ key: ConfigurationKey) { self.init(key, { $0 }, { $0 }) }
}

extension ValueForm<Bool> {
  /// One or more keys that are on or off together.
  init(_ keys: ConfigurationKey...) {
    self.init(
      keys,
      { present in
        let flags = keys.compactMap { present.flag($0) }
        return flags.count == keys.count ? !flags.contains(false) : nil
      },
      { isOn in keys.map { .pair($0, isOn) } })
  }
}

/// Values that a receiver has reported; a linear search is sufficient for so few.
struct PresentValues: Sendable {
  private var pairs: [ConfigurationPair] = []

  init(_ pairs: [ConfigurationPair]) { self.pairs = pairs }

  init(_ answers: [Message?]) {
    for answer in answers { if case .cfgVALGET(let answer) = answer?.control { pairs += answer.values } }
  }

  var isEmpty: Bool { pairs.isEmpty }
  subscript(key: ConfigurationKey) -> UInt64? { pairs.first { $0.key == key }?.bits }
  func number(_ key: ConfigurationKey) -> Int? {
    self[key].map { Int(clamping: ConfigurationPair(key, bits: $0).number) }
  }
  func flag(_ key: ConfigurationKey) -> Bool? { self[key].map { $0 != 0 } }
}

extension ConfigurationPair {
  static func pair(_ key: ConfigurationKey, _ number: Int) -> ConfigurationPair {
    ConfigurationPair(key, bits: UInt64(bitPattern: Int64(number)))
  }

  static func pair(_ key: ConfigurationKey, unsigned number: Int) -> ConfigurationPair {
    ConfigurationPair(key, bits: UInt64(UInt32(clamping: number)))
  }

  static func pair(_ key: ConfigurationKey, _ isOn: Bool) -> ConfigurationPair { pair(key, isOn ? 1 : 0) }
}
