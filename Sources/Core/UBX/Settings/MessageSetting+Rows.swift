// One row per setting: the older message that has its fields, and its keys since u-blox 9.

extension MessageSetting<Int> {
  /// The time between epochs in milliseconds.
  package static var interval: Self {
    Self(
      CfgRATE.self,
      ValueForm(
        [.measurementInterval, .measurementsPerFix],
        { values in
          guard let perFix = values.number(.measurementsPerFix) else { return nil }
          return values.number(.measurementInterval).map { $0 * max(perFix, 1) }
        }, { [.pair(.measurementInterval, Int(UInt16(clamping: $0))), .pair(.measurementsPerFix, 1)] }))
  }

  /// The speed of the port in use, in bits per second.
  package static var lineSpeed: Self {
    Self(
      CfgPRT.self,
      ValueForm(
        keys: { table throws(SettingTable.Refusal) in [[try table.speedKey]] },
        read: { table, values in table.port.speedKey.flatMap { values.number($0) } },
        pairs: { table, speed, _ throws(SettingTable.Refusal) in [.pair(try table.speedKey, unsigned: speed)]
        }),
      speed: { UInt32(clamping: $0) })
  }

  /// The lowest elevation of a satellite in use, in degrees.
  package static var minimumElevation: Self { Self(CfgNAV5.self, ValueForm(.minimumElevation)) }

  /// The weakest signal in use, in dB-Hz.
  package static var minimumSignal: Self { Self(CfgNAVX5.self, ValueForm(.minimumSignal)) }

  /// The speed in cm/s below which the receiver holds its position; 0 for never.
  package static var staticHold: Self { Self(CfgNAV5.self, ValueForm(.staticHoldSpeed)) }
}

extension MessageSetting<Bool> {
  package static var sbas: Self {
    Self(
      CfgSBAS.self,
      ValueForm(
        keys: { _ in [[.all(inGroup: ConfigurationKey.sbas.group)]] }, read: { $1.flag(.sbas) },
        pairs: { _, isOn, values throws(SettingTable.Refusal) in
          guard values[.sbas] != nil else { throw .unknownSetting }
          return isOn ? [.pair(.sbas, true), .pair(.sbasL1, true)] : [.pair(.sbas, false)]
        }))
  }

  /// Whether power saving is on; if it is, its mode is kept.
  package static var savesPower: Self {
    Self(
      CfgRXM.self,
      ValueForm(
        keys: { _ in [[.powerMode]] }, read: { $1.flag(.powerMode) },
        pairs: { $2.flag(.powerMode) == $1 ? [] : [.pair(.powerMode, $1 ? 2 : 0)] }))
  }

  /// Whether positions in sentences have seven decimal places.
  package static var highPrecision: Self { Self(CfgNMEA.self, ValueForm(.nmeaHighPrecision)) }

  /// Whether the receiver detects a shorted or missing antenna.
  package static var watchesAntenna: Self { Self(CfgANT.self, ValueForm(.antennaShort, .antennaOpen)) }

  /// Whether the receiver monitors interference; a receiver has one of the two keys.
  package static var watchesInterference: Self {
    let keys: [ConfigurationKey] = [.watchInterference, .sensitiveToJamming]
    return Self(
      CfgITFM.self,
      ValueForm(
        keys: { _ in keys.map { [$0] } },
        read: { _, values in
          let known = keys.compactMap { values.flag($0) }
          return known.isEmpty ? nil : known.contains(true)
        }, pairs: { _, isOn, values in keys.filter { values[$0] != nil }.map { .pair($0, isOn) } },
        isSeparate: true), mayBeRefused: { $0.generation.takesValues })
  }
}

extension MessageSetting<DynamicModel> {
  package static var model: Self {
    Self(
      CfgNAV5.self,
      ValueForm(
        .dynamicModel, { DynamicModel(rawValue: UInt8(truncatingIfNeeded: $0)) }, { Int($0.rawValue) }))
  }
}

extension MessageSetting<SentenceVersion> {
  package static var sentenceVersion: Self {
    Self(
      CfgNMEA.self,
      ValueForm(
        .nmeaRevision, { number in SentenceVersion.allCases.first { $0.keyNumber == number } },
        { $0.keyNumber }))
  }
}

extension MessageSetting<TimePulse> {
  /// The time pulse.
  ///
  /// A frequency or a duty cycle is not read: ``TimePulse`` can't represent it.
  package static var timePulse: Self {
    Self(
      CfgTP5.self,
      ValueForm(
        [.timePulse, .timePulsePeriod, .timePulseLockedPeriod, .timePulseLength, .timePulseLockedLength],
        { values in
          guard let isOn = values.flag(.timePulse) else { return nil }
          guard isOn else { return .off }
          guard let period = values[.timePulseLockedPeriod], let length = values[.timePulseLockedLength]
          else { return nil }
          return TimePulse(
            periodMicroseconds: UInt32(truncatingIfNeeded: period),
            lengthMicroseconds: UInt32(truncatingIfNeeded: length))
        },
        { pulse in
          guard pulse.isOn else { return [.pair(.timePulse, false)] }
          let (period, length) = (Int(pulse.periodMicroseconds), Int(pulse.lengthMicroseconds))
          return [
            .pair(.timePulse, true), .pair(.timePulsePeriod, period), .pair(.timePulseLockedPeriod, period),
            .pair(.timePulseLength, length), .pair(.timePulseLockedLength, length),
          ]
        }))
  }
}

extension MessageSetting<SurveyedPlace> {
  /// The fixed position, or how the receiver determines it; a position in ECEF coordinates is not read.
  package static var surveyedPlace: Self {
    Self(
      in: { table in
        table.generation >= .ublox8
          ? OlderMessages(CfgTMODE3.self, [[]]) : OlderMessages(CfgTMODE2.self, [[]])
      },
      ValueForm([
        .surveyMode, .surveyedPlaceKind, .surveyedLatitude, .surveyedLongitude, .surveyedHeight,
        .surveyedPlaceAccuracy, .surveySeconds, .surveyAccuracy,
      ]) { present in
        func number(_ key: ConfigurationKey) -> Int { present.number(key) ?? 0 }
        return switch present[.surveyMode] {
        case 0: .off
        case 1: .survey(seconds: number(.surveySeconds), millimeters: number(.surveyAccuracy) / 10)
        case 2 where present[.surveyedPlaceKind] == 1:
          .fixed(
            latitude: number(.surveyedLatitude), longitude: number(.surveyedLongitude),
            centimeters: number(.surveyedHeight), millimeters: number(.surveyedPlaceAccuracy) / 10)
        default: nil
        }
      } _: { place in
        let mode = ConfigurationPair.pair(.surveyMode, Int(place.mode.rawValue))
        return switch place {
        case .off: [mode]
        case .survey(let seconds, let millimeters):
          [mode, .pair(.surveySeconds, unsigned: seconds), accuracy(.surveyAccuracy, millimeters)]
        case .fixed(let latitude, let longitude, let centimeters, let millimeters):
          [
            mode, .pair(.surveyedPlaceKind, 1), .pair(.surveyedLatitude, Int(Int32(clamping: latitude))),
            .pair(.surveyedLongitude, Int(Int32(clamping: longitude))),
            .pair(.surveyedHeight, Int(Int32(clamping: centimeters))),
            accuracy(.surveyedPlaceAccuracy, millimeters),
          ]
        }
      })
  }

  /// An error in tenths of a millimeter.
  private static func accuracy(_ key: ConfigurationKey, _ millimeters: Int) -> ConfigurationPair {
    .pair(key, unsigned: min(millimeters, 200_000_000) * 10)
  }
}

extension SurveyedPlace {
  fileprivate var mode: SurveyMode {
    switch self {
    case .off: .off
    case .survey: .surveying
    case .fixed: .fixed
    }
  }
}

// MARK: - The fields of older messages

extension CfgRATE: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    keys.number(.measurementInterval, &interval)
    keys.number(.measurementsPerFix, &measurementsPerFix)
    keys.number(.timeReference, &timeReference)
  }
}

extension CfgNAV5: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    keys.number(.dynamicModel, &model.rawValue, bit: Mask.model.rawValue)
    keys.number(.fixMode, &fixMode.rawValue, bit: Mask.fixMode.rawValue)
    keys.number(.minimumElevation, &minimumElevation, bit: Mask.minimumElevation.rawValue)
    keys.decimal(.maximumPositionDilution, &maximumPositionDilution, perUnit: 10, bit: Mask.position.rawValue)
    keys.decimal(.maximumTimeDilution, &maximumTimeDilution, perUnit: 10, bit: Mask.time.rawValue)
    keys.number(.maximumPositionError, &maximumPositionError, bit: Mask.position.rawValue)
    keys.number(.maximumTimeError, &maximumTimeError, bit: Mask.time.rawValue)
    keys.number(.staticHoldSpeed, &staticHoldSpeed, bit: Mask.staticHold.rawValue)
    keys.number(.staticHoldDistance, &staticHoldDistance, bit: Mask.staticHold.rawValue)
    keys.number(.differentialTimeout, &differentialTimeout, bit: Mask.differential.rawValue)
    keys.number(.utcStandard, &utcStandard, bit: Mask.utc.rawValue)
  }

  package var selection: UInt16 {
    get { mask.rawValue }
    set { mask = Mask(rawValue: newValue) }
  }
}

extension CfgNAVX5: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    keys.number(.minimumSignal, &minimumSignal, bit: Self.minimumSignalBit)
    keys.field(
      .acknowledgesAssistance, &acknowledgesAssistance, bit: Self.acknowledgingBit, { $0 == 0 ? 0 : 1 },
      { $0 == 0 ? 0 : 1 })
  }

  package var selection: UInt16 {
    get { mask }
    set { (mask, laterMask) = (newValue, 0) }
  }
}

extension CfgSBAS: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    keys.flag(.sbas, &isEnabled)
    keys.flag(.sbasTestMode, &usesTestMode)
    keys.flag(.sbasRanges, &usesRange)
    keys.flag(.sbasCorrections, &usesCorrections)
    keys.flag(.sbasIntegrity, &usesIntegrity)
    var all = UInt64(numbers) | UInt64(laterNumbers) << 32
    keys.number(.sbasNumbers, &all)
    (numbers, laterNumbers) = (UInt32(truncatingIfNeeded: all), UInt8(truncatingIfNeeded: all >> 32))
  }
}

extension CfgNMEA: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    keys.field(
      .nmeaRevision, &revision,
      { number in SentenceVersion.allCases.first { $0.messageNumber == number }.map { UInt64($0.keyNumber) }
      },
      { number in SentenceVersion.allCases.first { $0.keyNumber == number }.map { $0.messageNumber } })
    keys.flag(.nmeaHighPrecision, &isHighPrecision)
  }
}

extension CfgANT: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    keys.flag(.antennaPower, &controlsPower)
    keys.flag(.antennaShort, &watchesShorts)
    keys.flag(.antennaOpen, &watchesOpen)
    keys.flag(.antennaCutsPower, &cutsPowerOnShort)
    keys.flag(.antennaRecovers, &recovers)
  }
}

extension CfgITFM: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    keys.flag(.watchInterference, &isEnabled)
    keys.number(.jammingBroadband, &broadbandThreshold)
    keys.number(.jammingContinuous, &continuousThreshold)
  }
}

extension CfgRXM: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    keys.field(.powerMode, &mode, { $0 == .saving ? 1 : 0 }, { $0 == 0 ? .full : .saving })
  }
}

extension CfgPM2: KeyedMessage { package mutating func walk(_ keys: inout KeyVisitor) {} }

extension CfgTP5: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    guard pulse == 0 else { return }
    keys.flag(.timePulse, &isActive)
    if keys.writes(.timePulseLockedPeriod, .timePulseLockedLength) {
      (isFrequency, isLength, hasLockedValues) = (false, true, true)
    }
    // The keys have no value for a frequency or a duty cycle.
    guard !isFrequency, isLength else { return }
    var (locked, lockedLength) = hasLockedValues ? (lockedPeriod, lockedWidth) : (period, width)
    keys.number(.timePulsePeriod, &period)
    keys.number(.timePulseLockedPeriod, &locked)
    keys.number(.timePulseLength, &width)
    keys.number(.timePulseLockedLength, &lockedLength)
    if hasLockedValues { (lockedPeriod, lockedWidth) = (locked, lockedLength) }
  }

  package static func item(_ table: SettingTable) -> [UInt8] { [0] }
}

extension CfgTMODE2: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    keys.number(.surveyMode, &mode.rawValue)
    keys.number(.surveySeconds, &fewestSeconds)
    keys.decimal(.surveyAccuracy, &accuracyLimit, perUnit: 10_000)
    keys.place(&isGeographic, &first, &second, &third)
    keys.decimal(.surveyedPlaceAccuracy, &accuracy, perUnit: 10_000)
  }
}

extension CfgTMODE3: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    keys.number(.surveyMode, &mode.rawValue)
    keys.number(.surveySeconds, &fewestSeconds)
    keys.decimal(.surveyAccuracy, &accuracyLimit, perUnit: 10_000)
    if keys.writes(.surveyedLatitude, .surveyedLongitude, .surveyedHeight) {
      // Digits that the new place does not have.
      (fineFirst, fineSecond, fineThird) = (0, 0, 0)
    }
    keys.place(&isGeographic, &first, &second, &third)
    keys.decimal(.surveyedPlaceAccuracy, &accuracy, perUnit: 10_000)
  }
}

extension KeyVisitor {
  /// A place; these keys have no value for one in ECEF coordinates.
  fileprivate mutating func place(
    _ isGeographic: inout Bool, _ latitude: inout Int32, _ longitude: inout Int32, _ height: inout Int32
  ) {
    flag(.surveyedPlaceKind, &isGeographic)
    guard isGeographic else { return }
    number(.surveyedLatitude, &latitude)
    number(.surveyedLongitude, &longitude)
    number(.surveyedHeight, &height)
  }
}

// Settings that are lists: protocols, systems and messages.

extension MessageSetting<ProtocolSet> {
  /// The protocols that the port in use sends; only UBX and NMEA are read and changed.
  package static var protocols: Self {
    Self(
      CfgPRT.self,
      ValueForm(
        keys: { table throws(SettingTable.Refusal) in [try table.protocolKeys().map { $0.output }] },
        read: { table, values in
          guard let keys = try? table.protocolKeys() else { return nil }
          var protocols = ProtocolSet()
          for (word, _, key) in keys {
            guard let isOn = values.flag(key) else { return nil }
            if isOn { protocols.formUnion(word) }
          }
          return protocols
        },
        pairs: { table, protocols, _ throws(SettingTable.Refusal) in
          try table.protocolKeys().map { .pair($0.output, protocols.contains($0.word)) }
        }))
  }
}

extension MessageSetting<[SatelliteSystem]> {
  /// The satellite systems received, except SBAS, which is a setting of its own.
  package static var systems: Self {
    Self(
      CfgGNSS.self,
      ValueForm { table throws(SettingTable.Refusal) in
        guard table.generation >= .ublox7 else { throw .unknownSetting }
        return [[.all(inGroup: ConfigurationKey.gps.group)]]
      } read: { _, values in
        values.isEmpty ? nil : keys.filter { values.flag($0.isOn) == true }.map { $0.system }
      } pairs: { _, systems, values throws(SettingTable.Refusal) in
        for system in systems
        where !keys.contains(where: { $0.system == system && values[$0.isOn] != nil }) {
          throw .unknownSystem(system)
        }
        var pairs: [ConfigurationPair] = []
        for row in keys where values[row.isOn] != nil {
          let isWanted = systems.contains(row.system)
          pairs.append(.pair(row.isOn, isWanted))
          // Receivers refuse an enabled system without signals, so enable its first one; keep the others.
          let signals = row.signals.filter { values[$0] != nil }
          if isWanted, let first = signals.first, !signals.contains(where: { values[$0] != 0 }) {
            pairs.append(.pair(first, true))
          }
        }
        return pairs
      })
  }

  /// SBAS has a setting of its own.
  private static var keys: [SatelliteSystem.Keys] { SatelliteSystem.keys.filter { $0.system != .sbas } }
}

extension SatelliteSystem {
  /// A system, the key that enables it, and the keys of its signals, of which all receivers have the first.
  package typealias Keys = (system: SatelliteSystem, isOn: ConfigurationKey, signals: [ConfigurationKey])

  /// The systems with keys, in the order of CFG-GNSS.
  package static var keys: [Keys] {
    [
      (.gps, .gps, [.gpsL1] + others(0x1031_0003, 0x1031_0004)), (.sbas, .sbas, [.sbasL1]),
      (.galileo, .galileo, [.galileoE1] + others(0x1031_0009, 0x1031_000A, 0x1031_000B)),
      (.beiDou, .beiDou, [.beiDouB1, .beiDouB1C] + others(0x1031_000E, 0x1031_0010, 0x1031_0028)),
      (.qzss, .qzss, [.qzssL1] + others(0x1031_0014, 0x1031_0015, 0x1031_0017)),
      (.glonass, .glonass, [.glonassL1] + others(0x1031_001A)),
      (.navic, .navic, others(0x1031_001D)),
    ]
  }

  private static func others(_ numbers: UInt32...) -> [ConfigurationKey] {
    numbers.map { ConfigurationKey(rawValue: $0) }
  }
}

extension MessageSetting<[MessageKind]> {
  /// The messages sent with each epoch, out of a list of messages; sentences have class 0xF0.
  ///
  /// An enabled message keeps its rate: a low rate, such as every tenth epoch, was set on purpose.
  package static func outputs(of all: [MessageKind]) -> Self {
    // Every firmware supports the sentences.
    let areSentences = all.allSatisfy { $0.messageClass == 0xF0 }
    return Self(
      in: { _ in OlderMessages(CfgMSG.self, all.map { [$0.messageClass, $0.identifier] }) },
      ValueForm { table throws(SettingTable.Refusal) in
        var keys: [ConfigurationKey] = []
        for kind in all {
          guard let key = ConfigurationKey.output(of: kind, on: table.port) else {
            throw .unknownMessage(kind)
          }
          keys.append(key)
        }
        return areSentences ? [keys] : keys.map { [$0] }
      } read: { table, values in
        guard !values.isEmpty else { return nil }
        return all.filter { kind in
          ConfigurationKey.output(of: kind, on: table.port).flatMap { values.flag($0) } ?? false
        }
      } pairs: { table, kinds, values throws(SettingTable.Refusal) in
        var pairs: [ConfigurationPair] = []
        for kind in all {
          let isWanted = kinds.contains(kind)
          guard let key = ConfigurationKey.output(of: kind, on: table.port), let rate = values[key] else {
            if isWanted { throw .unknownMessage(kind) }
            continue
          }
          if (rate > 0) != isWanted { pairs.append(.pair(key, isWanted)) }
        }
        return pairs
      },
      mayBeRefused: { _ in !areSentences })
  }
}

// MARK: - The fields of lists in older messages

extension CfgPRT: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    if let key = port.speedKey { keys.number(key, &baudRate) }
    for (word, inputKey, outputKey) in port.protocolKeys {
      keys.flag(inputKey, &input[word])
      keys.flag(outputKey, &output[word])
    }
  }

  package static func item(_ table: SettingTable) -> [UInt8] { [table.port.rawValue] }
}

extension ProtocolSet {
  fileprivate subscript(word: ProtocolSet) -> Bool {
    get { contains(word) }
    set { self = newValue ? union(word) : subtracting(word) }
  }
}

extension PortNumber {
  /// A protocol, with the keys that switch it on and off.
  package typealias ProtocolKeys = (word: ProtocolSet, input: ConfigurationKey, output: ConfigurationKey)

  /// The key for the speed of the port; nil for a port without a speed.
  package var speedKey: ConfigurationKey? {
    self == .uart1 ? .uart1Speed : self == .uart2 ? .uart2Speed : nil
  }

  /// The protocols of the port, with the keys for its input and its output.
  package var protocolKeys: [ProtocolKeys] {
    guard rawValue <= PortNumber.spi.rawValue else { return [] }
    // The groups alternate: input and output of I²C, UART1, UART2, USB, SPI.
    let first = 0x1071_0000 + 0x2_0000 * UInt32(rawValue)
    let items: [(ProtocolSet, UInt32)] = [(.ubx, 1), (.nmea, 2), (.rtcm2, 3), (.rtcm3, 4)]
    return items.map { word, item in
      (word, ConfigurationKey(rawValue: first + item), ConfigurationKey(rawValue: first + 0x1_0000 + item))
    }
  }
}

extension CfgMSG: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    guard !isForThisPort else { return }
    for port: UInt8 in 0...4 {
      guard let key = ConfigurationKey.output(of: message, on: PortNumber(rawValue: port)) else { return }
      keys.number(key, &rates[Int(port)])
    }
  }
}

extension CfgGNSS: KeyedMessage {
  package mutating func walk(_ keys: inout KeyVisitor) {
    for place in blocks.indices {
      guard let row = SatelliteSystem.keys.first(where: { $0.system == blocks[place].system }) else {
        continue
      }
      keys.flag(row.isOn, &blocks[place].isEnabled)
      // An enabled system gets a signal; otherwise channels and signals stay.
      guard let key = row.signals.first else { continue }
      keys.field(
        key, &blocks[place].signals, { $0 == 0 ? 0 : 1 },
        { [old = blocks[place].signals] in $0 != 0 && old == 0 ? 1 : old })
    }
  }
}
