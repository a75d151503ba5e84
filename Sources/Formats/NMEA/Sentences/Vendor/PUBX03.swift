/// The satellites as u-blox sees them: where each stands, how well it is heard, whether it is used.
///
/// ```
///       1  2  3  4 5   6  7  8
///       |  |  |  | |   |  |  |
/// $PUBX,03,xx,xx,a,xxx,xx,xx,xxx,…*hh
/// $PUBX,03,4,5,U,063,15,18,000,12,U,100,36,40,064,14,-,257,05,,000,18,-,219,67,20,000*14
/// ```
///
/// Fields 3 to 8 come again for each satellite.
///
/// Described in u-blox's receiver descriptions, "UBX,03 Satellite Status".
public struct PUBX03: VendorContent {
  /// The tag behind the `$`, with the field that is always the same.
  public static let tag: StaticString = "PUBX,03"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// The satellites, any number of them.
  ///
  /// Their count is written in front of them; when reading, what is there counts, not what is announced.
  public var satellites: [Satellite] = []

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    var count = SparseInteger<Int16>(wrappedValue: satellites.count)
    fields.integer(&count, width: 2, text)
    if let remaining = fields.remaining {
      satellites = [Satellite](repeating: Satellite(), count: max(0, remaining / 6))
    }
    for index in satellites.indices { satellites[index].walk(&fields, text) }
  }
}

extension PUBX03 {
  /// One satellite.
  public struct Satellite: Sendable, Hashable {
    /// The number, as u-blox counts.
    @SparseInteger<Int16> public var number: Int?
    /// Whether it is used.
    public var usage: Usage?
    /// Degrees from true north.
    @SparseInteger<Int16> public var azimuth: Int?
    /// Degrees above the horizon.
    @SparseInteger<Int16> public var elevation: Int?
    /// Carrier to noise density in dB-Hz; nil where the satellite is known but not heard.
    @SparseInteger<Int16> public var signalToNoise: Int?
    /// Seconds for which the carrier has been locked, up to 64.
    @SparseInteger<Int16> public var lockTime: Int?

    /// Makes a satellite without any value.
    public init() {}

    mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
      fields.integer(&_number, width: 2, text)
      fields.letter(&usage, text)
      fields.integer(&_azimuth, in: 0...360, width: 3, text)
      fields.integer(&_elevation, in: -90...90, width: 2, text)
      fields.integer(&_signalToNoise, width: 2, text)
      fields.integer(&_lockTime, width: 3, text)
    }
  }
}

extension PUBX03 {
  /// Whether a satellite is used.
  ///
  /// Letters outside the list keep their value.
  public struct Usage: RawRepresentable, Sendable, Hashable {
    /// The letter.
    public var rawValue: UInt8
    /// Makes one of its letter.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `-`: not used.
    public static let unused = Usage(rawValue: UInt8(ascii: "-"))
    /// `U`: used for the fix.
    public static let used = Usage(rawValue: UInt8(ascii: "U"))
    /// `e`: its ephemeris is known, but it is not used.
    public static let usable = Usage(rawValue: UInt8(ascii: "e"))
  }
}
