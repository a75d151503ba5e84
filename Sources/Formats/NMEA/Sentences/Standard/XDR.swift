/// Measurements of any number of sensors.
///
/// ```
///        1 2   3 4        4n
///        | |   | |        |
/// $--XDR,a,x.x,a,c--c,…,c--c*hh
/// $HCXDR,A,171,D,PITCH,A,-37,D,ROLL,G,367,,MAGX,G,2420,,MAGY,G,-8984,,MAGZ*41
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_xdr_transducer_measurement>.
public struct XDR: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "XDR"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 3
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// The measurements, in the order of the sentence.
  public var measurements: [Measurement] = []

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    // The last name may be missing, with its comma.
    if let remaining = fields.remaining {
      measurements = Array(repeating: Measurement(), count: (remaining + 1) / 4)
    }
    for index in measurements.indices { measurements[index].walk(&fields, text) }
  }
}

extension XDR {
  /// One measurement of one sensor.
  public struct Measurement: Sendable, Hashable {
    /// The kind of sensor.
    public var kind: Kind?
    /// The number, in `unit`.
    @SparseDecimal public var value: Double?
    /// The unit of the number.
    public var unit: Unit?
    /// The sensor's name, as its maker gave it.
    public var name = FieldText()

    /// Makes a measurement that says nothing yet.
    public init() {}

    /// Makes a measurement of its parts.
    public init(_ kind: Kind?, _ value: Double?, _ unit: Unit?, _ name: FieldText) {
      self.kind = kind
      self.value = value
      self.unit = unit
      self.name = name
    }

    mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
      fields.letter(&kind, text)
      fields.decimal(&_value, places: 6, text)
      fields.letter(&unit, text)
      fields.text(&name, text)
    }
  }
}
