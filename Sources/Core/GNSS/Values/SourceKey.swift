internal import NMEA

/// A name as a number: the three letters in memory order.
enum SourceKey {
  static let gga: UInt32 = 0x41_47_47
  static let rmc: UInt32 = 0x43_4D_52
  static let gll: UInt32 = 0x4C_4C_47
  static let gns: UInt32 = 0x53_4E_47
  static let gsa: UInt32 = 0x41_53_47
  static let gbs: UInt32 = 0x53_42_47
  static let vtg: UInt32 = 0x47_54_56
  static let gst: UInt32 = 0x54_53_47
  static let zda: UInt32 = 0x41_44_5A

  // Numbers for messages without a three-letter name; no three letters form such a small number.
  static let navPVT: UInt32 = 1
  static let pubx00: UInt32 = 2
  static let pubx04: UInt32 = 3
  static let pgrme: UInt32 = 4
  static let pgrmf: UInt32 = 5
  static let pgrmv: UInt32 = 6
  static let pgrmz: UInt32 = 7
  static let psti030: UInt32 = 8
  static let pashrPOS: UInt32 = 9
  static let psrfepe: UInt32 = 10
  static let pqtmepe: UInt32 = 11
  static let navPVAT: UInt32 = 12
  static let hnrPVT: UInt32 = 13
  static let navSOL: UInt32 = 14
  static let navSTATUS: UInt32 = 15
  static let navPOSLLH: UInt32 = 16
  static let navHPPOSLLH: UInt32 = 17
  static let navPOSECEF: UInt32 = 18
  static let navHPPOSECEF: UInt32 = 19
  static let navVELNED: UInt32 = 20
  static let navVELECEF: UInt32 = 21
  static let navDOP: UInt32 = 22
  static let navCOV: UInt32 = 23
  static let navTIMEUTC: UInt32 = 24
  static let navTIMEGPS: UInt32 = 25
  static let navEOE: UInt32 = 26

  /// The satellite sentences of one talker: its two letters and a marker bit.
  static func gsv(of talker: Talker) -> UInt32 { 1 << 31 | UInt32(talker.first) << 8 | UInt32(talker.second) }

  /// Whether a name denotes the satellite sentences of a talker.
  static func isGSV(_ name: UInt32) -> Bool { name >> 31 == 1 }
}
