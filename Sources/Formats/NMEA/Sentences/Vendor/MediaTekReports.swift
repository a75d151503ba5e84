// Sentences of MediaTek receivers about themselves: the outcome of a command, a start, a name, a firmware.

/// A MediaTek receiver answers a command.
///
/// ```
///          1   2
///          |   |
/// $PMTK001,xxx,x*hh
/// $PMTK001,604,1*30
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 001 PMTK_ACK".
public struct PMTK001: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK001"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2

  /// The number of the command.
  @SparseInteger<Int16> public var command: Int?
  /// The outcome of the command; 3 is success.
  @SparseInteger<Int16> private var resultCode: Int?

  /// The outcome of the command.
  public var result: Result? {
    get { resultCode.map { Result(rawValue: UInt8($0)) } }
    set { resultCode = newValue.map { Int($0.rawValue) } }
  }

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_command, width: 3, text)
    fields.integer(&_resultCode, in: 0...255, text)
  }
}

extension PMTK001 {
  /// The outcome of a command.
  ///
  /// Numbers outside the list keep their value.
  public struct Result: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: the command is not valid.
    public static let invalid = Result(rawValue: 0)
    /// 1: the receiver does not know the command.
    public static let unsupported = Result(rawValue: 1)
    /// 2: valid, and failed.
    public static let failed = Result(rawValue: 2)
    /// 3: done.
    public static let succeeded = Result(rawValue: 3)
  }
}

/// A MediaTek receiver says that something has happened to it.
///
/// ```
///          1
///          |
/// $PMTK010,xxx*hh
/// $PMTK010,001*2E
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 010 PMTK_SYS_MSG".
public struct PMTK010: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK010"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// The event; 1 is the start.
  @SparseInteger<Int16> private var eventCode: Int?

  /// The event.
  public var event: Event? {
    get { eventCode.map { Event(rawValue: UInt8($0)) } }
    set { eventCode = newValue.map { Int($0.rawValue) } }
  }

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_eventCode, in: 0...255, width: 3, text)
  }
}

extension PMTK010 {
  /// An event in a receiver's life.
  ///
  /// Numbers outside the list keep their value.
  public struct Event: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: not known.
    public static let unknown = Event(rawValue: 0)
    /// 1: it has started.
    public static let started = Event(rawValue: 1)
    /// 2: it would like to have help from the host.
    public static let wantsAid = Event(rawValue: 2)
    /// 3: it works normally from now on.
    public static let wentToNormal = Event(rawValue: 3)
  }
}

/// A MediaTek receiver gives its name when it starts.
///
/// ```
///          1
///          |
/// $PMTK011,c…c*hh
/// $PMTK011,MTKGPS*08
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 011 PMTK_TXT_MSG".
public struct PMTK011: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK011"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// The text, as `MTKGPS`.
  public var message = FieldText()

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&message, text)
  }
}

/// A MediaTek receiver names its firmware.
///
/// ```
///          1   2    3   4
///          |   |    |   |
/// $PMTK705,c…c,cccc,c…c,c…c*hh
/// $PMTK705,AXN_2.51_3339_19071200,0002,QUECTEL-L70,1.0*32
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 705 PMTK_DT_RELEASE".
public struct PMTK705: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK705"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2

  /// The firmware.
  public var release = FieldText()
  /// The build.
  public var build = FieldText()
  /// The product that the firmware was built for.
  public var product = FieldText()
  /// The development kit, where there was one.
  public var kit = FieldText()

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&release, text)
    fields.text(&build, text)
    fields.text(&product, text)
    fields.text(&kit, text)
  }
}
