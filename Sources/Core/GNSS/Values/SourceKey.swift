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

  // A report without a three-letter name has its bit in `Fix.Sources`; no three letters are so small.
  static let pubx00: UInt32 = 10
  static let pubx04: UInt32 = 11
  static let pgrme: UInt32 = 12
  static let pgrmf: UInt32 = 13
  static let pgrmv: UInt32 = 14
  static let pgrmz: UInt32 = 15
  static let psti030: UInt32 = 16
  static let pashrPOS: UInt32 = 17
  static let psrfepe: UInt32 = 18
  static let pqtmepe: UInt32 = 19
  static let navPVT: UInt32 = 20
  static let navPVAT: UInt32 = 21
  static let hnrPVT: UInt32 = 22
  static let navSOL: UInt32 = 23
  static let navSTATUS: UInt32 = 24
  static let navPOSLLH: UInt32 = 25
  static let navHPPOSLLH: UInt32 = 26
  static let navPOSECEF: UInt32 = 27
  static let navHPPOSECEF: UInt32 = 28
  static let navVELNED: UInt32 = 29
  static let navVELECEF: UInt32 = 30
  static let navDOP: UInt32 = 31
  static let navCOV: UInt32 = 32
  static let navTIMEUTC: UInt32 = 33
  static let navTIMEGPS: UInt32 = 34
  static let sirfNavigation: UInt32 = 38
  static let sirfGeodetic: UInt32 = 39
  static let sirfExtended: UInt32 = 40
  static let casicPosition: UInt32 = 42
  /// The names that are bits.
  static let numbered: Range<UInt32> = 10..<64
  /// The end of an epoch, which is no source of it.
  static let navEOE: UInt32 = 64

  /// The satellite sentences of one talker: its two letters and a marker bit.
  static func gsv(of talker: Talker) -> UInt32 { 1 << 31 | UInt32(talker.first) << 8 | UInt32(talker.second) }

  /// Whether a name denotes the satellite sentences of a talker.
  static func isGSV(_ name: UInt32) -> Bool { name >> 31 == 1 }
}
