// Settings since u-blox 9: pairs of a key and a value.

extension SettingTable {
  /// The key for the speed of the port in use, if it has one.
  var speedKey: ConfigurationKey? {
    guard generation.takesValues else { return nil }
    switch port {
    case .uart1: return .uart1Speed
    case .uart2: return .uart2Speed
    default: return nil
    }
  }

  /// The questions for values.
  ///
  /// A receiver refuses a question as a whole if one key is unknown. So systems are read by their group, and
  /// keys that only some receivers have get a question each.
  func valueQuestions(_ subject: ReceiverWish.Subject) throws(Refusal) -> [Message] {
    switch subject {
    case .interval: return [ask([.measurementInterval, .measurementsPerFix])]
    case .lineSpeed:
      guard let key = speedKey else { throw .portWithoutSpeed }
      return [ask([key])]
    case .outputs(let kinds):
      var keys: [ConfigurationKey] = []
      for kind in kinds {
        guard let key = ConfigurationKey.output(of: kind, on: port) else { throw .unknownMessage(kind) }
        keys.append(key)
      }
      return Self.areSentences(kinds) ? [ask(keys)] : keys.map { ask([$0]) }
    case .languages: return [ask(try languageKeys())]
    case .systems, .sbas: return [ask([.all(inGroup: ConfigurationKey.gps.group)])]
    case .model: return [ask([.dynamicModel])]
    case .savesPower: return [ask([.powerMode])]
    case .timePulse: return [ask(Self.pulseKeys)]
    case .minimumElevation: return [ask([.minimumElevation])]
    case .minimumSignal: return [ask([.minimumSignal])]
    case .sentenceEdition: return [ask([.nmeaRevision])]
    case .highPrecision: return [ask([.nmeaHighPrecision])]
    case .watchesAntenna: return [ask([.antennaShort, .antennaOpen])]
    case .watchesInterference: return [ask([.watchInterference]), ask([.sensitiveToJamming])]
    case .surveyedPlace: return [ask(Self.placeKeys)]
    case .message: return []
    }
  }

  /// The commands for values that differ from the request.
  func valueCommands(_ wish: ReceiverWish, _ answers: [Message?]) throws(Refusal) -> [Message] {
    let present = Self.settings(answers)
    guard !present.isEmpty else { throw .nothingAnswered }
    let pairs = try wished(wish, present)
    let missing = pairs.filter { present[$0.key] != $0.bits }
    guard !missing.isEmpty else { return [] }
    // One message per value again: a value that only some receivers support must not invalidate the rest.
    guard case .watchesInterference = wish else { return [tell(missing)] }
    return missing.map { tell([$0]) }
  }

  /// The values that represent a requested setting.
  private func wished(
    _ wish: ReceiverWish, _ present: PresentValues
  ) throws(Refusal) -> [ConfigurationPair] {
    switch wish {
    case .interval(let milliseconds):
      return [pair(.measurementInterval, milliseconds), pair(.measurementsPerFix, 1)]
    case .lineSpeed(let speed):
      guard let key = speedKey else { throw .portWithoutSpeed }
      return [pair(key, Int(speed))]
    case .outputs(let kinds, let all): return try outputs(kinds, of: all, present)
    case .languages(let languages):
      let keys = try languageKeys()
      return [pair(keys[0], languages.contains(.ubx)), pair(keys[1], languages.contains(.nmea))]
    case .systems(let systems): return try signals(systems, present)
    case .sbas(let isOn):
      guard present[.sbas] != nil else { throw .unknownSetting }
      return isOn ? [pair(.sbas, true), pair(.sbasL1, true)] : [pair(.sbas, false)]
    case .model(let model): return [pair(.dynamicModel, Int(model.rawValue))]
    case .savesPower(let saves):
      // If power saving is on, keep its mode.
      let isSaving = present[.powerMode] != 0
      return isSaving == saves ? [] : [pair(.powerMode, saves ? 2 : 0)]
    case .timePulse(let pulse):
      guard pulse.isOn else { return [pair(.timePulse, false)] }
      return [pair(.timePulse, true)]
        + [.timePulsePeriod, .timePulseLockedPeriod].map { pair($0, Int(pulse.period)) }
        + [.timePulseLength, .timePulseLockedLength].map { pair($0, Int(pulse.length)) }
    case .minimumElevation(let degrees): return [pair(.minimumElevation, degrees)]
    case .minimumSignal(let strength): return [pair(.minimumSignal, strength)]
    case .sentenceEdition(let edition): return [pair(.nmeaRevision, Int(edition.value))]
    case .highPrecision(let isOn): return [pair(.nmeaHighPrecision, isOn)]
    case .watchesAntenna(let isOn): return [pair(.antennaShort, isOn), pair(.antennaOpen, isOn)]
    case .watchesInterference(let isOn):
      return [.watchInterference, .sensitiveToJamming].filter { present[$0] != nil }.map { pair($0, isOn) }
    case .surveyedPlace(let place): return Self.place(place)
    case .message: return []
    }
  }

  /// The current setting according to the values; nil if they do not contain it.
  func settled(_ subject: ReceiverWish.Subject, _ answers: [Message?]) -> ReceiverWish? {
    let present = Self.settings(answers)
    func number(_ key: ConfigurationKey) -> Int? {
      present[key].map { Int(ConfigurationPair(key, bits: $0).number) }
    }
    func flag(_ key: ConfigurationKey) -> Bool? { present[key].map { $0 != 0 } }
    switch subject {
    case .interval:
      guard let interval = number(.measurementInterval), let perFix = number(.measurementsPerFix) else {
        return nil
      }
      return .interval(interval * max(perFix, 1))
    case .lineSpeed:
      return speedKey.flatMap { present[$0] }.map { .lineSpeed(UInt32(truncatingIfNeeded: $0)) }
    case .outputs(let kinds):
      guard !present.isEmpty else { return nil }
      let on = kinds.filter { kind in
        ConfigurationKey.output(of: kind, on: port).flatMap { present[$0] }.map { $0 > 0 } ?? false
      }
      return .outputs(on, of: kinds)
    case .languages:
      guard let keys = try? languageKeys(), let ubx = flag(keys[0]), let nmea = flag(keys[1]) else {
        return nil
      }
      return .languages((ubx ? .ubx : ProtocolSet()).union(nmea ? .nmea : ProtocolSet()))
    case .systems:
      let on = Self.systems.filter { present[$0.isOn].map { $0 != 0 } ?? false }
      return present.isEmpty ? nil : .systems(on.map { $0.system })
    case .sbas: return flag(.sbas).map { .sbas($0) }
    case .model:
      return number(.dynamicModel).map { .model(DynamicModel(rawValue: UInt8(truncatingIfNeeded: $0))) }
    case .savesPower: return flag(.powerMode).map { .savesPower($0) }
    case .timePulse:
      guard let isOn = flag(.timePulse), let period = number(.timePulseLockedPeriod),
        let length = number(.timePulseLockedLength)
      else { return nil }
      return .timePulse(
        TimePulse(
          isOn: isOn, period: UInt32(truncatingIfNeeded: period), length: UInt32(truncatingIfNeeded: length)))
    case .minimumElevation: return number(.minimumElevation).map { .minimumElevation($0) }
    case .minimumSignal: return number(.minimumSignal).map { .minimumSignal($0) }
    case .sentenceEdition:
      let edition = SentenceEdition.allCases.first { $0.value == number(.nmeaRevision).map(Int64.init) }
      return edition.map { .sentenceEdition($0) }
    case .highPrecision: return flag(.nmeaHighPrecision).map { .highPrecision($0) }
    case .watchesAntenna:
      guard let short = flag(.antennaShort), let open = flag(.antennaOpen) else { return nil }
      return .watchesAntenna(short && open)
    case .watchesInterference:
      let known = [flag(.watchInterference), flag(.sensitiveToJamming)].compactMap { $0 }
      return known.isEmpty ? nil : .watchesInterference(known.contains(true))
    case .surveyedPlace: return Self.place(present).map { .surveyedPlace($0) }
    case .message: return nil
    }
  }
}

// MARK: - Parts

extension SettingTable {
  /// The values of all answers.
  static func settings(_ answers: [Message?]) -> PresentValues {
    var values = PresentValues()
    for answer in answers {
      if case .cfgVALGET(let answer) = answer { values.pairs += answer.values }
    }
    return values
  }

  private func ask(_ keys: [ConfigurationKey]) -> Message { .cfgVALGET(CfgVALGET { $0.keys = keys }) }

  private func tell(_ pairs: [ConfigurationPair]) -> Message {
    .cfgVALSET(
      CfgVALSET {
        $0.layers = layers
        $0.values = pairs
      })
  }

  private func pair(_ key: ConfigurationKey, _ number: Int) -> ConfigurationPair { Self.pair(key, number) }
  private func pair(_ key: ConfigurationKey, _ isOn: Bool) -> ConfigurationPair {
    Self.pair(key, isOn ? 1 : 0)
  }

  private static func pair(_ key: ConfigurationKey, _ number: Int) -> ConfigurationPair {
    ConfigurationPair(key, bits: UInt64(bitPattern: Int64(number)))
  }

  private func languageKeys() throws(Refusal) -> [ConfigurationKey] {
    switch port {
    case .uart1: return [.uart1SpeaksUBX, .uart1SpeaksNMEA]
    case .usb: return [.usbSpeaksUBX, .usbSpeaksNMEA]
    case .uart2: return [ConfigurationKey(rawValue: 0x1076_0001), ConfigurationKey(rawValue: 0x1076_0002)]
    default: throw .unknownSetting
    }
  }

  /// Keeps the rate of an enabled message: a low rate, such as every tenth epoch, was set on purpose.
  private func outputs(
    _ kinds: [MessageKind], of all: [MessageKind], _ present: PresentValues
  ) throws(Refusal) -> [ConfigurationPair] {
    var pairs: [ConfigurationPair] = []
    for kind in all {
      let isWished = kinds.contains(kind)
      guard let key = ConfigurationKey.output(of: kind, on: port), let rate = present[key] else {
        if isWished { throw .unknownMessage(kind) }
        continue
      }
      if (rate > 0) != isWished { pairs.append(pair(key, isWished)) }
    }
    return pairs
  }

  /// Each system with the keys of its signals; the first key is the one that all receivers have.
  private static let systems:
    [(system: SatelliteSystem, isOn: ConfigurationKey, signals: [ConfigurationKey])] = [
      (.gps, .gps, [.gpsL1] + keys(0x1031_0003, 0x1031_0004)),
      (.galileo, .galileo, [.galileoE1] + keys(0x1031_0009, 0x1031_000A, 0x1031_000B)),
      (.beiDou, .beiDou, [.beiDouB1, .beiDouB1C] + keys(0x1031_000E, 0x1031_0010, 0x1031_0028)),
      (.qzss, .qzss, [.qzssL1] + keys(0x1031_0014, 0x1031_0015, 0x1031_0017)),
      (.glonass, .glonass, [.glonassL1] + keys(0x1031_001A)),
      (.navic, .navic, keys(0x1031_001D)),
    ]

  private static func keys(_ numbers: UInt32...) -> [ConfigurationKey] {
    numbers.map { ConfigurationKey(rawValue: $0) }
  }

  /// Receivers refuse an enabled system without signals, so enable its first signal; keep its other signals.
  private func signals(
    _ wished: [SatelliteSystem], _ present: PresentValues
  ) throws(Refusal) -> [ConfigurationPair] {
    for system in wished
    where !Self.systems.contains(where: { $0.system == system && present[$0.isOn] != nil }) {
      throw .unknownSystem(system)
    }
    var pairs: [ConfigurationPair] = []
    for row in Self.systems where present[row.isOn] != nil {
      let isWished = wished.contains(row.system)
      pairs.append(pair(row.isOn, isWished))
      let signals = row.signals.filter { present[$0] != nil }
      if isWished, let first = signals.first, !signals.contains(where: { present[$0] != 0 }) {
        pairs.append(pair(first, true))
      }
    }
    return pairs
  }

  private static let pulseKeys: [ConfigurationKey] = [
    .timePulse, .timePulsePeriod, .timePulseLockedPeriod, .timePulseLength, .timePulseLockedLength,
  ]

  private static let placeKeys: [ConfigurationKey] = [
    .surveyMode, .surveyedPlaceKind, .surveyedLatitude, .surveyedLongitude, .surveyedHeight,
    .surveyedPlaceAccuracy,
    .surveySeconds, .surveyAccuracy,
  ]

  private static func place(_ place: SurveyedPlace) -> [ConfigurationPair] {
    switch place {
    case .off: [pair(.surveyMode, 0)]
    case .survey(let seconds, let accuracy):
      [pair(.surveyMode, 1), pair(.surveySeconds, Int(seconds)), pair(.surveyAccuracy, Int(accuracy))]
    case .place(let latitude, let longitude, let height, let accuracy):
      [
        pair(.surveyMode, 2), pair(.surveyedPlaceKind, 1), pair(.surveyedLatitude, Int(latitude)),
        pair(.surveyedLongitude, Int(longitude)), pair(.surveyedHeight, Int(height)),
        pair(.surveyedPlaceAccuracy, Int(accuracy)),
      ]
    }
  }

  private static func place(_ present: PresentValues) -> SurveyedPlace? {
    func unsigned(_ key: ConfigurationKey) -> UInt32 { UInt32(truncatingIfNeeded: present[key] ?? 0) }
    func signed(_ key: ConfigurationKey) -> Int32 { Int32(bitPattern: unsigned(key)) }
    switch present[.surveyMode] {
    case 0: return .off
    case 1: return .survey(seconds: unsigned(.surveySeconds), accuracy: unsigned(.surveyAccuracy))
    // `SurveyedPlace` can't represent an ECEF position.
    case 2 where present[.surveyedPlaceKind] == 1:
      return .place(
        latitude: signed(.surveyedLatitude), longitude: signed(.surveyedLongitude),
        height: signed(.surveyedHeight),
        accuracy: unsigned(.surveyedPlaceAccuracy))
    default: return nil
    }
  }
}

/// Values that a receiver has reported; so few that a linear search is enough.
struct PresentValues: Sendable {
  var pairs: [ConfigurationPair] = []
  var isEmpty: Bool { pairs.isEmpty }
  subscript(key: ConfigurationKey) -> UInt64? { pairs.first { $0.key == key }?.bits }
}
