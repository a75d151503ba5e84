/// A sentence that a simulated receiver can send with each epoch.
enum SentenceKind: Int, Sendable, CaseIterable {
  case gga, gll, gsa, gsv, rmc, vtg, zda, gns, gst, gbs
  /// Garmin's expected errors, altitude and datum.
  case pgrme, pgrmz, pgrmm
  /// An empty bearing and an empty route, as Garmin handhelds send them.
  case bod, rte
  /// The state of the antenna, as text.
  case antenna
  /// u-blox's whole fix.
  case pubx00

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
  private var periods = InlineArray<17, Int16>(repeating: 0)

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
