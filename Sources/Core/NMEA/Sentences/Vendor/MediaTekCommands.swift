// Commands for MediaTek receivers: restarts, fix interval, line speed, sentence rates and the firmware query.
// Receivers answer settings with PMTK001.

/// MediaTek: a hot start, which keeps all data.
///
/// ```
/// $PMTK101*hh
/// $PMTK101*32
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 101 PMTK_CMD_HOT_START".
package struct PMTK101: VendorContent {
  package static var form: SentenceForm { SentenceForm("PMTK101", fewestFields: 0) }

  package init() {}
  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}

/// MediaTek: a warm start, which clears the ephemerides.
///
/// ```
/// $PMTK102*hh
/// $PMTK102*31
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 102 PMTK_CMD_WARM_START".
package struct PMTK102: VendorContent {
  package static var form: SentenceForm { SentenceForm("PMTK102", fewestFields: 0) }

  package init() {}
  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}

/// MediaTek: a cold start, which clears time, position, almanac and ephemerides.
///
/// ```
/// $PMTK103*hh
/// $PMTK103*30
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 103 PMTK_CMD_COLD_START".
package struct PMTK103: VendorContent {
  package static var form: SentenceForm { SentenceForm("PMTK103", fewestFields: 0) }

  package init() {}
  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}

/// MediaTek: a full cold start, which also clears the configuration.
///
/// ```
/// $PMTK104*hh
/// $PMTK104*37
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 104 PMTK_CMD_FULL_COLD_START".
package struct PMTK104: VendorContent {
  package static var form: SentenceForm { SentenceForm("PMTK104", fewestFields: 0) }

  package init() {}
  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}

/// MediaTek: sets the time between fixes.
///
/// ```
///          1
///          |
/// $PMTK220,xxxx*hh
/// $PMTK220,1000*1F
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 220 PMTK_SET_POS_FIX".
package struct PMTK220: VendorContent {
  package static var form: SentenceForm { SentenceForm("PMTK220", fewestFields: 1) }
  package init() {}

  /// The time between fixes in seconds; sent in whole milliseconds.
  @SparseDecimal package var interval: Double?

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_interval, scale: Milliseconds.inSeconds, places: 0, text)
  }
}

/// MediaTek: sets the speed of the line.
///
/// ```
///          1
///          |
/// $PMTK251,x…x*hh
/// $PMTK251,115200*1F
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 251 PMTK_SET_NMEA_BAUDRATE".
package struct PMTK251: VendorContent {
  package static var form: SentenceForm { SentenceForm("PMTK251", fewestFields: 1) }
  package init() {}

  /// The speed in bits per second; 0 is the default.
  @SparseInteger<Int32> package var baudRate: Int?

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_baudRate, text)
  }
}

/// MediaTek: sets the rates of the sentences.
///
/// ```
///          1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
///          | | | | | | | | | |  |  |  |  |  |  |  |  |  |
/// $PMTK314,x,x,x,x,x,x,x,x,x,x ,x ,x ,x ,x ,x ,x ,x ,x ,x *hh
/// $PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0*28
/// $PMTK314,-1*04
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 314 PMTK_API_SET_NMEA_OUTPUT".
package struct PMTK314: VendorContent {
  package static var form: SentenceForm { SentenceForm("PMTK314", fewestFields: 1) }
  package init() {}

  /// The rates in the order of ``Output``: every Nth fix, or 0 for never.
  var rates = SparseIntegers<19>()
  /// The number of fields in the sentence: 19, or 1 in the short form.
  var places = 19

  /// Enables these sentences for every fix, and disables all others.
  package static func only(_ outputs: [Output]) -> PMTK314 {
    PMTK314 {
      for place in 0..<19 { $0.rates[place] = 0 }
      for output in outputs { $0[output] = 1 }
    }
  }

  /// The rate of a sentence: every Nth fix up to 5, or 0 for never.
  package subscript(output: Output) -> Int? {
    get { rates[output.rawValue] }
    set { rates[output.rawValue] = newValue }
  }

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    if let remaining = fields.remaining { places = min(max(1, remaining), 19) }
    fields.integers(&rates, count: places, width: 1, text)
  }

  /// A sentence; the raw value is the position of its field.
  package enum Output: Int, Sendable, Hashable, CaseIterable {
    case gll = 0
    case rmc = 1
    case vtg = 2
    case gga = 3
    case gsa = 4
    case gsv = 5
    case grs = 6
    case gst = 7
    case zda = 17
    /// MediaTek's channel status, `PMTKCHN`.
    case channels = 18
  }
}

/// MediaTek: queries the firmware; the receiver answers with PMTK705.
///
/// ```
/// $PMTK605*hh
/// $PMTK605*31
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 605 PMTK_Q_RELEASE".
package struct PMTK605: VendorContent {
  package static var form: SentenceForm { SentenceForm("PMTK605", fewestFields: 0) }

  package init() {}
  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}
