// Commands to MediaTek receivers: restarts, the pace of fixes, the speed of the line, sentences, and the question for
// a firmware. Settings are answered with PMTK001.

/// Tells a MediaTek receiver to keep everything and start again.
///
/// ```
/// $PMTK101*hh
/// $PMTK101*32
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 101 PMTK_CMD_HOT_START".
public struct PMTK101: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK101"
  /// It has no fields.
  public static let fewestFields = 0

  /// Makes the sentence.
  public init() {}

  /// Visits nothing: there are no fields.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}

/// Tells a MediaTek receiver to forget the ephemerides and start again.
///
/// ```
/// $PMTK102*hh
/// $PMTK102*31
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 102 PMTK_CMD_WARM_START".
public struct PMTK102: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK102"
  /// It has no fields.
  public static let fewestFields = 0

  /// Makes the sentence.
  public init() {}

  /// Visits nothing: there are no fields.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}

/// Tells a MediaTek receiver to forget time, position, almanac and ephemerides, and start again.
///
/// ```
/// $PMTK103*hh
/// $PMTK103*30
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 103 PMTK_CMD_COLD_START".
public struct PMTK103: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK103"
  /// It has no fields.
  public static let fewestFields = 0

  /// Makes the sentence.
  public init() {}

  /// Visits nothing: there are no fields.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}

/// Tells a MediaTek receiver to forget all that and its configuration as well, and start again.
///
/// ```
/// $PMTK104*hh
/// $PMTK104*37
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 104 PMTK_CMD_FULL_COLD_START".
public struct PMTK104: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK104"
  /// It has no fields.
  public static let fewestFields = 0

  /// Makes the sentence.
  public init() {}

  /// Visits nothing: there are no fields.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}

/// Tells a MediaTek receiver how much time to leave between fixes.
///
/// ```
///          1
///          |
/// $PMTK220,xxxx*hh
/// $PMTK220,1000*1F
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 220 PMTK_SET_POS_FIX".
public struct PMTK220: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK220"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// Seconds from fix to fix; sent in whole milliseconds.
  @SparseDecimal public var interval: Double?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_interval, scale: Milliseconds.inSeconds, places: 0, text)
  }
}

/// Tells a MediaTek receiver how fast to speak.
///
/// ```
///          1
///          |
/// $PMTK251,x…x*hh
/// $PMTK251,115200*1F
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 251 PMTK_SET_NMEA_BAUDRATE".
public struct PMTK251: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK251"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// Bits per second; 0 is the rate that the receiver was built for.
  @SparseInteger<Int32> public var baudRate: Int?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_baudRate, text)
  }
}

/// Tells a MediaTek receiver which sentences to send, and how often.
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
public struct PMTK314: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK314"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// The number of fixes for one sentence, in the order of ``Output``; 0 is never.
  var rates = SparseIntegers<19>()
  /// Places in the sentence: 19, or 1 for the short form.
  var places = 19

  /// Everything as the receiver was built: the short form, a single −1.
  public static var restoringDefaults: PMTK314 {
    PMTK314 {
      $0.rates[0] = -1
      $0.places = 1
    }
  }

  /// These sentences with every fix, and no others.
  public static func only(_ outputs: [Output]) -> PMTK314 {
    PMTK314 {
      for place in 0..<19 { $0.rates[place] = 0 }
      for output in outputs { $0[output] = 1 }
    }
  }

  /// The number of fixes for one sentence, 0 to 5; 0 is never.
  public subscript(output: Output) -> Int? {
    get { rates[output.rawValue] }
    set { rates[output.rawValue] = newValue }
  }

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    if let remaining = fields.remaining { places = min(max(1, remaining), 19) }
    fields.integers(&rates, count: places, width: 1, text)
  }
}

extension PMTK314 {
  /// A sentence, by its place.
  public enum Output: Int, Sendable, Hashable, CaseIterable {
    /// Position and time.
    case gll = 0
    /// The recommended minimum.
    case rmc = 1
    /// Course and speed.
    case vtg = 2
    /// The fix.
    case gga = 3
    /// Satellites in use.
    case gsa = 4
    /// Satellites in view.
    case gsv = 5
    /// Range residuals.
    case grs = 6
    /// Error statistics.
    case gst = 7
    /// Time and date.
    case zda = 17
    /// MediaTek's channel status, `PMTKCHN`.
    case channels = 18
  }
}

/// Asks a MediaTek receiver for its firmware; it answers with PMTK705.
///
/// ```
/// $PMTK605*hh
/// $PMTK605*31
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 605 PMTK_Q_RELEASE".
public struct PMTK605: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK605"
  /// It has no fields.
  public static let fewestFields = 0

  /// Makes the sentence.
  public init() {}

  /// Visits nothing: there are no fields.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}
