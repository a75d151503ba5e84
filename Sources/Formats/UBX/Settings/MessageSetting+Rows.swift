// One row per setting: the field of an older message, then the keys since u-blox 9.

extension MessageSetting<Int> {
  /// The time between epochs in milliseconds.
  public static var interval: Self {
    Self(
      MessageForm(
        CfgRATE.self, { Int($0.interval) * Int(max($0.measurementsPerFix, 1)) },
        { ($0.interval, $0.measurementsPerFix) = (UInt16(clamping: $1), 1) }),
      ValueForm(
        [.measurementInterval, .measurementsPerFix],
        { values in
          guard let perFix = values.number(.measurementsPerFix) else { return nil }
          return values.number(.measurementInterval).map { $0 * max(perFix, 1) }
        }, { [.pair(.measurementInterval, $0), .pair(.measurementsPerFix, 1)] }))
  }

  /// The speed of the port in use, in bits per second.
  public static var lineSpeed: Self {
    Self(
      MessageForm(
        CfgPRT.self,
        of: { table throws(SettingTable.Refusal) in
          guard table.hasSpeed else { throw .portWithoutSpeed }
          return [table.port.rawValue]
        }, { Int(clamping: $0.baudRate) }, { $0.baudRate = UInt32(clamping: $1) }),
      ValueForm(
        keys: { table throws(SettingTable.Refusal) in [[try table.speedKey]] },
        read: { table, values in (try? table.speedKey).flatMap { values.number($0) } },
        pairs: { table, speed, _ throws(SettingTable.Refusal) in [.pair(try table.speedKey, unsigned: speed)]
        }),
      speed: { UInt32(clamping: $0) })
  }

  /// The lowest elevation of a satellite in use, in degrees.
  public static var minimumElevation: Self {
    Self(
      MessageForm(
        CfgNAV5.self, { Int($0.minimumElevation) },
        { ($0.mask, $0.minimumElevation) = (.minimumElevation, Int8(clamping: $1)) }),
      ValueForm(.minimumElevation))
  }

  /// The weakest signal in use, in dB-Hz.
  public static var minimumSignal: Self {
    Self(
      MessageForm(
        CfgNAVX5.self, { Int($0.minimumSignal) },
        {
          ($0.mask, $0.laterMask) = (CfgNAVX5.minimumSignalBit, 0)
          $0.minimumSignal = UInt8(clamping: $1)
        }), ValueForm(.minimumSignal))
  }

  /// The speed in cm/s below which the receiver holds its position; 0 for never.
  public static var staticHold: Self {
    Self(
      MessageForm(
        CfgNAV5.self, { Int($0.staticHoldSpeed) },
        { ($0.mask, $0.staticHoldSpeed) = (.staticHold, UInt8(clamping: $1)) }),
      ValueForm(ConfigurationKey(rawValue: 0x2025_0038)))
  }
}

extension MessageSetting<Bool> {
  /// Whether SBAS satellites are used.
  public static var sbas: Self {
    Self(
      MessageForm(CfgSBAS.self, { $0.isEnabled }, { $0.isEnabled = $1 }),
      ValueForm(
        keys: { _ in [[.all(inGroup: ConfigurationKey.sbas.group)]] }, read: { $1.flag(.sbas) },
        pairs: { _, isOn, values throws(SettingTable.Refusal) in
          guard values[.sbas] != nil else { throw .unknownSetting }
          return isOn ? [.pair(.sbas, true), .pair(.sbasL1, true)] : [.pair(.sbas, false)]
        }))
  }

  /// Whether power saving is on; if it is, its mode is kept.
  public static var savesPower: Self {
    Self(
      MessageForm(CfgRXM.self, { $0.mode == .saving }, { $0.mode = $1 ? .saving : .full }),
      ValueForm(
        keys: { _ in [[.powerMode]] }, read: { $1.flag(.powerMode) },
        pairs: { $2.flag(.powerMode) == $1 ? [] : [.pair(.powerMode, $1 ? 2 : 0)] }))
  }

  /// Whether positions in sentences have seven decimal places.
  public static var highPrecision: Self {
    Self(
      MessageForm(CfgNMEA.self, { $0.isHighPrecision }, { $0.isHighPrecision = $1 }),
      ValueForm(.nmeaHighPrecision))
  }

  /// Whether the receiver detects a shorted or missing antenna.
  public static var watchesAntenna: Self {
    Self(
      MessageForm(
        CfgANT.self, { $0.watchesShorts && $0.watchesOpen },
        { ($0.watchesShorts, $0.watchesOpen) = ($1, $1) }), ValueForm(.antennaShort, .antennaOpen))
  }

  /// Whether the receiver monitors interference; a receiver has one of the two keys.
  public static var watchesInterference: Self {
    let keys: [ConfigurationKey] = [.watchInterference, .sensitiveToJamming]
    return Self(
      MessageForm(CfgITFM.self, { $0.isEnabled }, { $0.isEnabled = $1 }),
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
  /// The dynamic model.
  public static var model: Self {
    Self(
      MessageForm(CfgNAV5.self, { $0.model }, { ($0.mask, $0.model) = (.model, $1) }),
      ValueForm(
        .dynamicModel, { DynamicModel(rawValue: UInt8(truncatingIfNeeded: $0)) }, { Int($0.rawValue) }))
  }
}

extension MessageSetting<SentenceVersion> {
  /// The NMEA version of the sentences.
  public static var sentenceVersion: Self {
    Self(
      MessageForm(
        CfgNMEA.self, { message in SentenceVersion.allCases.first { $0.messageNumber == message.revision } },
        { $0.revision = $1.messageNumber }),
      ValueForm(
        .nmeaRevision, { number in SentenceVersion.allCases.first { $0.keyNumber == number } },
        { $0.keyNumber }))
  }
}

extension MessageSetting<TimePulse> {
  /// The time pulse.
  ///
  /// A frequency or a duty cycle is not read: ``TimePulse`` can't represent it.
  public static var timePulse: Self {
    Self(
      MessageForm(CfgTP5.self, of: { _ in [0] }, { $0.timePulse }, { $0.set($1) }),
      ValueForm(
        [.timePulse, .timePulsePeriod, .timePulseLockedPeriod, .timePulseLength, .timePulseLockedLength],
        { values in
          guard let isOn = values.flag(.timePulse), let period = values[.timePulseLockedPeriod],
            let length = values[.timePulseLockedLength]
          else { return nil }
          guard isOn else { return .off }
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

extension CfgTP5 {
  fileprivate var timePulse: TimePulse? {
    guard isActive else { return .off }
    guard !isFrequency, isLength else { return nil }
    return TimePulse(
      periodMicroseconds: hasLockedValues ? lockedPeriod : period,
      lengthMicroseconds: hasLockedValues ? lockedWidth : width)
  }

  fileprivate mutating func set(_ pulse: TimePulse) {
    isActive = pulse.isOn
    guard pulse.isOn else { return }
    (isFrequency, isLength, hasLockedValues) = (false, true, true)
    (period, lockedPeriod) = (pulse.periodMicroseconds, pulse.periodMicroseconds)
    (width, lockedWidth) = (pulse.lengthMicroseconds, pulse.lengthMicroseconds)
  }
}
