/// A setting of u-blox receivers: its field in an older message, and its keys since u-blox 9.
///
/// Every setting works the same way: send the questions, and compute the missing commands from the answers. A
/// setting that already has the requested value needs no command, so asking again verifies the commands.
///
/// ```swift
/// let table = SettingTable(.ublox8, on: .usb)
/// var talk = SettingTalk([MessageSetting.model.request(.automotive)], table)
/// // … lead the talk to its end, then:
/// MessageSetting.model.value(in: talk.outcome.readings[0], table)         // automotive
/// ```
public struct MessageSetting<Value: Sendable & Hashable>: Sendable {
  let messages: MessageForm<Value>
  let values: ValueForm<Value>
  /// Whether a receiver may refuse a question about this setting.
  ///
  /// Some settings have two variants of which a receiver has one, and no firmware supports all messages of
  /// its generation.
  let mayBeRefused: @Sendable (SettingTable) -> Bool
  /// The speed that the line has to change to for a value; nil for a setting that leaves the line as it is.
  let speed: (@Sendable (Value) -> UInt32)?

  /// Makes a row from the setting's form up to u-blox 8, and the one since u-blox 9.
  init(
    _ messages: MessageForm<Value>, _ values: ValueForm<Value>,
    mayBeRefused: @escaping @Sendable (SettingTable) -> Bool = { _ in false },
    speed: (@Sendable (Value) -> UInt32)? = nil
  ) { (self.messages, self.values, self.mayBeRefused, self.speed) = (messages, values, mayBeRefused, speed) }

  /// The messages that read the current setting, in order.
  ///
  /// Pass the answers on in this order, with nil for a refused one.
  public func questions(_ table: SettingTable) throws(SettingTable.Refusal) -> [Message] {
    guard table.generation.takesValues else { return try messages.polls(table) }
    return try values.keys(table).map { keys in .cfgVALGET(CfgVALGET { $0.keys = keys }) }
  }

  /// The commands that are missing for a value; empty if nothing needs to change.
  public func commands(
    for value: Value, _ answers: [Message?], _ table: SettingTable
  ) throws(SettingTable.Refusal) -> [Message] {
    guard table.generation.takesValues else { return try messages.commands(table, value, answers) }
    let present = PresentValues(answers)
    guard !present.isEmpty else { throw .nothingAnswered }
    let missing = try values.pairs(table, value, present).filter { present[$0.key] != $0.bits }
    guard !missing.isEmpty else { return [] }
    return values.isSeparate ? missing.map { table.command([$0]) } : [table.command(missing)]
  }

  /// The current value according to the answers; nil if they do not contain it.
  public func value(in answers: [Message?], _ table: SettingTable) -> Value? {
    table.generation.takesValues
      ? values.read(table, PresentValues(answers)) : messages.read(table, answers)
  }
}

/// A setting as a part of older messages, which are read, changed and written back as a whole.
struct MessageForm<Value: Sendable & Hashable>: Sendable {
  typealias Refusal = SettingTable.Refusal
  let polls: @Sendable (SettingTable) throws(Refusal) -> [Message]
  let read: @Sendable (SettingTable, [Message?]) -> Value?
  let commands: @Sendable (SettingTable, Value, [Message?]) throws(Refusal) -> [Message]

  init(
    polls: @escaping @Sendable (SettingTable) throws(Refusal) -> [Message],
    read: @escaping @Sendable (SettingTable, [Message?]) -> Value?,
    commands: @escaping @Sendable (SettingTable, Value, [Message?]) throws(Refusal) -> [Message]
  ) { (self.polls, self.read, self.commands) = (polls, read, commands) }

  /// A setting that is part of one message.
  ///
  /// - Parameters:
  ///   - content: The type of the message.
  ///   - item: The payload of the poll, which selects a port, for example.
  ///   - get: Reads the value; nil if the value's type can't represent the setting.
  ///   - set: Changes the message.
  init<Content: PayloadMessage>(
    _ content: Content.Type, of item: @escaping @Sendable (SettingTable) throws(Refusal) -> [UInt8],
    _ get: @escaping @Sendable (Content) -> Value?,
    _ set: @escaping @Sendable (inout Content, Value) throws(Refusal) -> Void
  ) {
    polls = { table throws(Refusal) in [SettingTable.poll(Content().kind, try item(table))] }
    read = { table, answers in
      // An answer about another port is not this setting.
      guard let answer = answers.first ?? nil, let item = try? item(table),
        SettingTalk.answers(answer, SettingTable.poll(Content().kind, item)), let content = Content(answer)
      else { return nil }
      return get(content)
    }
    commands = { _, value, answers throws(Refusal) in
      guard let answer = answers.first ?? nil, var content = Content(answer) else { throw .nothingAnswered }
      guard get(content) != value else { return [] }
      try set(&content, value)
      let changed = content.message
      return changed == answer ? [] : [changed]
    }
  }

  /// A setting that is part of a message of which a receiver has only one.
  init<Content: PayloadMessage>(
    _ content: Content.Type, _ get: @escaping @Sendable (Content) -> Value?,
    _ set: @escaping @Sendable (inout Content, Value) throws(Refusal) -> Void
  ) { self.init(content, of: { _ in [] }, get, set) }

  /// A setting that has one form since a generation, and another one before it.
  init(_ newer: MessageForm, since generation: ReceiverGeneration, _ older: MessageForm) {
    polls = { table throws(Refusal) in
      try table.generation >= generation ? newer.polls(table) : older.polls(table)
    }
    read = { table, answers in
      table.generation >= generation ? newer.read(table, answers) : older.read(table, answers)
    }
    commands = { table, value, answers throws(Refusal) in
      try table.generation >= generation
        ? newer.commands(table, value, answers) : older.commands(table, value, answers)
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

  /// The content as a message.
  fileprivate var message: Message { Message(frame: encoded()) ?? .unknown(kind, payload: payload) }
}

/// A setting as pairs of a key and a value, since u-blox 9.
struct ValueForm<Value: Sendable & Hashable>: Sendable {
  typealias Refusal = SettingTable.Refusal
  /// The keys to read, a list for each question.
  ///
  /// A receiver refuses a question as a whole if one key is unknown. So systems are read by their group, and
  /// keys that only some receivers have get a question each.
  let keys: @Sendable (SettingTable) throws(Refusal) -> [[ConfigurationKey]]
  let read: @Sendable (SettingTable, PresentValues) -> Value?
  let pairs: @Sendable (SettingTable, Value, PresentValues) throws(Refusal) -> [ConfigurationPair]
  /// Whether each value needs a message of its own: one that only some receivers support must not invalidate
  /// the rest.
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
  /// A number under a key.
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

/// Values that a receiver has reported; so few that a linear search is enough.
struct PresentValues: Sendable {
  private var pairs: [ConfigurationPair] = []

  /// The values of all answers.
  init(_ answers: [Message?]) {
    for answer in answers { if case .cfgVALGET(let answer) = answer { pairs += answer.values } }
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
