public import GPSBridge
internal import NMEA
internal import UBX

/// How a maker's receivers speak: which sentences in which order, with which talkers, decimals and oddities.
///
/// ```swift
/// var dialect = Dialect.ublox9
/// dialect.revision = .v4_0          // an older edition
/// dialect.quirks = [.paddedGSV, .zeroForUnheard]
/// ```
public struct Dialect: Sendable, Hashable {
  /// The word for it.
  public let name: String
  /// The edition of the standard that it keeps to.
  public var revision: Revision
  /// Its oddities, beyond those that belong to the maker.
  public var quirks: Dialect.Quirks = []
  /// Bits per second when it is switched on; nil for one that is USB itself and has no speed.
  public let speed: Int?
  /// The systems it hears.
  public let constellations: [Constellation]
  /// The product at the end of its cable.
  public let product: String

  /// How numbers look; the edition and the oddities are put in later.
  let look: SentenceStyle
  let order: [SentenceKind]
  let commands: CommandLanguage
  /// Nanoseconds between epochs: as built, and the least it can do.
  let interval: Int64
  let shortestInterval: Int64
  /// The number of epochs from one GSV to the next.
  let skyPeriod: Int
  /// Nanoseconds from the moment of a fix to its first byte, and how much more at random.
  let latency: Int64
  let jitter: Int64
  /// Metres per second below which no course is said; nil: the last one is repeated.
  let slowestCourse: Double?
  /// The number for an unknown dilution; nil for an empty field.
  let noDilution: Double?
  /// The clock before the time is known.
  let clockBeforeTime: BeforeTime
  /// Seconds for which it guesses where it is when the satellites go.
  let coasting: Int
  /// Whether the station of corrections is always said, as 0000.
  let saysStation: Bool
  /// Degrees of magnetic variation that it says; nil if it says none.
  let variation: Double?
  /// The most satellites that GGA admits.
  let mostInGGA: Int
  /// The sentences that it sends when it is switched on, without `$` and checksum.
  let greeting: [String]
  /// The chip, of a u-blox: it speaks and hears the maker's own language, too.
  var chip: UBloxChip?
  /// The letter of BeiDou's talker.
  let beidouTalker: Talker
  /// Whether signals are told apart by their numbers.
  let numbersSignals: Bool

  /// The clock of a receiver that does not know the time yet.
  enum BeforeTime: Sendable, Hashable {
    /// Nothing.
    case nothing
    /// Time since it was switched on, on a day in 1980.
    case runningFrom1980
  }

  /// The manner of the sentences, with the edition and the oddities.
  var style: SentenceStyle {
    var style = look
    style.revision = revision
    quirks.apply(to: &style)
    return style
  }
}

extension Dialect {
  /// The dialects there are.
  public static let all: [Dialect] = [
    .ublox6, .ublox7, .ublox8, .ublox8Sensors, .ublox9, .ublox10, .sirf, .mtk, .quectel, .garmin,
  ]

  /// The dialect of a name; nil if there is none.
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
  /// An empty bearing and an empty route, as Garmin handhelds send them.
  case bod, rte
  /// The state of the antenna, as text.
  case antenna
  /// u-blox's whole fix, its satellites, its clock.
  case pubx00, pubx03, pubx04

  /// The kind whose name a command spells.
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

/// Which sentences are sent, and with every how-manieth epoch.
struct OutputTable: Sendable, Hashable {
  private var periods = InlineArray<19, Int16>(repeating: 0)

  /// Nothing is sent.
  init() {}

  /// A sentence with every nth epoch; never for zero.
  subscript(kind: SentenceKind) -> Int {
    get { Int(periods[kind.rawValue]) }
    set { periods[kind.rawValue] = Int16(clamping: max(0, newValue)) }
  }

  /// Whether a sentence is due with the epoch of a number.
  func isDue(_ kind: SentenceKind, _ epoch: Int) -> Bool {
    let period = self[kind]
    return period > 0 && epoch % period == 0
  }

  static func == (a: OutputTable, b: OutputTable) -> Bool {
    SentenceKind.allCases.allSatisfy { a[$0] == b[$0] }
  }

  func hash(into hasher: inout Hasher) { for kind in SentenceKind.allCases { hasher.combine(self[kind]) } }
}
