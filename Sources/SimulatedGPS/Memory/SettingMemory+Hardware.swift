internal import UBX

// Configuration messages up to u-blox 9 for antenna, interference, time pulses, power and survey, mapped to
// the values of the memory.

extension SettingMemory {
  private func key(_ number: UInt32) -> ConfigurationKey { ConfigurationKey(rawValue: number) }

  private mutating func set(_ key: ConfigurationKey, _ flag: Bool) { set(key, flag ? 1 : 0) }

  // MARK: - CFG-ANT, CFG-ITFM

  var ant: CfgANT {
    var message: CfgANT = message(.cfgANT, length: 4)
    message.controlsPower = isOn(.antennaPower)
    message.watchesShorts = isOn(.antennaShort)
    message.watchesOpen = isOn(.antennaOpen)
    message.cutsPowerOnShort = isOn(key(0x10A3_0033))
    message.recovers = isOn(key(0x10A3_0035))
    return message
  }

  mutating func take(_ message: CfgANT) -> Bool {
    set(.antennaPower, message.controlsPower)
    set(.antennaShort, message.watchesShorts)
    set(.antennaOpen, message.watchesOpen)
    set(key(0x10A3_0033), message.cutsPowerOnShort)
    set(key(0x10A3_0035), message.recovers)
    keep(message.payload, in: Slot(kind: .cfgANT))
    return true
  }

  var itfm: CfgITFM {
    var message = CfgITFM()
    if let payload = payload(Slot(kind: .cfgITFM)) { message = CfgITFM(payload: payload.span) ?? message }
    message.isEnabled = isOn(.watchInterference)
    message.broadbandThreshold = UInt8(truncatingIfNeeded: self[.jammingBroadband])
    message.continuousThreshold = UInt8(truncatingIfNeeded: self[.jammingContinuous])
    return message
  }

  mutating func take(_ message: CfgITFM) -> Bool {
    set(.watchInterference, message.isEnabled)
    set(.jammingBroadband, UInt64(message.broadbandThreshold))
    set(.jammingContinuous, UInt64(message.continuousThreshold))
    keep(message.payload, in: Slot(kind: .cfgITFM))
    return true
  }

  // MARK: - CFG-TP5

  func tp5(_ pulse: UInt8) -> CfgTP5? {
    guard pulse <= 1 else { return nil }
    var message: CfgTP5 = message(.cfgTP5, length: 32, number: pulse)
    message.pulse = pulse
    message.version = 1
    guard pulse == 0 else { return message }
    message.isActive = isOn(.timePulse)
    message.period = UInt32(clamping: self[.timePulsePeriod])
    message.lockedPeriod = UInt32(clamping: self[.timePulseLockedPeriod])
    message.width = UInt32(clamping: self[.timePulseLength])
    message.lockedWidth = UInt32(clamping: self[.timePulseLockedLength])
    if payload(Slot(kind: .cfgTP5)) == nil {
      (message.followsSatellites, message.hasLockedValues, message.isLength) = (true, true, true)
      (message.alignsToWeek, message.isRising) = (true, true)
    }
    return message
  }

  mutating func take(_ message: CfgTP5) -> Bool {
    guard message.pulse <= 1 else { return false }
    keep(message.payload, in: Slot(kind: .cfgTP5, number: message.pulse))
    guard message.pulse == 0 else { return true }
    set(.timePulse, message.isActive)
    set(.timePulsePeriod, UInt64(message.period))
    set(.timePulseLockedPeriod, UInt64(message.lockedPeriod))
    set(.timePulseLength, UInt64(message.width))
    set(.timePulseLockedLength, UInt64(message.lockedWidth))
    return true
  }

  // MARK: - CFG-RXM, CFG-PM2

  var rxm: CfgRXM {
    var message: CfgRXM = message(.cfgRXM, length: 2)
    message.mode = self[.powerMode] == 0 ? .full : .saving
    return message
  }

  mutating func take(_ message: CfgRXM) -> Bool {
    guard [.full, .saving, .continuous].contains(message.mode) else { return false }
    set(.powerMode, message.mode == .saving ? 1 : 0)
    keep(message.payload, in: Slot(kind: .cfgRXM))
    return true
  }

  var pm2: CfgPM2 {
    var message = CfgPM2()
    if let payload = payload(Slot(kind: .cfgPM2)) {
      message = CfgPM2(payload: payload.span) ?? message
    } else {
      (message.fixInterval, message.searchInterval) = (1000, 10_000)
    }
    return message
  }

  mutating func take(_ message: CfgPM2) -> Bool {
    keep(message.payload, in: Slot(kind: .cfgPM2))
    return true
  }

  // MARK: - CFG-TMODE2, CFG-TMODE3

  var tmode2: CfgTMODE2 {
    var message: CfgTMODE2 = message(.cfgTMODE2, length: 28)
    message.mode = SurveyMode(rawValue: UInt8(clamping: self[.surveyMode]))
    return message
  }

  mutating func take(_ message: CfgTMODE2) -> Bool {
    guard message.mode.rawValue <= 2 else { return false }
    set(.surveyMode, UInt64(message.mode.rawValue))
    keep(message.payload, in: Slot(kind: .cfgTMODE2))
    return true
  }

  var tmode3: CfgTMODE3 {
    var message: CfgTMODE3 = message(.cfgTMODE3, length: 40)
    message.mode = SurveyMode(rawValue: UInt8(clamping: self[.surveyMode]))
    message.fewestSeconds = UInt32(clamping: self[.surveySeconds])
    message.accuracyLimit = Double(self[.surveyAccuracy]) / 10_000
    return message
  }

  mutating func take(_ message: CfgTMODE3) -> Bool {
    guard message.mode.rawValue <= 2 else { return false }
    set(.surveyMode, UInt64(message.mode.rawValue))
    set(.surveySeconds, UInt64(message.fewestSeconds))
    set(.surveyAccuracy, UInt64(message.accuracyLimit * 10_000 + 0.5))
    if message.isGeographic {
      set(.surveyedPlaceKind, 1)
      for (key, value) in [
        (ConfigurationKey.surveyedLatitude, message.first), (.surveyedLongitude, message.second),
        (.surveyedHeight, message.third),
      ] { set(key, UInt64(UInt32(bitPattern: value))) }
    }
    keep(message.payload, in: Slot(kind: .cfgTMODE3))
    return true
  }
}
