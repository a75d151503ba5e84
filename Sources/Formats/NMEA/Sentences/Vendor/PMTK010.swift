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
