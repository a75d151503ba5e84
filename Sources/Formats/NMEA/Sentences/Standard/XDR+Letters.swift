extension XDR {
  /// The kind of a sensor.
  ///
  /// Letters outside the list keep their value; nothing is guessed from them.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The letter.
    public var rawValue: UInt8
    /// Makes a kind of its letter.
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

  /// The unit of a measurement; the same letter has another meaning for another kind of sensor.
  public struct Unit: RawRepresentable, Sendable, Hashable {
    /// The letter.
    public var rawValue: UInt8
    /// Makes a unit of its letter.
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
    /// `I`: litres per second.
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
