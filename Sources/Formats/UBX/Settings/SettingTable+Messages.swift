// Settings up to u-blox 8, and the deprecated ones of u-blox 9: each subject has a message that is read,
// changed and written back as a whole.

extension SettingTable {
  /// The polls for a subject: empty messages, or messages that select an item.
  func messageQuestions(_ subject: ReceiverWish.Subject) throws(Refusal) -> [Message] {
    switch subject {
    case .interval: return [Self.poll(.cfgRATE)]
    case .lineSpeed:
      guard hasSpeed else { throw .portWithoutSpeed }
      return [Self.poll(.cfgPRT, [port.rawValue])]
    case .languages: return [Self.poll(.cfgPRT, [port.rawValue])]
    case .outputs(let kinds):
      return kinds.map { Self.poll(.cfgMSG, [$0.messageClass, $0.identifier]) }
    case .systems:
      guard generation >= .ublox7 else { throw .unknownSetting }
      return [Self.poll(.cfgGNSS)]
    case .model, .minimumElevation: return [Self.poll(.cfgNAV5)]
    case .minimumSignal: return [Self.poll(.cfgNAVX5)]
    case .sbas: return [Self.poll(.cfgSBAS)]
    case .savesPower: return [Self.poll(.cfgRXM)]
    case .timePulse: return [Self.poll(.cfgTP5, [0])]
    case .sentenceEdition, .highPrecision: return [Self.poll(.cfgNMEA)]
    case .watchesAntenna: return [Self.poll(.cfgANT)]
    case .watchesInterference: return [Self.poll(.cfgITFM)]
    case .surveyedPlace: return [Self.poll(generation >= .ublox8 ? .cfgTMODE3 : .cfgTMODE2)]
    case .message: return []
    }
  }

  /// The commands for a request: each answer that differs from it, with the requested values.
  func messageCommands(_ wish: ReceiverWish, _ answers: [Message?]) throws(Refusal) -> [Message] {
    if case .outputs(let kinds, _) = wish {
      let present = Self.outputs(answers)
      for kind in kinds where !present.contains(where: { $0.message == kind }) { throw .unknownMessage(kind) }
      return present.compactMap { output($0, kinds.contains($0.message)) }
    }
    guard let answer = answers.first ?? nil else { throw .nothingAnswered }
    guard value(wish.subject, answers) != wish else { return [] }
    let changed = try self.changed(answer, wish)
    return changed == answer ? [] : [changed]
  }

  /// The command that enables or disables a message; nil if nothing changes.
  ///
  /// An enabled message keeps its rate: a low rate, such as every tenth epoch, was set on purpose.
  private func output(_ message: CfgMSG, _ isWished: Bool) -> Message? {
    let place = Int(port.rawValue)
    guard (message.rates[place] > 0) != isWished else { return nil }
    var message = message
    message.rates[place] = isWished ? 1 : 0
    return .cfgMSG(message)
  }

  private func changed(_ answer: Message, _ wish: ReceiverWish) throws(Refusal) -> Message {
    switch (answer, wish) {
    case (.cfgRATE(var message), .interval(let milliseconds)):
      message.interval = UInt16(clamping: milliseconds)
      message.measurementsPerFix = 1
      return .cfgRATE(message)
    case (.cfgPRT(var message), .lineSpeed(let speed)):
      message.baudRate = speed
      return .cfgPRT(message)
    case (.cfgPRT(var message), .languages(let languages)):
      message.output = message.output.subtracting([.ubx, .nmea]).union(languages.intersection([.ubx, .nmea]))
      return .cfgPRT(message)
    case (.cfgGNSS(let message), .systems(let systems)): return .cfgGNSS(try self.systems(systems, message))
    case (.cfgNAV5(var message), .model(let model)):
      message.mask = .model
      message.model = model
      return .cfgNAV5(message)
    case (.cfgNAV5(var message), .minimumElevation(let degrees)):
      message.mask = .minimumElevation
      message.minimumElevation = Int8(clamping: degrees)
      return .cfgNAV5(message)
    case (.cfgNAVX5(var message), .minimumSignal(let strength)):
      message.mask = CfgNAVX5.minimumSignalBit
      message.laterMask = 0
      message.minimumSignal = UInt8(clamping: strength)
      return .cfgNAVX5(message)
    case (.cfgSBAS(var message), .sbas(let isOn)):
      message.isEnabled = isOn
      return .cfgSBAS(message)
    case (.cfgRXM(var message), .savesPower(let saves)):
      message.mode = saves ? .saving : .full
      return .cfgRXM(message)
    case (.cfgTP5(let message), .timePulse(let pulse)): return .cfgTP5(Self.pulse(pulse, message))
    case (.cfgNMEA(var message), .sentenceEdition(let edition)):
      message.revision = edition.old
      return .cfgNMEA(message)
    case (.cfgNMEA(var message), .highPrecision(let isOn)):
      message.isHighPrecision = isOn
      return .cfgNMEA(message)
    case (.cfgANT(var message), .watchesAntenna(let isOn)):
      message.watchesShorts = isOn
      message.watchesOpen = isOn
      return .cfgANT(message)
    case (.cfgITFM(var message), .watchesInterference(let isOn)):
      message.isEnabled = isOn
      return .cfgITFM(message)
    case (.cfgTMODE2(let message), .surveyedPlace(let place)): return .cfgTMODE2(Self.place(place, message))
    case (.cfgTMODE3(let message), .surveyedPlace(let place)): return .cfgTMODE3(Self.place(place, message))
    default: throw .nothingAnswered
    }
  }

  /// The current setting according to the answers; nil if they do not contain it.
  func told(_ subject: ReceiverWish.Subject, _ answers: [Message?]) -> ReceiverWish? {
    if case .outputs(let kinds) = subject {
      let on = Self.outputs(answers).filter { $0.rates[Int(port.rawValue)] > 0 }.map { $0.message }
      return .outputs(kinds.filter(on.contains), of: kinds)
    }
    switch (answers.first ?? nil, subject) {
    case (.cfgRATE(let message), .interval):
      return .interval(Int(message.interval) * Int(max(message.measurementsPerFix, 1)))
    case (.cfgPRT(let message), .lineSpeed): return .lineSpeed(message.baudRate)
    case (.cfgPRT(let message), .languages): return .languages(message.output.intersection([.ubx, .nmea]))
    case (.cfgGNSS(let message), .systems):
      let on = message.blocks.filter { $0.isEnabled && Self.isSystem($0.system) }.map { $0.system }
      return .systems(on)
    case (.cfgNAV5(let message), .model): return .model(message.model)
    case (.cfgNAV5(let message), .minimumElevation): return .minimumElevation(Int(message.minimumElevation))
    case (.cfgNAVX5(let message), .minimumSignal): return .minimumSignal(Int(message.minimumSignal))
    case (.cfgSBAS(let message), .sbas): return .sbas(message.isEnabled)
    case (.cfgRXM(let message), .savesPower): return .savesPower(message.mode == .saving)
    case (.cfgTP5(let message), .timePulse): return Self.pulse(message).map { .timePulse($0) }
    case (.cfgNMEA(let message), .sentenceEdition):
      return SentenceEdition.allCases.first { $0.old == message.revision }.map { .sentenceEdition($0) }
    case (.cfgNMEA(let message), .highPrecision): return .highPrecision(message.isHighPrecision)
    case (.cfgANT(let message), .watchesAntenna):
      return .watchesAntenna(message.watchesShorts && message.watchesOpen)
    case (.cfgITFM(let message), .watchesInterference): return .watchesInterference(message.isEnabled)
    case (.cfgTMODE2(let message), .surveyedPlace): return Self.place(message).map { .surveyedPlace($0) }
    case (.cfgTMODE3(let message), .surveyedPlace): return Self.place(message).map { .surveyedPlace($0) }
    default: return nil
    }
  }
}

// MARK: - Parts

extension SettingTable {
  /// The message rates that the receiver reported.
  private static func outputs(_ answers: [Message?]) -> [CfgMSG] {
    answers.compactMap { if case .cfgMSG(let message) = $0 { message } else { nil } }
  }

  /// SBAS has a setting of its own, and IMES can't be requested.
  private static func isSystem(_ system: SatelliteSystem) -> Bool { system != .sbas && system != .imes }

  /// The list with the systems switched; channels and signals stay, but an enabled system gets a signal.
  private func systems(_ wished: [SatelliteSystem], _ message: CfgGNSS) throws(Refusal) -> CfgGNSS {
    for system in wished
    where !message.blocks.contains(where: { $0.system == system }) {
      throw .unknownSystem(system)
    }
    var message = message
    for place in message.blocks.indices where Self.isSystem(message.blocks[place].system) {
      let isWished = wished.contains(message.blocks[place].system)
      message.blocks[place].isEnabled = isWished
      if isWished, message.blocks[place].signals == 0 { message.blocks[place].signals = 1 }
    }
    return message
  }

  private static func pulse(_ pulse: TimePulse, _ message: CfgTP5) -> CfgTP5 {
    var message = message
    message.isActive = pulse.isOn
    guard pulse.isOn else { return message }
    message.isFrequency = false
    message.isLength = true
    message.hasLockedValues = true
    message.period = pulse.period
    message.lockedPeriod = pulse.period
    message.width = pulse.length
    message.lockedWidth = pulse.length
    return message
  }

  /// Returns the pulse; nil for a frequency or a duty cycle, which `TimePulse` can't represent.
  private static func pulse(_ message: CfgTP5) -> TimePulse? {
    guard message.isActive else {
      return TimePulse(isOn: false, period: message.period, length: message.width)
    }
    guard !message.isFrequency, message.isLength else { return nil }
    let isLocked = message.hasLockedValues
    return TimePulse(
      period: isLocked ? message.lockedPeriod : message.period,
      length: isLocked ? message.lockedWidth : message.width)
  }

  private static func place(_ place: SurveyedPlace, _ message: CfgTMODE2) -> CfgTMODE2 {
    var message = message
    switch place {
    case .off: message.mode = .off
    case .survey(let seconds, let accuracy):
      message.mode = .surveying
      message.fewestSeconds = seconds
      message.accuracyLimit = Double(accuracy) / 10_000
    case .place(let latitude, let longitude, let height, let accuracy):
      message.mode = .fixed
      message.isGeographic = true
      (message.first, message.second, message.third) = (latitude, longitude, height)
      message.accuracy = Double(accuracy) / 10_000
    }
    return message
  }

  private static func place(_ place: SurveyedPlace, _ message: CfgTMODE3) -> CfgTMODE3 {
    var message = message
    switch place {
    case .off: message.mode = .off
    case .survey(let seconds, let accuracy):
      message.mode = .surveying
      message.fewestSeconds = seconds
      message.accuracyLimit = Double(accuracy) / 10_000
    case .place(let latitude, let longitude, let height, let accuracy):
      message.mode = .fixed
      message.isGeographic = true
      (message.first, message.second, message.third) = (latitude, longitude, height)
      (message.fineFirst, message.fineSecond, message.fineThird) = (0, 0, 0)
      message.accuracy = Double(accuracy) / 10_000
    }
    return message
  }

  private static func place(_ message: CfgTMODE2) -> SurveyedPlace? {
    switch message.mode {
    case .off: .off
    case .surveying: .survey(seconds: message.fewestSeconds, accuracy: tenths(message.accuracyLimit))
    case .fixed where message.isGeographic:
      .place(
        latitude: message.first, longitude: message.second, height: message.third,
        accuracy: tenths(message.accuracy))
    default: nil
    }
  }

  private static func place(_ message: CfgTMODE3) -> SurveyedPlace? {
    switch message.mode {
    case .off: .off
    case .surveying: .survey(seconds: message.fewestSeconds, accuracy: tenths(message.accuracyLimit))
    case .fixed where message.isGeographic:
      .place(
        latitude: message.first, longitude: message.second, height: message.third,
        accuracy: tenths(message.accuracy))
    default: nil
    }
  }

  /// Converts to tenths of a millimeter, clamped to the range of the type.
  ///
  /// Avoids `round`, because this module does not link libm.
  private static func tenths(_ meters: Double) -> UInt32 {
    let tenths = meters * 10_000 + 0.5
    guard tenths > 0 else { return 0 }
    return tenths < 4e9 ? UInt32(tenths) : .max
  }
}
