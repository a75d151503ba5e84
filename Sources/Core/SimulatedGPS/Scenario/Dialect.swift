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
  let interval: Int64
  let shortestInterval: Int64
  /// The number of epochs from one GSV to the next.
  let skyPeriod: Int
  /// Nanoseconds from the moment of a fix to its first byte, and the maximum random addition.
  let latency: Int64
  let jitter: Int64
  /// Meters per second below which no course is reported; nil if the last course is repeated.
  let slowestCourse: Double?
  /// The number that stands for an unknown dilution; nil for an empty field.
  let noDilution: Double?
  /// The clock before the time is known.
  let clockBeforeTime: BeforeTime
  /// Seconds for which the position is extrapolated after satellites are lost.
  let coasting: Int
  /// Whether the differential station is always reported, as 0000.
  let saysStation: Bool
  /// The reported magnetic variation in degrees; nil if it is not reported.
  let variation: Double?
  /// The greatest number of satellites reported in GGA.
  let mostInGGA: Int
  /// The sentences sent at power-on, without `$` and checksum.
  let greeting: [String]
  /// The chip of a u-blox, which also supports UBX.
  var chip: UBloxChip?
  /// The talker ID for BeiDou.
  let beidouTalker: Talker
  /// Whether sentences have signal IDs.
  let numbersSignals: Bool

  /// The clock of a receiver that does not know the time yet.
  enum BeforeTime: Sendable, Hashable {
    /// No time.
    case nothing
    /// The time since power-on, on a day in 1980.
    case runningFrom1980
  }

  /// The format of the sentences, including revision and quirks.
  var style: SentenceStyle {
    var style = look
    style.revision = revision
    quirks.apply(to: &style)
    return style
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

  /// Returns the kind named in a command.
  init?(name: [UInt8]) {
    switch String(decoding: name, as: UTF8.self) {
    case "GGA": self = .gga
    case "GLL": self = .gll
    case "GSA": self = .gsa
    case "GSV": self = .gsv
    case "RMC": self = .rmc
    case "VTG": self = .vtg
    case "ZDA": self = .zda
    case "GNS": self = .gns
    case "GST": self = .gst
    case "GBS": self = .gbs
    default: return nil
    }
  }
}

/// The sentences to send, each with its period in epochs.
struct OutputTable: Sendable, Hashable {
  private var periods = InlineArray<19, Int16>(repeating: 0)

  /// Creates a table without output.
  init() {}

  /// The period of a sentence in epochs; zero means never.
  subscript(kind: SentenceKind) -> Int {
    get { Int(periods[kind.rawValue]) }
    set { periods[kind.rawValue] = Int16(clamping: max(0, newValue)) }
  }

  /// Whether a sentence is due in the epoch with this number.
  func isDue(_ kind: SentenceKind, _ epoch: Int) -> Bool {
    let period = self[kind]
    return period > 0 && epoch % period == 0
  }

  static func == (a: OutputTable, b: OutputTable) -> Bool {
    SentenceKind.allCases.allSatisfy { a[$0] == b[$0] }
  }

  func hash(into hasher: inout Hasher) { for kind in SentenceKind.allCases { hasher.combine(self[kind]) } }
}
