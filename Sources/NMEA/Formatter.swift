/// The three letters that name a standard sentence, in one word, so that choosing among them is one comparison each.
struct Formatter: Equatable {
  let rawValue: UInt32

  @inline(__always)
  init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    rawValue = UInt32(first) | UInt32(second) &<< 8 | UInt32(third) &<< 16
  }

  @inline(__always)
  private init(_ a: Unicode.Scalar, _ b: Unicode.Scalar, _ c: Unicode.Scalar) {
    self.init(UInt8(ascii: a), UInt8(ascii: b), UInt8(ascii: c))
  }

  static var gga: Formatter { Formatter("G", "G", "A") }
  static var gll: Formatter { Formatter("G", "L", "L") }
  static var gns: Formatter { Formatter("G", "N", "S") }
  static var gsa: Formatter { Formatter("G", "S", "A") }
  static var gst: Formatter { Formatter("G", "S", "T") }
  static var gsv: Formatter { Formatter("G", "S", "V") }
  static var rmc: Formatter { Formatter("R", "M", "C") }
  static var vtg: Formatter { Formatter("V", "T", "G") }
  static var zda: Formatter { Formatter("Z", "D", "A") }
}
