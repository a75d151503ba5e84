// The keys that settings of this project need, by the names that programs use. All others go by u-blox's name.

extension ConfigurationKey {
  /// CFG-RATE-MEAS: milliseconds from one measurement to the next.
  public static let measurementInterval = ConfigurationKey(rawValue: 0x3021_0001)
  /// CFG-RATE-NAV: measurements for one fix.
  public static let measurementsPerFix = ConfigurationKey(rawValue: 0x3021_0002)
  /// CFG-RATE-TIMEREF: the time that measurements are aligned to.
  public static let timeReference = ConfigurationKey(rawValue: 0x2021_0003)
  /// CFG-UART1-BAUDRATE: bits per second of the first serial port.
  public static let uart1Speed = ConfigurationKey(rawValue: 0x4052_0001)
  /// CFG-UART2-BAUDRATE: bits per second of the second serial port.
  public static let uart2Speed = ConfigurationKey(rawValue: 0x4053_0001)
  /// CFG-UART1OUTPROT-UBX: whether the first serial port speaks UBX.
  public static let uart1SpeaksUBX = ConfigurationKey(rawValue: 0x1074_0001)
  /// CFG-UART1OUTPROT-NMEA: whether the first serial port speaks sentences.
  public static let uart1SpeaksNMEA = ConfigurationKey(rawValue: 0x1074_0002)
  /// CFG-USBOUTPROT-UBX: whether USB speaks UBX.
  public static let usbSpeaksUBX = ConfigurationKey(rawValue: 0x1078_0001)
  /// CFG-USBOUTPROT-NMEA: whether USB speaks sentences.
  public static let usbSpeaksNMEA = ConfigurationKey(rawValue: 0x1078_0002)
  /// CFG-SIGNAL-GPS_ENA: whether GPS is received.
  public static let gps = ConfigurationKey(rawValue: 0x1031_001F)
  /// CFG-SIGNAL-GPS_L1CA_ENA: whether its signal L1 C/A is.
  public static let gpsL1 = ConfigurationKey(rawValue: 0x1031_0001)
  /// CFG-SIGNAL-SBAS_ENA: whether SBAS is received.
  public static let sbas = ConfigurationKey(rawValue: 0x1031_0020)
  /// CFG-SIGNAL-SBAS_L1CA_ENA: whether its signal L1 C/A is.
  public static let sbasL1 = ConfigurationKey(rawValue: 0x1031_0005)
  /// CFG-SIGNAL-GAL_ENA: whether Galileo is received.
  public static let galileo = ConfigurationKey(rawValue: 0x1031_0021)
  /// CFG-SIGNAL-GAL_E1_ENA: whether its signal E1 is.
  public static let galileoE1 = ConfigurationKey(rawValue: 0x1031_0007)
  /// CFG-SIGNAL-BDS_ENA: whether BeiDou is received.
  public static let beiDou = ConfigurationKey(rawValue: 0x1031_0022)
  /// CFG-SIGNAL-BDS_B1_ENA: whether its signal B1I is.
  public static let beiDouB1 = ConfigurationKey(rawValue: 0x1031_000D)
  /// CFG-SIGNAL-BDS_B1C_ENA: whether its signal B1C is.
  public static let beiDouB1C = ConfigurationKey(rawValue: 0x1031_000F)
  /// CFG-SIGNAL-QZSS_ENA: whether QZSS is received.
  public static let qzss = ConfigurationKey(rawValue: 0x1031_0024)
  /// CFG-SIGNAL-QZSS_L1CA_ENA: whether its signal L1 C/A is.
  public static let qzssL1 = ConfigurationKey(rawValue: 0x1031_0012)
  /// CFG-SIGNAL-GLO_ENA: whether GLONASS is received.
  public static let glonass = ConfigurationKey(rawValue: 0x1031_0025)
  /// CFG-SIGNAL-GLO_L1_ENA: whether its signal L1 is.
  public static let glonassL1 = ConfigurationKey(rawValue: 0x1031_0018)
  /// CFG-SIGNAL-NAVIC_ENA: whether NavIC is received.
  public static let navic = ConfigurationKey(rawValue: 0x1031_0026)
  /// CFG-NAVSPG-DYNMODEL: how the receiver moves.
  public static let dynamicModel = ConfigurationKey(rawValue: 0x2011_0021)
  /// CFG-NAVSPG-FIXMODE: the kinds of fixes that are allowed.
  public static let fixMode = ConfigurationKey(rawValue: 0x2011_0011)
  /// CFG-NAVSPG-INFIL_MINELEV: degrees under which no satellite is used.
  public static let minimumElevation = ConfigurationKey(rawValue: 0x2011_00A4)
  /// CFG-NAVSPG-INFIL_MINCNO: the dB-Hz that a satellite needs.
  public static let minimumSignal = ConfigurationKey(rawValue: 0x2011_00A3)
  /// CFG-NAVSPG-ACKAIDING: whether assistance is acknowledged.
  public static let acknowledgesAssistance = ConfigurationKey(rawValue: 0x1011_0025)
  /// CFG-SBAS-USE_RANGING: whether SBAS satellites count for the fix.
  public static let sbasRanges = ConfigurationKey(rawValue: 0x1036_0003)
  /// CFG-SBAS-USE_DIFFCORR: whether their corrections are used.
  public static let sbasCorrections = ConfigurationKey(rawValue: 0x1036_0004)
  /// CFG-SBAS-USE_INTEGRITY: whether their warnings are heeded.
  public static let sbasIntegrity = ConfigurationKey(rawValue: 0x1036_0005)
  /// CFG-SBAS-PRNSCANMASK: SBAS satellites to look for.
  public static let sbasNumbers = ConfigurationKey(rawValue: 0x5036_0006)
  /// CFG-PM-OPERATEMODE: full power, or one of two ways of saving.
  public static let powerMode = ConfigurationKey(rawValue: 0x20D0_0001)
  /// CFG-TP-TP1_ENA: whether there are time pulses.
  public static let timePulse = ConfigurationKey(rawValue: 0x1005_0007)
  /// CFG-TP-PERIOD_TP1: microseconds from pulse to pulse without a fix.
  public static let timePulsePeriod = ConfigurationKey(rawValue: 0x4005_0002)
  /// CFG-TP-PERIOD_LOCK_TP1: the same with a fix.
  public static let timePulseLockedPeriod = ConfigurationKey(rawValue: 0x4005_0003)
  /// CFG-TP-LEN_TP1: microseconds that a pulse lasts without a fix.
  public static let timePulseLength = ConfigurationKey(rawValue: 0x4005_0004)
  /// CFG-TP-LEN_LOCK_TP1: the same with a fix.
  public static let timePulseLockedLength = ConfigurationKey(rawValue: 0x4005_0005)
  /// CFG-NMEA-PROTVER: the edition of the sentences.
  public static let nmeaRevision = ConfigurationKey(rawValue: 0x2093_0001)
  /// CFG-NMEA-HIGHPREC: whether positions have seven decimals.
  public static let nmeaHighPrecision = ConfigurationKey(rawValue: 0x1093_0006)
  /// CFG-HW-ANT_CFG_VOLTCTRL: whether the receiver switches the antenna's power.
  public static let antennaPower = ConfigurationKey(rawValue: 0x10A3_002E)
  /// CFG-HW-ANT_CFG_SHORTDET: whether a short circuit is watched for.
  public static let antennaShort = ConfigurationKey(rawValue: 0x10A3_002F)
  /// CFG-HW-ANT_CFG_OPENDET: whether a missing antenna is watched for.
  public static let antennaOpen = ConfigurationKey(rawValue: 0x10A3_0031)
  /// CFG-ITFM-ENABLE: whether interference is watched.
  public static let watchInterference = ConfigurationKey(rawValue: 0x1041_000D)
  /// CFG-SEC-JAMDET_SENSITIVITY_HI: whether jamming is looked for closely.
  public static let sensitiveToJamming = ConfigurationKey(rawValue: 0x10F6_0051)
  /// CFG-SEC-CFG_LOCK: whether settings are refused until the next start.
  public static let configurationLock = ConfigurationKey(rawValue: 0x10F6_0009)
  /// CFG-TMODE-MODE: whether the place is known.
  public static let surveyMode = ConfigurationKey(rawValue: 0x2003_0001)
  /// CFG-TMODE-SVIN_MIN_DUR: seconds that a survey takes at least.
  public static let surveySeconds = ConfigurationKey(rawValue: 0x4003_0010)
  /// CFG-TMODE-SVIN_ACC_LIMIT: tenths of a millimeter of error that end a survey.
  public static let surveyAccuracy = ConfigurationKey(rawValue: 0x4003_0011)
  /// CFG-TMODE-POS_TYPE: 0 three axes, 1 latitude, longitude and height.
  public static let surveyedPlaceKind = ConfigurationKey(rawValue: 0x2003_0002)
  /// CFG-TMODE-LAT: 1e-7 degrees.
  public static let surveyedLatitude = ConfigurationKey(rawValue: 0x4003_0009)
  /// CFG-TMODE-LON: 1e-7 degrees.
  public static let surveyedLongitude = ConfigurationKey(rawValue: 0x4003_000A)
  /// CFG-TMODE-HEIGHT: centimeters.
  public static let surveyedHeight = ConfigurationKey(rawValue: 0x4003_000B)
  /// CFG-TMODE-FIXED_POS_ACC: tenths of a millimeter.
  public static let surveyedPlaceAccuracy = ConfigurationKey(rawValue: 0x4003_000F)
}
