internal import UBX

// The settings of u-blox 9 and later: key-value pairs.

extension UBloxReceiver {
  /// Returns the requested values; nil if a key is unknown or has no value in the layer.
  func values(_ question: CfgVALGET?) -> CfgVALGET? {
    guard let question, question.version == 0, !question.keys.isEmpty,
      question.keys.count <= CfgVALSET.mostValues
    else { return nil }
    var found: [ConfigurationPair] = []
    for key in question.keys {
      let keys = memory.keys(like: key)
      guard !keys.isEmpty else { return nil }
      for key in keys {
        if let bits = memory.value(key, in: question.layer) {
          found.append(ConfigurationPair(key, bits: bits))
        }
      }
    }
    found = Array(found.dropFirst(Int(question.position)).prefix(CfgVALSET.mostValues))
    guard !found.isEmpty else { return nil }
    return CfgVALGET {
      $0.version = 1
      $0.layer = question.layer
      $0.position = question.position
      $0.values = found
    }
  }

  /// Sets either all of the values or none.
  mutating func set(_ command: CfgVALSET?) -> Bool {
    guard let command, command.values.count <= CfgVALSET.mostValues, memory.has(command.layers),
      command.values.allSatisfy(isPossible)
    else {
      transaction = nil
      return false
    }
    var values = command.values
    switch command.version == 0 ? .none : command.transaction {
    case .begin:
      transaction = values
      return true
    case .ongoing:
      guard transaction != nil else { return false }
      transaction? += values
      return true
    case .apply:
      guard let begun = transaction else { return false }
      values = begun + values
      transaction = nil
    default: transaction = nil
    }
    var after = memory
    for pair in values { after.set(pair.key, pair.bits, in: command.layers) }
    guard !command.layers.contains(.ram) || after.isPossible(chip.generation) else { return false }
    memory = after
    return true
  }

  /// Whether the receiver has this setting and accepts this value.
  private func isPossible(_ pair: ConfigurationPair) -> Bool {
    guard memory.knows(pair.key), let setting = pair.key.setting else { return false }
    if pair.key == .measurementInterval { return pair.number >= chip.shortestInterval }
    if pair.key == .uart1Speed || pair.key == .uart2Speed {
      return CommandLineSpeed.usual.contains(Int(pair.number))
    }
    return setting.type == .real || setting.range.contains(pair.number)
  }

  /// Deletes values stored in battery-backed memory or flash; values in RAM can't be deleted.
  mutating func delete(_ command: CfgVALDEL?) -> Bool {
    guard let command, !command.keys.isEmpty, command.keys.count <= CfgVALSET.mostValues,
      !command.layers.isDisjoint(with: [.battery, .flash])
    else { return false }
    let keys = command.keys.map { memory.keys(like: $0) }
    guard !keys.contains(where: \.isEmpty) else { return false }
    for key in keys.joined() { memory.delete(key, in: command.layers) }
    return true
  }
}
