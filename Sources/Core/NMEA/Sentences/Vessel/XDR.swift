/// The measurements of any number of sensors.
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
  public static var form: SentenceForm { SentenceForm("XDR", fewestFields: 3) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The measurements, in the order of the sentence.
  public var measurements: [Measurement] = []

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    // The last name may be missing, including its comma.
    if let remaining = fields.remaining {
      measurements = Array(repeating: Measurement(), count: (remaining + 1) / 4)
    }
    for index in measurements.indices { measurements[index].walk(&fields, text) }
  }

  /// A measurement of a sensor.
  public struct Measurement: Sendable, Hashable {
    /// The type of sensor.
    public var kind: Kind?
    /// The number, in `unit`.
    @SparseDecimal public var value: Double?
    /// The unit of the number.
    public var unit: Unit?
    /// The sensor's name, defined by its maker.
    public var name = FieldText()

    /// Makes an empty measurement.
    public init() {}

    /// Makes a measurement from its parts.
    public init(_ kind: Kind?, _ value: Double?, _ unit: Unit?, _ name: FieldText) {
      (self.kind, self.value, self.unit, self.name) = (kind, value, unit, name)
    }

    mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
      fields.letter(&kind, text)
      fields.decimal(&_value, places: 6, text)
      fields.letter(&unit, text)
      fields.text(&name, text)
    }
  }

  /// The type of a sensor.
  ///
  /// Unlisted letters keep their value and are not interpreted.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `A`: an angle.
    public static let angle = Kind(rawValue: UInt8(ascii: "A"))
    /// `C`: a temperature.
    public static let temperature = Kind(rawValue: UInt8(ascii: "C"))
    /// `D`: a displacement.
    public static let displacement = Kind(rawValue: UInt8(ascii: "D"))
    /// `F`: a frequency.
    public static let frequency = Kind(rawValue: UInt8(ascii: "F"))
    /// `G`: anything else.
    public static let generic = Kind(rawValue: UInt8(ascii: "G"))
    /// `H`: humidity.
    public static let humidity = Kind(rawValue: UInt8(ascii: "H"))
    /// `I`: an electric current.
    public static let current = Kind(rawValue: UInt8(ascii: "I"))
    /// `L`: salinity.
    public static let salinity = Kind(rawValue: UInt8(ascii: "L"))
    /// `N`: a force.
    public static let force = Kind(rawValue: UInt8(ascii: "N"))
    /// `P`: a pressure.
    public static let pressure = Kind(rawValue: UInt8(ascii: "P"))
    /// `R`: a flow.
    public static let flow = Kind(rawValue: UInt8(ascii: "R"))
    /// `S`: a switch or valve.
    public static let `switch` = Kind(rawValue: UInt8(ascii: "S"))
    /// `T`: revolutions.
    public static let tachometer = Kind(rawValue: UInt8(ascii: "T"))
    /// `U`: a voltage.
    public static let voltage = Kind(rawValue: UInt8(ascii: "U"))
    /// `V`: a volume.
    public static let volume = Kind(rawValue: UInt8(ascii: "V"))
  }

  /// The unit of a measurement; a letter has different meanings for different types of sensors.
  public struct Unit: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `A`: amperes.
    public static let amperes = Unit(rawValue: UInt8(ascii: "A"))
    /// `B`: bars; binary for a switch.
    public static let bars = Unit(rawValue: UInt8(ascii: "B"))
    /// `C`: degrees Celsius.
    public static let celsius = Unit(rawValue: UInt8(ascii: "C"))
    /// `D`: degrees of arc.
    public static let degrees = Unit(rawValue: UInt8(ascii: "D"))
    /// `H`: hertz.
    public static let hertz = Unit(rawValue: UInt8(ascii: "H"))
    /// `I`: liters per second.
    public static let litresPerSecond = Unit(rawValue: UInt8(ascii: "I"))
    /// `K`: kelvins; kilograms per cubic meter for a density.
    public static let kelvins = Unit(rawValue: UInt8(ascii: "K"))
    /// `M`: meters; cubic meters for a volume.
    public static let meters = Unit(rawValue: UInt8(ascii: "M"))
    /// `N`: newtons.
    public static let newtons = Unit(rawValue: UInt8(ascii: "N"))
    /// `P`: pascals for a pressure, percent for anything else.
    public static let pascals = Unit(rawValue: UInt8(ascii: "P"))
    /// `R`: revolutions per minute.
    public static let revolutionsPerMinute = Unit(rawValue: UInt8(ascii: "R"))
    /// `S`: parts per thousand.
    public static let partsPerThousand = Unit(rawValue: UInt8(ascii: "S"))
    /// `V`: volts.
    public static let volts = Unit(rawValue: UInt8(ascii: "V"))
  }
}
