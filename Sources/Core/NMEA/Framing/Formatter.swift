/// The three letters of a standard sentence in one word, so that each test is a single comparison.
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

  static var apb: Formatter { Formatter("A", "P", "B") }
  static var bod: Formatter { Formatter("B", "O", "D") }
  static var bwc: Formatter { Formatter("B", "W", "C") }
  static var bwr: Formatter { Formatter("B", "W", "R") }
  static var dbt: Formatter { Formatter("D", "B", "T") }
  static var dpt: Formatter { Formatter("D", "P", "T") }
  static var dtm: Formatter { Formatter("D", "T", "M") }
  static var gbs: Formatter { Formatter("G", "B", "S") }
  static var gga: Formatter { Formatter("G", "G", "A") }
  static var gll: Formatter { Formatter("G", "L", "L") }
  static var gns: Formatter { Formatter("G", "N", "S") }
  static var grs: Formatter { Formatter("G", "R", "S") }
  static var gsa: Formatter { Formatter("G", "S", "A") }
  static var gst: Formatter { Formatter("G", "S", "T") }
  static var gsv: Formatter { Formatter("G", "S", "V") }
  static var hdg: Formatter { Formatter("H", "D", "G") }
  static var hdm: Formatter { Formatter("H", "D", "M") }
  static var hdt: Formatter { Formatter("H", "D", "T") }
  static var mtw: Formatter { Formatter("M", "T", "W") }
  static var mwd: Formatter { Formatter("M", "W", "D") }
  static var mwv: Formatter { Formatter("M", "W", "V") }
  static var rmb: Formatter { Formatter("R", "M", "B") }
  static var rmc: Formatter { Formatter("R", "M", "C") }
  static var rot: Formatter { Formatter("R", "O", "T") }
  static var rte: Formatter { Formatter("R", "T", "E") }
  static var ths: Formatter { Formatter("T", "H", "S") }
  static var txt: Formatter { Formatter("T", "X", "T") }
  static var vbw: Formatter { Formatter("V", "B", "W") }
  static var vhw: Formatter { Formatter("V", "H", "W") }
  static var vtg: Formatter { Formatter("V", "T", "G") }
  static var wpl: Formatter { Formatter("W", "P", "L") }
  static var xdr: Formatter { Formatter("X", "D", "R") }
  static var xte: Formatter { Formatter("X", "T", "E") }
  static var zda: Formatter { Formatter("Z", "D", "A") }
}

/// The sentences that a sink receives as typed values.
enum Frequent {
  static func contains(_ formatter: Formatter) -> Bool {
    switch formatter {
    case .gga, .gll, .gns, .gsa, .gst, .gsv, .rmc, .vtg, .zda: true
    default: false
    }
  }
}
