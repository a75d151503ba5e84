/// A setting that an exchange reads, or changes to a value.
package struct SettingRequest: Sendable {
  typealias Refusal = SettingTable.Refusal
  let questions: @Sendable (SettingTable) throws(Refusal) -> [Message]
  let commands: @Sendable (SettingTable, [Message?]) throws(Refusal) -> [Message]
  let mayBeRefused: @Sendable (SettingTable) -> Bool
  /// The speed that the line has to change to after the command; nil for any other setting.
  package let lineSpeed: UInt32?

  /// Makes a request that applies any configuration message: one that was read before, or values by name.
  package static func message(_ message: Message) -> SettingRequest {
    SettingRequest(
      questions: { _ throws(Refusal) in [try SettingTable.question(for: message)] },
      commands: { SettingTable.differs(message, from: $1) ? [message] : [] },
      mayBeRefused: { _ in false }, lineSpeed: nil)
  }
}

extension MessageSetting {
  package var query: SettingRequest {
    SettingRequest(
      questions: { table throws(SettingTable.Refusal) in try questions(table) }, commands: { _, _ in [] },
      mayBeRefused: mayBeRefused, lineSpeed: nil)
  }

  package func request(_ value: Value) -> SettingRequest {
    SettingRequest(
      questions: { table throws(SettingTable.Refusal) in try questions(table) },
      commands: { table, answers throws(SettingTable.Refusal) in try commands(for: value, answers, table) },
      mayBeRefused: mayBeRefused, lineSpeed: speed.map { $0(value) })
  }
}

extension SettingTable {
  /// The requests for a message: the message itself, without the speed of the port in use.
  ///
  /// The speed becomes a separate request, applied last, because the line has to change with it.
  package func requests(of message: Message) -> [SettingRequest] {
    switch message.control {
    case .cfgPRT(let message) where message.port == port:
      let protocols = MessageSetting.protocols.request(message.output)
      return hasSpeed ? [protocols, MessageSetting.lineSpeed.request(Int(message.baudRate))] : [protocols]
    case .cfgVALSET(let message):
      guard generation.takesValues, let key = try? speedKey,
        let speed = message.values.first(where: { $0.key == key })
      else { break }
      let rest = message.values.filter { $0.key != key }
      let requests: [SettingRequest] =
        rest.isEmpty ? [] : [.message(.cfgVALSET(CfgVALSET { $0.values = rest }))]
      return requests + [MessageSetting.lineSpeed.request(Int(truncatingIfNeeded: speed.bits))]
    default: break
    }
    return [.message(message)]
  }
}
