internal import NMEA

/// A standard sentence that receivers can be told to send or to leave out.
public enum OutputSentence: String, Sendable, Hashable, CaseIterable {
  /// The fix.
  case gga = "GGA"
  /// Position and time.
  case gll = "GLL"
  /// Satellites in use.
  case gsa = "GSA"
  /// Satellites in view.
  case gsv = "GSV"
  /// The recommended minimum.
  case rmc = "RMC"
  /// Course and speed over ground.
  case vtg = "VTG"
  /// Time and date.
  case zda = "ZDA"
  /// Error statistics.
  case gst = "GST"
  /// The fix of several constellations.
  case gns = "GNS"
  /// Range residuals.
  case grs = "GRS"
  /// Satellite faults.
  case gbs = "GBS"

  /// The sentence that these bytes are, from their `$`; nil for another one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 6, bytes[0] == UInt8(ascii: "$"), bytes[6] == UInt8(ascii: ",") else { return nil }
    // Behind a P stands a vendor's name; PQ alone is a talker.
    guard bytes[1] != UInt8(ascii: "P") || Talker(bytes[1], bytes[2]) == .pq else { return nil }
    self.init(rawValue: String(decoding: bytes[3..<6], as: UTF8.self))
  }
}

extension Set<OutputSentence> {
  /// The names, in the order of the alphabet.
  var inWords: String { map(\.rawValue).sorted().joined(separator: " ") }
}
