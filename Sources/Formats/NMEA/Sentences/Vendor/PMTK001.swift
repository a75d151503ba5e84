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
