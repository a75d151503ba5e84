internal import UBX

/// An older configuration message of a simulated receiver: its answers, and the values that it accepts.
///
/// The memory has the values of the message's fields under the keys of u-blox 9, and the rest of the message
/// unchanged.
struct OldMessage: Sendable {
  /// The answer about one of the ports or pulses, or about the only item there is.
  let answer: @Sendable (SettingMemory, UInt8) -> [UInt8]
  /// Applies a payload; returns false for an impossible one.
  let take: @Sendable (inout SettingMemory, [UInt8]) -> Bool

  /// - Parameters:
  ///   - content: The type of the message.
  ///   - length: The length of an answer in bytes; by default the shortest.
  ///   - number: The port or pulse that a message concerns.
  ///   - asBuilt: Sets the fields that have no key, in a message of zeros.
  ///   - keep: Keeps the fields that have no key; by default all of them.
  ///   - isPossible: Whether a receiver accepts a message, after which it would have these settings.
  init<Content: KeyedMessage>(
    _ content: Content.Type, length: Int? = nil, number: @escaping @Sendable (Content) -> UInt8 = { _ in 0 },
    asBuilt: @escaping @Sendable (inout Content, UInt8) -> Void = { _, _ in },
    keep: @escaping @Sendable (Content, inout Content) -> Void = { $1 = $0 },
    isPossible: @escaping @Sendable (Content, SettingMemory) -> Bool = { _, _ in true }
  ) {
    let kind = Content.form.kind
    let present = { @Sendable (memory: SettingMemory, item: UInt8) -> Content in
      let zeros = [UInt8](repeating: 0, count: length ?? Content.form.fewestBytes)
      let known = memory.payload(SettingMemory.Slot(kind: kind, number: item))
      let payload = known ?? zeros
      var message = Content(payload: payload.span) ?? Content()
      if known == nil { asBuilt(&message, item) }
      // A value that no key has, such as a frequency, stays in the message.
      let others = message.values.map(\.pair).filter { memory.knows($0.key) && memory[$0.key] != $0.bits }
      message.write(others.map { ConfigurationPair($0.key, bits: memory[$0.key]) })
      return message
    }
    answer = { present($0, $1).encoded() }
    take = { memory, payload in
      guard let message = Content(payload: payload.span) else { return false }
      let item = number(message)
      var kept = present(memory, item)
      var after = memory
      for (pair, bit) in message.values where bit & message.selection == bit {
        after.set(pair.key, pair.bits)
      }
      guard isPossible(message, after) else { return false }
      keep(message, &kept)
      after.keep(kept.payload, in: SettingMemory.Slot(kind: kind, number: item))
      memory = after
      return true
    }
  }
}
