internal import NMEA
internal import UBX

/// A standard sentence whose output can be switched on or off.
public enum OutputSentence: String, Sendable, Hashable, CaseIterable {
  /// Position, altitude and fix quality.
  case gga = "GGA"
  /// Position and time.
  case gll = "GLL"
  /// Satellites in use.
  case gsa = "GSA"
  /// Satellites in view.
  case gsv = "GSV"
  /// The recommended minimum of a fix.
  case rmc = "RMC"
  /// Course and speed over ground.
  case vtg = "VTG"
  /// Time and date.
  case zda = "ZDA"
  /// Error statistics.
  case gst = "GST"
  /// The fix from several constellations.
  case gns = "GNS"
  /// Range residuals.
  case grs = "GRS"
  /// Satellite faults.
  case gbs = "GBS"

  /// Recognizes a sentence from its `$`; nil for any other sentence.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 6, bytes[0] == UInt8(ascii: "$"), bytes[6] == UInt8(ascii: ",") else { return nil }
    // `$P` starts a vendor sentence, except that PQ is a talker.
    guard bytes[1] != UInt8(ascii: "P") || Talker(bytes[1], bytes[2]) == .pq else { return nil }
    self.init(letters: UInt32(bytes[3]) << 16 | UInt32(bytes[4]) << 8 | UInt32(bytes[5]))
  }

  /// Recognizes the three letters of a name as a number, since each sentence of a receiver is looked up.
  init?(letters: UInt32) {
    switch letters {
    case 0x47_4741: self = .gga
    case 0x47_4C4C: self = .gll
    case 0x47_5341: self = .gsa
    case 0x47_5356: self = .gsv
    case 0x52_4D43: self = .rmc
    case 0x56_5447: self = .vtg
    case 0x5A_4441: self = .zda
    case 0x47_5354: self = .gst
    case 0x47_4E53: self = .gns
    case 0x47_5253: self = .grs
    case 0x47_4253: self = .gbs
    default: return nil
    }
  }

  /// The message class 0xF0 and the sentence's identifier.
  var message: MessageKind {
    switch self {
    case .gga: MessageKind(0xF0, 0x00)
    case .gll: MessageKind(0xF0, 0x01)
    case .gsa: MessageKind(0xF0, 0x02)
    case .gsv: MessageKind(0xF0, 0x03)
    case .rmc: MessageKind(0xF0, 0x04)
    case .vtg: MessageKind(0xF0, 0x05)
    case .grs: MessageKind(0xF0, 0x06)
    case .gst: MessageKind(0xF0, 0x07)
    case .zda: MessageKind(0xF0, 0x08)
    case .gbs: MessageKind(0xF0, 0x09)
    case .gns: MessageKind(0xF0, 0x0D)
    }
  }
}

extension Set<OutputSentence> {
  /// The names in alphabetical order.
  var inWords: String { map(\.rawValue).sorted().joined(separator: " ") }
}
