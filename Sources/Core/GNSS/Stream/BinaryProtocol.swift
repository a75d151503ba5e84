/// A receiver protocol other than NMEA.
///
/// Some protocols are decoded to positions. The others are only recognized by their frames, to report what is
/// wrong: the receiver works at the right speed, and must be switched to a different protocol.
public enum BinaryProtocol: UInt8, Sendable, Hashable, CaseIterable {
  /// SiRF's binary protocol, which old dongles keep until their capacitor is empty.
  case sirf
  /// u-blox's UBX.
  case ubx
  /// RTCM 3, corrections from a base station.
  case rtcm
  /// CASIC, of Zhongkewei's chips.
  case casic
  /// Garmin's protocol, on a serial line or on Garmin's own USB cable.
  case garmin
  /// TSIP, of Trimble's receivers.
  case tsip
  /// SkyTraq's protocol.
  case skytraq
  /// Allystar's protocol.
  case allystar
  /// Unicore's binary logs.
  case unicore
  /// SBF, of Septentrio's receivers.
  case sbf
  /// NovAtel's binary logs.
  case novatel
  /// iTalk, of Fastrax's receivers.
  case italk
  /// EverMore's protocol.
  case evermore
  /// NavCom's protocol.
  case navcom
  /// GREIS, of Javad's and Topcon's receivers.
  case greis
  /// Zodiac, of Rockwell's and Conexant's receivers.
  case zodiac
  /// Oncore, of Motorola's receivers.
  case oncore
  /// NovAtel's logs as text, which Unicore's receivers send as well.
  case novatelText
  /// The binary messages of the Superstar II.
  case superstar
  /// The `$BIN` messages of Hemisphere's receivers.
  case hemisphere
  /// The messages of Furuno's GW-10.
  case furuno
  /// SBP, of Swift Navigation's receivers.
  case sbp
  /// QGC, of Quectel's receivers.
  case qgc
  /// RTCM 2, the older format of corrections, in six bits of each byte.
  case rtcm2

  /// The name for people.
  public var name: String { words.name }

  /// The name for programs: one word, as in the records.
  public var word: String { words.word }

  /// The remedy for receiving positions, as a sentence for people.
  public var remedy: String { words.remedy }

  /// Whether positions are decoded from the protocol.
  public var isRead: Bool {
    switch self {
    case .sirf, .ubx, .casic: true
    default: false
    }
  }

  /// To add a protocol, extend this table, and ``UnknownProtocolFrame`` for its frame.
  private var words: (name: String, word: String, remedy: String) {
    switch self {
    case .sirf:
      ("SiRF binary", "sirf", "Wait a minute; if no position comes, switch on its navigation message, MID 2.")
    case .ubx:
      ("u-blox binary", "ubx", "Wait a minute; if no position comes, switch on NAV-PVT or NMEA sentences.")
    case .rtcm:
      (
        "RTCM 3", "rtcm",
        "These are corrections for a receiver; send them to one, and read that receiver instead."
      )
    case .casic:
      ("CASIC binary", "casic", "Wait a minute; if no position comes, switch on NAV-PV and NAV-TIMEUTC.")
    case .garmin:
      (
        "Garmin binary", "garmin",
        "Set the device's interface to NMEA in its menu or with Garmin's SNSRXCFG; over USB it sends no NMEA."
      )
    case .tsip:
      (
        "Trimble TSIP", "tsip",
        "Set the port's output to NMEA with Trimble Studio, or with TSIP packets 0xBC and 0x7A."
      )
    case .skytraq:
      (
        "SkyTraq binary", "skytraq",
        "Set the message type to NMEA with SkyTraq's GNSS Viewer, or with message 0x09."
      )
    case .allystar: ("Allystar binary", "allystar", "Set the port's output to NMEA with Allystar's Satrack.")
    case .unicore:
      ("Unicore binary", "unicore", "Send UNLOG, then GPGGA 1 and GPRMC 1, with Unicore's UPrecise.")
    case .sbf:
      (
        "Septentrio SBF", "sbf",
        "Send setNMEAOutput, Stream1, USB1, GGA+RMC, sec1, or set it on its web page."
      )
    case .novatel:
      ("NovAtel binary", "novatel", "Send UNLOGALL, then LOG GPGGA ONTIME 1 and LOG GPRMC ONTIME 1.")
    case .italk: ("iTalk binary", "italk", "Set the port's protocol to NMEA with Fastrax's GPS Workbench.")
    case .evermore: ("EverMore binary", "evermore", "Set the protocol to NMEA with EverMore's own program.")
    case .navcom: ("NavCom binary", "navcom", "Switch on NMEA messages with NavCom's StarUtil.")
    case .greis:
      ("Javad GREIS", "greis", "Send em,,nmea/{GGA,RMC}:1, with Javad's NetView or Topcon's PC-CDU.")
    case .zodiac: ("Zodiac binary", "zodiac", "Switch it to NMEA with message 1331 or its NMEA-select pin.")
    case .oncore:
      (
        "Motorola Oncore", "oncore",
        "Switch the port to NMEA with the command @@Ci, or with Motorola's WinOncore."
      )
    case .novatelText:
      (
        "NovAtel ASCII", "novatel_ascii",
        "Send UNLOGALL, then LOG GPGGA ONTIME 1 and LOG GPRMC ONTIME 1; for Unicore's receivers, GPGGA 1 and GPRMC 1."
      )
    case .superstar:
      ("Superstar II binary", "superstar", "Set its main port to NMEA with NovAtel's StarView.")
    case .hemisphere: ("Hemisphere binary", "hemisphere", "Send $JOFF, then $JASC,GPGGA,1 and $JASC,GPRMC,1.")
    case .furuno: ("Furuno GW-10 binary", "furuno", "Set its output to NMEA with Furuno's own program.")
    case .sbp: ("Swift SBP", "sbp", "Switch on NMEA 0183 for this port with the Swift Console.")
    case .qgc: ("Quectel QGC", "qgc", "Switch on NMEA sentences with Quectel's QGNSS.")
    case .rtcm2:
      (
        "RTCM 2", "rtcm2",
        "These are corrections in the older format; send them to a receiver, and read that receiver instead."
      )
    }
  }
}

/// The numbers of complete messages and their bytes for each binary protocol.
///
/// A message counts if its frame is valid: its checksum or, for a protocol without checksums, its length.
package struct ProtocolCounts: Sendable, Hashable {
  // Allocated on demand; empty while there are only sentences.
  private var entries: [Entry] = []

  private struct Entry: Sendable, Hashable {
    var messages = 0
    var bytes = 0
  }

  package init() {}

  package subscript(language: BinaryProtocol) -> Int { entry(language).messages }

  package func bytes(of language: BinaryProtocol) -> Int { entry(language).bytes }

  private func entry(_ language: BinaryProtocol) -> Entry {
    let place = Int(language.rawValue)
    return place < entries.count ? entries[place] : Entry()
  }

  mutating func add(_ language: BinaryProtocol, bytes: Int) {
    let place = Int(language.rawValue)
    while entries.count <= place { entries.append(Entry()) }
    entries[place].messages += 1
    entries[place].bytes += bytes
  }

  package var messages: Int { entries.reduce(0) { $0 + $1.messages } }

  /// The counts since an earlier time.
  func since(_ earlier: ProtocolCounts) -> ProtocolCounts {
    var news = self
    for place in earlier.entries.indices where place < news.entries.count {
      news.entries[place].messages -= earlier.entries[place].messages
      news.entries[place].bytes -= earlier.entries[place].bytes
    }
    return news
  }

  /// The protocol that the receiver sends although no position is decoded from it; nil if not found.
  ///
  /// Noise can look like a frame by coincidence. So at least two frames are needed, and they must amount to
  /// an eighth of the bytes that are otherwise undecodable, which `lost` counts.
  func stranger(beside lost: Int) -> BinaryProtocol? {
    var best: BinaryProtocol?
    for place in entries.indices where entries[place].messages > 1 {
      guard let language = BinaryProtocol(rawValue: UInt8(place)), !language.isRead, language != .rtcm else {
        continue
      }
      let bytes = entries[place].bytes
      guard 8 * bytes >= lost, bytes > best.map({ self.bytes(of: $0) }) ?? 0 else { continue }
      best = language
    }
    return best
  }
}
