// Wind, relative to the ground and to the ship.

/// The wind relative to the ground.
///
/// ```
///        1   2 3   4 5   6 7   8
///        |   | |   | |   | |   |
/// $--MWD,x.x,T,x.x,M,x.x,N,x.x,M*hh
/// $WIMWD,327.5,T,326.1,M,11.4,N,5.9,M*67
/// ```
///
/// Described at <http://www.nuovamarea.net/blog/wimwd>.
public struct MWD: TalkerContent {
  public static var form: SentenceForm { SentenceForm("MWD", fewestFields: 8) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The direction that the wind comes from, in degrees from true north.
  @SparseDecimal public var direction: Double?
  /// The direction that the wind comes from, in degrees from magnetic north.
  @SparseDecimal public var magneticDirection: Double?
  /// The wind speed in meters per second, from the field in knots.
  @SparseDecimal public var speedFromKnots: Double?
  /// The wind speed in meters per second, from the field in meters per second.
  @SparseDecimal public var speed: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_direction, places: 2, from: UInt8(ascii: "T"), text)
    fields.course(&_magneticDirection, places: 2, from: UInt8(ascii: "M"), text)
    fields.decimal(&_speedFromKnots, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.unit(UInt8(ascii: "N"), text)
    fields.decimal(&_speed, places: 3, text)
    fields.unit(UInt8(ascii: "M"), text)
  }
}

/// The wind relative to the ship.
///
/// ```
///        1   2 3   4 5
///        |   | |   | |
/// $--MWV,x.x,a,x.x,a,A*hh
/// $WIMWV,65.7,R,14.0,N,A*22
/// ```
///
/// Some sensors omit the status.
/// Described at <https://gpsd.io/NMEA.html#_mwv_wind_speed_and_angle>.
public struct MWV: TalkerContent {
  /// The form of a valid sentence; the status came with NMEA 2.0.
  public static var form: SentenceForm { SentenceForm("MWV", fewestFields: 4) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The direction that the wind comes from, in degrees clockwise from the bow.
  @SparseDecimal public var angle: Double?
  /// Whether the wind is relative to the moving ship, or theoretical.
  public var reference: Reference?
  /// The speed as sent, in `unit`.
  @SparseDecimal private var number: Double?
  private var unit: SpeedUnit?
  /// Whether the data is valid.
  public var status: Status?

  /// The wind speed in meters per second; nil if its unit is unknown.
  ///
  /// A new value is written in `speedUnit`, or in meters per second if that is nil.
  public var speed: Double? {
    get {
      guard let number, let scale = unit?.inMetersPerSecond else { return nil }
      return number * scale
    }
    set {
      if newValue != nil, unit?.inMetersPerSecond == nil { unit = .metersPerSecond }
      number = newValue.map { $0 / (unit?.inMetersPerSecond ?? 1) }
    }
  }

  /// The unit that the speed is sent in; a new unit converts the number and keeps the speed.
  public var speedUnit: SpeedUnit? {
    get { unit }
    set {
      let speed = speed
      unit = newValue
      self.speed = speed
    }
  }

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_angle, places: 2, text)
    fields.letter(&reference, text)
    fields.decimal(&_number, places: 3, text)
    fields.letter(&unit, text)
    if fields.hasMore(since: .v2_0) { fields.letter(&status, text) }
  }

  /// The reference of a wind direction.
  public struct Reference: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `R`: relative, as felt on the moving ship.
    public static let relative = Reference(rawValue: UInt8(ascii: "R"))
    /// `T`: theoretical, as if the ship stood still.
    public static let theoretical = Reference(rawValue: UInt8(ascii: "T"))
  }

  /// The unit of a speed.
  public struct SpeedUnit: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `K`: kilometers per hour.
    public static let kilometersPerHour = SpeedUnit(rawValue: UInt8(ascii: "K"))
    /// `M`: meters per second.
    public static let metersPerSecond = SpeedUnit(rawValue: UInt8(ascii: "M"))
    /// `N`: knots.
    public static let knots = SpeedUnit(rawValue: UInt8(ascii: "N"))
    /// `S`: statute miles per hour.
    public static let milesPerHour = SpeedUnit(rawValue: UInt8(ascii: "S"))

    /// The factor to meters per second, or nil for an unlisted letter.
    var inMetersPerSecond: Double? {
      switch self {
      case .kilometersPerHour: KilometersPerHour.inMetersPerSecond
      case .metersPerSecond: 1
      case .knots: Knots.inMetersPerSecond
      case .milesPerHour: MilesPerHour.inMetersPerSecond
      default: nil
      }
    }
  }
}
