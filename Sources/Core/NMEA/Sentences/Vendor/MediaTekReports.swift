// Sentences of MediaTek receivers: command results, system events, names and firmware versions.

/// MediaTek: acknowledges a command.
///
/// ```
///          1   2
///          |   |
/// $PMTK001,xxx,x*hh
/// $PMTK001,604,1*30
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 001 PMTK_ACK".
package struct PMTK001: VendorContent {
  package static var form: SentenceForm { SentenceForm("PMTK001", fewestFields: 2) }
  package init() {}

  @SparseInteger<Int16> package var command: Int?
  /// The outcome of the command; 3 is success.
  @SparseCode package var result: Result?

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_command, width: 3, text)
    fields.integer(&_result.number, in: 0...255, text)
  }

  /// The outcome of a command.
  ///
  /// Unlisted numbers keep their value.
  package struct Result: RawRepresentable, Sendable, Hashable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let invalid = Result(rawValue: 0)
    package static let unsupported = Result(rawValue: 1)
    package static let failed = Result(rawValue: 2)
    package static let succeeded = Result(rawValue: 3)
  }
}

/// MediaTek: a system event.
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
  public static var form: SentenceForm { SentenceForm("PMTK010", fewestFields: 1) }
  public init() {}

  /// The event; 1 is startup.
  @SparseCode public var event: Event?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_event.number, in: 0...255, width: 3, text)
  }

  /// A system event.
  ///
  /// Unlisted numbers keep their value.
  public struct Event: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: unknown.
    public static let unknown = Event(rawValue: 0)
    /// 1: started.
    public static let started = Event(rawValue: 1)
    /// 2: requests assistance data.
    public static let wantsAid = Event(rawValue: 2)
    /// 3: entered normal operation.
    public static let wentToNormal = Event(rawValue: 3)
  }
}

/// MediaTek: the name of the receiver, sent at startup.
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
  public static var form: SentenceForm { SentenceForm("PMTK011", fewestFields: 1) }
  public init() {}

  /// The name, such as `MTKGPS`.
  public var message = FieldText()

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&message, text)
  }
}

/// MediaTek: the firmware of the receiver.
///
/// ```
///          1   2    3   4
///          |   |    |   |
/// $PMTK705,c…c,cccc,c…c,c…c*hh
/// $PMTK705,AXN_2.51_3339_19071200,0002,QUECTEL-L70,1.0*32
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 705 PMTK_DT_RELEASE".
package struct PMTK705: VendorContent {
  package static var form: SentenceForm { SentenceForm("PMTK705", fewestFields: 2) }
  package init() {}

  package var release = FieldText()
  package var build = FieldText()
  package var product = FieldText()
  /// The development kit, if any.
  package var kit = FieldText()

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&release, text)
    fields.text(&build, text)
    fields.text(&product, text)
    fields.text(&kit, text)
  }
}
