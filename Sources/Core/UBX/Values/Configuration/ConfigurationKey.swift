/// The key of a setting, since u-blox 9; it encodes the size of the value and the group.
///
/// Bits 28 to 30 are the size, 16 to 23 the group, and 0 to 15 the item.
package struct ConfigurationKey: RawRepresentable, Sendable, Hashable, PayloadBlock, CustomStringConvertible {
  /// The key as a number.
  package var rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes a key from u-blox's name, such as `CFG-RATE-MEAS`; nil if it is not in the table.
  package init?(name: String) {
    if let setting = ConfigurationSetting.all.first(where: { sameBytes($0.name, name) }) {
      self = setting.key
    } else if let key = Self.output(named: name) {
      self = key
    } else {
      return nil
    }
  }

  /// The size of the value in bytes, or nil if the key's size code is unknown; a bit occupies a byte.
  package var size: Int? {
    switch rawValue >> 28 & 7 {
    case 1, 2: 1
    case 3: 2
    case 4: 4
    case 5: 8
    default: nil
    }
  }

  package var group: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
  /// The number of the setting within its group.
  package var item: UInt16 { UInt16(truncatingIfNeeded: rawValue) }
  /// Whether the key selects all settings of its group, or all settings.
  package var isWildcard: Bool { item == 0xFFFF }

  /// Returns a wildcard that reads all settings of a group.
  package static func all(inGroup group: UInt8) -> ConfigurationKey {
    ConfigurationKey(rawValue: UInt32(group) << 16 | 0xFFFF)
  }

  /// The wildcard that reads all settings.
  package static let everything = ConfigurationKey(rawValue: 0x0FFF_FFFF)

  /// The entry in the table, or nil if the key has none.
  package var setting: ConfigurationSetting? {
    ConfigurationSetting.all.first { $0.key == self } ?? Self.outputSetting(self)
  }

  /// Makes the key 0, which is not a valid key.
  package init() { rawValue = 0 }

  /// The length, always 4 bytes.
  package var length: Int { 4 }

  /// Visits the number, to read or write it.
  package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&rawValue, bytes)
  }

  /// The name, or the number in hexadecimal if the key is not in the table.
  package var description: String {
    if let setting { return setting.name }
    let digits = String(rawValue, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  // The keys that settings in this project use, with Swift names. For other keys use u-blox's names.

  /// CFG-RATE-MEAS: time between measurements in milliseconds.
  package static let measurementInterval = ConfigurationKey(rawValue: 0x3021_0001)
  /// CFG-RATE-NAV: number of measurements per fix.
  package static let measurementsPerFix = ConfigurationKey(rawValue: 0x3021_0002)
  /// CFG-RATE-TIMEREF: time system that measurements are aligned to.
  package static let timeReference = ConfigurationKey(rawValue: 0x2021_0003)
  /// CFG-UART1-BAUDRATE: speed of the first serial port in bits per second.
  package static let uart1Speed = ConfigurationKey(rawValue: 0x4052_0001)
  /// CFG-UART2-BAUDRATE: speed of the second serial port in bits per second.
  package static let uart2Speed = ConfigurationKey(rawValue: 0x4053_0001)
  /// CFG-UART1OUTPROT-UBX: whether the first serial port sends UBX.
  package static let uart1SpeaksUBX = ConfigurationKey(rawValue: 0x1074_0001)
  /// CFG-UART1OUTPROT-NMEA: whether the first serial port sends sentences.
  package static let uart1SpeaksNMEA = ConfigurationKey(rawValue: 0x1074_0002)
  /// CFG-USBOUTPROT-UBX: whether USB sends UBX.
  package static let usbSpeaksUBX = ConfigurationKey(rawValue: 0x1078_0001)
  /// CFG-USBOUTPROT-NMEA: whether USB sends sentences.
  package static let usbSpeaksNMEA = ConfigurationKey(rawValue: 0x1078_0002)
  /// CFG-SIGNAL-GPS_ENA: whether GPS is enabled.
  package static let gps = ConfigurationKey(rawValue: 0x1031_001F)
  /// CFG-SIGNAL-GPS_L1CA_ENA: whether the GPS L1 C/A signal is enabled.
  package static let gpsL1 = ConfigurationKey(rawValue: 0x1031_0001)
  /// CFG-SIGNAL-SBAS_ENA: whether SBAS is enabled.
  package static let sbas = ConfigurationKey(rawValue: 0x1031_0020)
  /// CFG-SIGNAL-SBAS_L1CA_ENA: whether the SBAS L1 C/A signal is enabled.
  package static let sbasL1 = ConfigurationKey(rawValue: 0x1031_0005)
  /// CFG-SIGNAL-GAL_ENA: whether Galileo is enabled.
  package static let galileo = ConfigurationKey(rawValue: 0x1031_0021)
  /// CFG-SIGNAL-GAL_E1_ENA: whether the Galileo E1 signal is enabled.
  package static let galileoE1 = ConfigurationKey(rawValue: 0x1031_0007)
  /// CFG-SIGNAL-BDS_ENA: whether BeiDou is enabled.
  package static let beiDou = ConfigurationKey(rawValue: 0x1031_0022)
  /// CFG-SIGNAL-BDS_B1_ENA: whether the BeiDou B1I signal is enabled.
  package static let beiDouB1 = ConfigurationKey(rawValue: 0x1031_000D)
  /// CFG-SIGNAL-BDS_B1C_ENA: whether the BeiDou B1C signal is enabled.
  package static let beiDouB1C = ConfigurationKey(rawValue: 0x1031_000F)
  /// CFG-SIGNAL-QZSS_ENA: whether QZSS is enabled.
  package static let qzss = ConfigurationKey(rawValue: 0x1031_0024)
  /// CFG-SIGNAL-QZSS_L1CA_ENA: whether the QZSS L1 C/A signal is enabled.
  package static let qzssL1 = ConfigurationKey(rawValue: 0x1031_0012)
  /// CFG-SIGNAL-GLO_ENA: whether GLONASS is enabled.
  package static let glonass = ConfigurationKey(rawValue: 0x1031_0025)
  /// CFG-SIGNAL-GLO_L1_ENA: whether the GLONASS L1 signal is enabled.
  package static let glonassL1 = ConfigurationKey(rawValue: 0x1031_0018)
  /// CFG-SIGNAL-NAVIC_ENA: whether NavIC is enabled.
  package static let navic = ConfigurationKey(rawValue: 0x1031_0026)
  /// CFG-NAVSPG-DYNMODEL: dynamic model.
  package static let dynamicModel = ConfigurationKey(rawValue: 0x2011_0021)
  /// CFG-NAVSPG-FIXMODE: allowed types of fix.
  package static let fixMode = ConfigurationKey(rawValue: 0x2011_0011)
  /// CFG-NAVSPG-INFIL_MINELEV: lowest elevation of a satellite in use, in degrees.
  package static let minimumElevation = ConfigurationKey(rawValue: 0x2011_00A4)
  /// CFG-NAVSPG-INFIL_MINCNO: weakest signal in use, in dB-Hz.
  package static let minimumSignal = ConfigurationKey(rawValue: 0x2011_00A3)
  /// CFG-MOT-GNSSSPEED_THRS: speed below which the position is held, in centimeters per second.
  package static let staticHoldSpeed = ConfigurationKey(rawValue: 0x2025_0038)
  /// CFG-NAVSPG-ACKAIDING: whether assistance data is acknowledged.
  package static let acknowledgesAssistance = ConfigurationKey(rawValue: 0x1011_0025)
  /// CFG-SBAS-USE_RANGING: whether SBAS satellites contribute ranges to the fix.
  package static let sbasRanges = ConfigurationKey(rawValue: 0x1036_0003)
  /// CFG-SBAS-USE_DIFFCORR: whether SBAS corrections are used.
  package static let sbasCorrections = ConfigurationKey(rawValue: 0x1036_0004)
  /// CFG-SBAS-USE_INTEGRITY: whether SBAS integrity information is used.
  package static let sbasIntegrity = ConfigurationKey(rawValue: 0x1036_0005)
  /// CFG-SBAS-PRNSCANMASK: SBAS satellites to search.
  package static let sbasNumbers = ConfigurationKey(rawValue: 0x5036_0006)
  /// CFG-PM-OPERATEMODE: full power, or one of two power saving modes.
  package static let powerMode = ConfigurationKey(rawValue: 0x20D0_0001)
  /// CFG-TP-TP1_ENA: whether the time pulse is enabled.
  package static let timePulse = ConfigurationKey(rawValue: 0x1005_0007)
  /// CFG-TP-PERIOD_TP1: period in microseconds without a fix.
  package static let timePulsePeriod = ConfigurationKey(rawValue: 0x4005_0002)
  /// CFG-TP-PERIOD_LOCK_TP1: period in microseconds with a fix.
  package static let timePulseLockedPeriod = ConfigurationKey(rawValue: 0x4005_0003)
  /// CFG-TP-LEN_TP1: pulse length in microseconds without a fix.
  package static let timePulseLength = ConfigurationKey(rawValue: 0x4005_0004)
  /// CFG-TP-LEN_LOCK_TP1: pulse length in microseconds with a fix.
  package static let timePulseLockedLength = ConfigurationKey(rawValue: 0x4005_0005)
  /// CFG-NMEA-PROTVER: NMEA version of the sentences.
  package static let nmeaRevision = ConfigurationKey(rawValue: 0x2093_0001)
  /// CFG-NMEA-HIGHPREC: whether positions have seven decimal places.
  package static let nmeaHighPrecision = ConfigurationKey(rawValue: 0x1093_0006)
  /// CFG-HW-ANT_CFG_VOLTCTRL: whether the receiver controls the antenna's power supply.
  package static let antennaPower = ConfigurationKey(rawValue: 0x10A3_002E)
  /// CFG-HW-ANT_CFG_SHORTDET: whether short circuits are detected.
  package static let antennaShort = ConfigurationKey(rawValue: 0x10A3_002F)
  /// CFG-HW-ANT_CFG_OPENDET: whether a missing antenna is detected.
  package static let antennaOpen = ConfigurationKey(rawValue: 0x10A3_0031)
  /// CFG-ITFM-ENABLE: whether interference is monitored.
  package static let watchInterference = ConfigurationKey(rawValue: 0x1041_000D)
  /// CFG-SEC-JAMDET_SENSITIVITY_HI: whether jamming detection has a high sensitivity.
  package static let sensitiveToJamming = ConfigurationKey(rawValue: 0x10F6_0051)
  /// CFG-TMODE-MODE: how the fixed position is determined.
  package static let surveyMode = ConfigurationKey(rawValue: 0x2003_0001)
  /// CFG-TMODE-SVIN_MIN_DUR: shortest survey in seconds.
  package static let surveySeconds = ConfigurationKey(rawValue: 0x4003_0010)
  /// CFG-TMODE-SVIN_ACC_LIMIT: accuracy that ends a survey, in 0.1 mm.
  package static let surveyAccuracy = ConfigurationKey(rawValue: 0x4003_0011)
  /// CFG-TMODE-POS_TYPE: 0 ECEF, 1 latitude, longitude and height.
  package static let surveyedPlaceKind = ConfigurationKey(rawValue: 0x2003_0002)
  /// CFG-TMODE-LAT: latitude in 1e-7 degrees.
  package static let surveyedLatitude = ConfigurationKey(rawValue: 0x4003_0009)
  /// CFG-TMODE-LON: longitude in 1e-7 degrees.
  package static let surveyedLongitude = ConfigurationKey(rawValue: 0x4003_000A)
  /// CFG-TMODE-HEIGHT: height in centimeters.
  package static let surveyedHeight = ConfigurationKey(rawValue: 0x4003_000B)
  /// CFG-TMODE-FIXED_POS_ACC: accuracy of the position in 0.1 mm.
  package static let surveyedPlaceAccuracy = ConfigurationKey(rawValue: 0x4003_000F)

  // Keys of values that older messages have, too, and that no setting in this project changes by itself.

  /// CFG-NAVSPG-UTCSTANDARD: UTC standard.
  package static let utcStandard = ConfigurationKey(rawValue: 0x2011_001C)
  /// CFG-NAVSPG-CONSTR_DGNSSTO: age limit of differential corrections in seconds.
  package static let differentialTimeout = ConfigurationKey(rawValue: 0x2011_00C4)
  /// CFG-NAVSPG-OUTFIL_PDOP: highest PDOP of a valid fix, in tenths.
  package static let maximumPositionDilution = ConfigurationKey(rawValue: 0x3011_00B1)
  /// CFG-NAVSPG-OUTFIL_TDOP: highest TDOP of a valid fix, in tenths.
  package static let maximumTimeDilution = ConfigurationKey(rawValue: 0x3011_00B2)
  /// CFG-NAVSPG-OUTFIL_PACC: largest position error of a valid fix, in meters.
  package static let maximumPositionError = ConfigurationKey(rawValue: 0x3011_00B3)
  /// CFG-NAVSPG-OUTFIL_TACC: largest error of a valid time, in meters.
  package static let maximumTimeError = ConfigurationKey(rawValue: 0x3011_00B4)
  /// CFG-MOT-GNSSDIST_THRS: distance at which the position is no longer held, in meters.
  package static let staticHoldDistance = ConfigurationKey(rawValue: 0x3025_003B)
  /// CFG-SBAS-USE_TESTMODE: whether SBAS satellites in test mode are used.
  package static let sbasTestMode = ConfigurationKey(rawValue: 0x1036_0002)
  /// CFG-HW-ANT_CFG_PWRDOWN: whether a short circuit cuts the power.
  package static let antennaCutsPower = ConfigurationKey(rawValue: 0x10A3_0033)
  /// CFG-HW-ANT_CFG_RECOVER: whether the receiver recovers from a short circuit automatically.
  package static let antennaRecovers = ConfigurationKey(rawValue: 0x10A3_0035)
  /// CFG-ITFM-BBTHRESHOLD: threshold for broadband jamming.
  package static let jammingBroadband = ConfigurationKey(rawValue: 0x2041_0001)
  /// CFG-ITFM-CWTHRESHOLD: threshold for continuous-wave jamming.
  package static let jammingContinuous = ConfigurationKey(rawValue: 0x2041_0002)
}

/// A setting that this module knows: its key, its name and the type of its value.
package struct ConfigurationSetting: Sendable, Hashable {
  package let key: ConfigurationKey
  /// The name that u-blox uses, such as `CFG-RATE-MEAS`.
  package let name: String
  package let type: ValueType

  init(_ number: UInt32, _ name: String, _ type: ValueType) {
    key = ConfigurationKey(rawValue: number)
    (self.name, self.type) = (name, type)
  }

  /// Returns whether the keys are equal; the table has one entry per key.
  package static func == (a: ConfigurationSetting, b: ConfigurationSetting) -> Bool { a.key == b.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  package enum ValueType: Sendable, Hashable {
    case bit, unsigned, signed, enumeration, bits, real
  }

  /// All settings with an entry; the `CFG-MSGOUT` settings are computed instead.
  package static var all: [ConfigurationSetting] { table }

  private static let table = ports + navigation + signals + output

  /// The allowed values; a receiver may accept fewer.
  package var range: ClosedRange<Int64> {
    if let narrow { return narrow }
    let bits = Int64(8 * (key.size ?? 0))
    return switch type {
    case .bit: 0...1
    case .signed where bits < 64: -(1 << (bits - 1))...(1 << (bits - 1)) - 1
    case .signed, .real: .min ... .max
    case .unsigned, .enumeration, .bits: bits < 64 ? 0...(1 << bits) - 1 : 0 ... .max
    }
  }

  /// The known ranges that are narrower than the size of the value.
  private var narrow: ClosedRange<Int64>? {
    switch key {
    case .measurementInterval: 25...65535
    case .measurementsPerFix: 1...128
    case .timeReference: 0...4
    case .dynamicModel: 0...13
    case .fixMode: 1...3
    case .minimumElevation: -90...90
    case .surveyMode: 0...2
    case .powerMode: 0...2
    case .nmeaRevision: 21...42
    default: nil
    }
  }
}

/// Whether two strings have the same bytes; comparing strings would need Unicode tables.
func sameBytes(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
