public import GPSBridge
internal import NMEA
internal import UBX

/// The output of one maker's receivers: the sentences and their order, talkers, decimals and quirks.
///
/// ```swift
/// var dialect = Dialect.ublox9
/// dialect.revision = .v4_0          // an older edition
/// dialect.quirks = [.paddedGSV, .zeroForUnheard]
/// ```
public struct Dialect: Sendable, Hashable {
  /// The name used in the text form.
  public let name: String
  /// The NMEA revision of its sentences.
  public var revision: Revision
  /// Quirks beyond the maker's own.
  public var quirks: Dialect.Quirks = []
  /// Bits per second when it is switched on; nil for native USB, which has no speed.
  public let speed: Int?
  /// The constellations that it receives.
  public let constellations: [Constellation]
  /// The product at the end of its cable.
  public let product: String

  /// The format of numbers; revision and quirks are added later.
  let look: SentenceStyle
  let order: [SentenceKind]
  let commands: CommandLanguage
  /// Nanoseconds between epochs: the default, and the minimum.
  var interval: Int64 = 1_000_000_000
  let shortestInterval: Int64
  /// The number of epochs from one GSV to the next.
  var skyPeriod = 1
  /// Nanoseconds from the moment of a fix to its first byte, and the maximum random addition.
  let latency: Int64
  let jitter: Int64
  /// Meters per second below which no course is reported; nil if the last course is repeated.
  var slowestCourse: Double?
  /// The number that stands for an unknown dilution; nil for an empty field.
  var noDilution: Double?
  /// Whether the clock runs from a day in 1980 before the time is known.
  var runsFrom1980 = false
  /// Seconds for which the position is extrapolated after satellites are lost.
  var coasting = 0
  /// Whether the differential station is always reported, as 0000.
  var saysStation = false
  /// The reported magnetic variation in degrees; nil if it is not reported.
  var variation: Double?
  var mostInGGA = 12
  /// The sentences sent at power-on, without `$` and checksum.
  let greeting: [String]
  /// The chip of a u-blox, which also supports UBX.
  var chip: UBloxChip?
  var beidouTalker = Talker.gb
  var numbersSignals = false

  /// The format of the sentences, including revision and quirks.
  var style: SentenceStyle {
    var style = look
    style.revision = revision
    quirks.apply(to: &style)
    return style
  }

  /// A u-blox 6 with native USB: GPS only, NMEA 2.3.
  public static let ublox6 = ublox(
    "ublox6", .v2_3, [.gps], .ublox6, product: "u-blox 6", shortestInterval: 200_000_000,
    greeting: [
      "GPTXT,01,01,02,u-blox ag - www.u-blox.com", "GPTXT,01,01,02,HW  UBX-G60xx  00040007 FF7FFFFFp",
      "GPTXT,01,01,02,ROM CORE 7.03 (45969) Mar 17 2011 16:18:34",
      "GPTXT,01,01,02,ANTSTATUS=OK",
    ])

  /// A u-blox 7 with native USB: GPS only, NMEA 2.3.
  public static let ublox7 = ublox(
    "ublox7", .v2_3, [.gps], .ublox7, product: "u-blox 7", shortestInterval: 100_000_000,
    greeting: [
      "GPTXT,01,01,02,u-blox ag - www.u-blox.com", "GPTXT,01,01,02,HW  UBX-G70xx   00070000",
      "GPTXT,01,01,02,ROM CORE 1.00 (59842) Jun 27 2012 17:43:52", "GPTXT,01,01,02,PROTVER 14.00",
      "GPTXT,01,01,02,ANTSTATUS=OK",
    ])

  /// A u-blox 8 with native USB: GPS and GLONASS, NMEA 4.0.
  public static let ublox8 = ublox(
    "ublox8", .v4_0, [.gps, .glonass], .ublox8, product: "u-blox 8", shortestInterval: 100_000_000,
    greeting: [
      "GNTXT,01,01,02,u-blox AG - www.u-blox.com", "GNTXT,01,01,02,HW UBX-M8030-KT 00080000",
      "GNTXT,01,01,02,ROM CORE 3.01 (107888)", "GNTXT,01,01,02,PROTVER=18.00",
      "GNTXT,01,01,02,ANTSTATUS=OK",
    ])

  /// A u-blox M8U, with native USB and sensors that report positions between two fixes.
  public static let ublox8Sensors = ublox(
    "ublox8-sensors", .v4_0, [.gps, .glonass], .ublox8Sensors, product: "u-blox M8U",
    shortestInterval: 100_000_000, latency: 75_000_000, jitter: 40_000_000,
    greeting: [
      "GNTXT,01,01,02,u-blox AG - www.u-blox.com", "GNTXT,01,01,02,HW UBX-M8030-KT 00080000",
      "GNTXT,01,01,02,EXT CORE 3.01 (d189ff)", "GNTXT,01,01,02,FWVER=UDR 1.31",
      "GNTXT,01,01,02,PROTVER=19.20", "GNTXT,01,01,02,ANTSTATUS=OK",
    ])

  /// A u-blox 9 with native USB: four systems, NMEA 4.10 with system and signal IDs.
  public static let ublox9 = ublox(
    "ublox9", .v4_10, [.gps, .glonass, .galileo, .beidou], .ublox9, product: "u-blox 9",
    shortestInterval: 40_000_000,
    greeting: [
      "GNTXT,01,01,02,u-blox AG - www.u-blox.com", "GNTXT,01,01,02,HW UBX 9 00190000",
      "GNTXT,01,01,02,ROM SPG 4.04 (7f89f7)", "GNTXT,01,01,02,PROTVER=32.01",
      "GNTXT,01,01,02,ANTSTATUS=OK",
    ])

  /// A u-blox 10 on a serial bridge, as it lacks USB: four systems, NMEA 4.11, 38400 Bd.
  public static let ublox10 = ublox(
    "ublox10", .v4_11, [.gps, .glonass, .galileo, .beidou], .ublox10, product: "u-blox 10", speed: 38_400,
    shortestInterval: 40_000_000,
    greeting: [
      "GNTXT,01,01,02,u-blox AG - www.u-blox.com", "GNTXT,01,01,02,HW UBX 10 000A0000",
      "GNTXT,01,01,02,ROM SPG 5.10 (7b202e)", "GNTXT,01,01,02,PROTVER=34.10",
      "GNTXT,01,01,02,ANTSTATUS=OK",
    ])

  private static func ublox(
    _ name: String, _ revision: Revision, _ constellations: [Constellation], _ chip: UBloxChip,
    product: String, speed: Int? = nil, shortestInterval: Int64, latency: Int64 = 38_000_000,
    jitter: Int64 = 9_000_000, greeting: [String]
  ) -> Dialect {
    var look = SentenceStyle()
    look.keepsUnits = false
    return Dialect(
      name: name, revision: revision, speed: speed, constellations: constellations, product: product,
      look: look,
      order: [.rmc, .vtg, .gga, .gns, .gsa, .gsv, .gll, .gst, .zda, .gbs, .pubx00, .pubx03, .pubx04],
      commands: .ublox, shortestInterval: shortestInterval, latency: latency, jitter: jitter,
      slowestCourse: 0.3, noDilution: 99.99, coasting: 2, greeting: greeting, chip: chip,
      numbersSignals: revision >= .v4_0)
  }

  /// A SiRF III on a serial bridge: GPS only, NMEA 2.3, 4800 Bd, GSV with every fifth epoch.
  public static let sirf: Dialect = {
    var look = SentenceStyle()
    look.timeDecimals = 3
    look.minuteDecimals = 4
    look.dilutionDecimals = 1
    look.speedDecimals = 2
    return Dialect(
      name: "sirf", revision: .v2_3, speed: 4800, constellations: [.gps], product: "SiRF III", look: look,
      order: [.gga, .gll, .gsa, .gsv, .rmc, .vtg, .zda], commands: .sirf, shortestInterval: 1_000_000_000,
      skyPeriod: 5, latency: 210_000_000, jitter: 60_000_000, runsFrom1980: true,
      saysStation: true,
      greeting: ["PSRFTXT,Version:GSW3.2.4_3.1.00.12-SDK003P1.00a", "PSRFTXT,Baud rate: 4800"])
  }()

  /// A MediaTek 3339 on a serial bridge: GPS only, 9600 Bd, up to 10 Hz; acknowledges commands.
  public static let mtk: Dialect = {
    var look = SentenceStyle()
    look.timeDecimals = 3
    look.minuteDecimals = 4
    look.speedDecimals = 2
    look.countDigits = 1
    return Dialect(
      name: "mtk", revision: .v3_0, speed: 9600, constellations: [.gps], product: "MediaTek 3339",
      look: look, order: [.gga, .gll, .gsa, .gsv, .rmc, .vtg, .gst, .zda], commands: .mediatek,
      shortestInterval: 100_000_000, skyPeriod: 5, latency: 120_000_000, jitter: 30_000_000,
      runsFrom1980: true, coasting: 1, greeting: ["PMTK011,MTKGPS", "PMTK010,001"])
  }()

  /// A Quectel L76K on a serial bridge: GPS, GLONASS and BeiDou (talker BD), NMEA 4.11, 9600 Bd.
  public static let quectel: Dialect = {
    var look = SentenceStyle()
    look.timeDecimals = 3
    look.dilutionDecimals = 1
    look.speedDecimals = 2
    look.keepsUnits = false
    return Dialect(
      name: "quectel", revision: .v4_11, speed: 9600, constellations: [.gps, .beidou, .glonass],
      product: "Quectel L76K", look: look, order: [.gga, .gll, .gsa, .gsv, .rmc, .vtg, .zda, .gst, .antenna],
      commands: .casic, shortestInterval: 100_000_000, skyPeriod: 2, latency: 95_000_000, jitter: 20_000_000,
      noDilution: 25.5, mostInGGA: 99,
      greeting: [
        "GPTXT,01,01,02,Techtotop Multi-GNSS Receiver", "GPTXT,01,01,02,SW=URANUS5,V5.1.0.0",
        "GPTXT,01,01,02,MO=GBR",
      ],
      beidouTalker: .bd)
  }()

  /// An old Garmin handheld: GPS only, NMEA 2.1, 4800 Bd, every two seconds, three decimals, whole seconds.
  public static let garmin: Dialect = {
    var look = SentenceStyle()
    look.timeDecimals = 0
    look.minuteDecimals = 3
    look.dilutionDecimals = 1
    look.speedDecimals = 1
    look.speedDigits = 3
    look.courseDecimals = 1
    look.courseDigits = 3
    look.variationDigits = 3
    look.silence = .zeros
    return Dialect(
      name: "garmin", revision: .v2_0, speed: 4800, constellations: [.gps], product: "Garmin GPS 48",
      look: look, order: [.rmc, .gga, .gsa, .gsv, .pgrme, .gll, .pgrmz, .pgrmm, .bod, .rte], commands: .none,
      interval: 2_000_000_000, shortestInterval: 2_000_000_000, latency: 300_000_000, jitter: 120_000_000,
      variation: 3.1, greeting: ["PGRMT,GPS 48 Software Version 2.04,P,P,R,R,P,,36,R"])
  }()

  /// The default output at an interval between epochs.
  ///
  /// Above five epochs a second, satellites are reported once a second, because a line cannot carry more.
  func outputs(interval: Int64, skyPeriod asked: Int?) -> OutputTable {
    var table = OutputTable()
    let perSecond = Int(max(1, 1_000_000_000 / max(interval, 1)))
    // These receivers send GGA, GSA, GSV and RMC.
    let isSparing = commands == .sirf || commands == .mediatek
    for kind in order {
      switch kind {
      // Sent only on request.
      case .gns, .gst, .gbs, .pubx00, .pubx03, .pubx04: table[kind] = 0
      case .zda where commands == .ublox: table[kind] = 0
      case .gll where isSparing, .vtg where isSparing, .zda where isSparing: table[kind] = 0
      case .gsa: table[kind] = perSecond > 5 ? perSecond : 1
      case .gsv: table[kind] = asked ?? skyPeriod * (perSecond > 2 ? perSecond : 1)
      case .zda, .antenna, .vtg, .gll: table[kind] = perSecond > 5 ? perSecond : 1
      default: table[kind] = 1
      }
    }
    if quirks.contains(.onlyRMC) { return .only(.rmc) }
    if quirks.contains(.rareGSV) { table[.gsv] = 5 }
    return table
  }
}

extension Dialect {
  /// All dialects.
  public static let all: [Dialect] = [
    .ublox6, .ublox7, .ublox8, .ublox8Sensors, .ublox9, .ublox10, .sirf, .mtk, .quectel, .garmin,
  ]

  /// Returns the dialect with the given name, or nil.
  public init?(named name: String) {
    guard let known = Dialect.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }
}

/// A sentence that a simulated receiver can send with each epoch.
enum SentenceKind: Int, Sendable, CaseIterable {
  case gga, gll, gsa, gsv, rmc, vtg, zda, gns, gst, gbs
  /// Garmin's expected errors, altitude and datum.
  case pgrme, pgrmz, pgrmm
  /// A bearing and a route, both empty, as Garmin handhelds send them.
  case bod, rte
  /// The state of the antenna, as text.
  case antenna
  /// u-blox's complete fix, satellites and clock.
  case pubx00, pubx03, pubx04

  init?(name: [UInt8]) {
    let name = String(decoding: name, as: UTF8.self)
    guard let kind = Self.allCases.first(where: { $0.message?.word == name }) else { return nil }
    self = kind
  }
}

/// The sentences to send, each with its period in epochs.
struct OutputTable: Sendable {
  private var periods = InlineArray<19, Int16>(repeating: 0)

  /// The period of a sentence in epochs; zero means never.
  subscript(kind: SentenceKind) -> Int {
    get { Int(periods[kind.rawValue]) }
    set { periods[kind.rawValue] = Int16(clamping: max(0, newValue)) }
  }

  func isDue(_ kind: SentenceKind, _ epoch: Int) -> Bool {
    let period = self[kind]
    return period > 0 && epoch % period == 0
  }

  /// A table with one sentence in every epoch.
  static func only(_ kind: SentenceKind) -> OutputTable {
    var table = OutputTable()
    table[kind] = 1
    return table
  }
}
