// The parts of a solution, shared by all messages that say one.

extension NavPVT {
  /// A kind of solution, as a number; numbers above 5 keep their value.
  public struct FixType: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes a type of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: no fix.
    public static var none: FixType { FixType(rawValue: 0) }
    /// 1: sensors alone.
    public static var deadReckoning: FixType { FixType(rawValue: 1) }
    /// 2: satellites, with the height assumed.
    public static var twoDimensional: FixType { FixType(rawValue: 2) }
    /// 3: satellites.
    public static var threeDimensional: FixType { FixType(rawValue: 3) }
    /// 4: satellites and sensors.
    public static var combined: FixType { FixType(rawValue: 4) }
    /// 5: the time and no position.
    public static var timeOnly: FixType { FixType(rawValue: 5) }
  }

  /// How surely carrier phases went into a solution, a number of two bits.
  public struct CarrierSolution: RawRepresentable, Sendable, Hashable {
    /// The number.
    public let rawValue: UInt8
    /// Makes a solution of its number; bits above the second are dropped.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 3 }
    /// 0: not at all.
    public static var none: CarrierSolution { CarrierSolution(rawValue: 0) }
    /// 1: with floating ambiguities, good for decimeters.
    public static var float: CarrierSolution { CarrierSolution(rawValue: 1) }
    /// 2: with fixed ambiguities, good for centimeters.
    public static var fixed: CarrierSolution { CarrierSolution(rawValue: 2) }
  }

  /// A way of saving power, a number of three bits.
  public struct PowerState: RawRepresentable, Sendable, Hashable {
    /// The number.
    public let rawValue: UInt8
    /// Makes a state of its number; bits above the third are dropped.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 7 }
    /// 0: it does not save power.
    public static var notActive: PowerState { PowerState(rawValue: 0) }
    /// 1: saving is allowed and has not begun.
    public static var enabled: PowerState { PowerState(rawValue: 1) }
    /// 2: searching satellites.
    public static var acquisition: PowerState { PowerState(rawValue: 2) }
    /// 3: following satellites.
    public static var tracking: PowerState { PowerState(rawValue: 3) }
    /// 4: following satellites with little power.
    public static var optimizedTracking: PowerState { PowerState(rawValue: 4) }
    /// 5: sleeping.
    public static var inactive: PowerState { PowerState(rawValue: 5) }
  }

  /// How old corrections are, a class from 1 to 15.
  public struct CorrectionAge: RawRepresentable, Sendable, Hashable {
    /// The number of the class.
    public let rawValue: UInt8
    /// Makes an age of the number of its class; 0 would mean that there is none.
    public init?(rawValue: UInt8) {
      guard 1...15 ~= rawValue else { return nil }
      self.rawValue = rawValue
    }

    /// The seconds that belong to the class; the last classes have no end.
    public var seconds: Range<Double> {
      let limits = [0.0, 1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, .infinity]
      let index = min(Int(rawValue), limits.count - 1)
      return limits[index - 1]..<limits[index]
    }
  }

  /// Whether a second source confirmed date and time.
  public struct Confirmation: Sendable, Hashable {
    /// Whether the date was confirmed.
    public var date: Bool
    /// Whether the time of day was confirmed.
    public var time: Bool
    /// Says what was confirmed.
    public init(date: Bool, time: Bool) {
      self.date = date
      self.time = time
    }
  }

  /// A place on the earth: valid as a whole or not at all.
  public struct Position: Sendable, Hashable {
    /// Degrees, north positive, −90 to 90.
    public var latitude: Double
    /// Degrees, east positive, −180 to 180.
    public var longitude: Double
    /// Meters above the ellipsoid.
    public var height: Double
    /// Meters above mean sea level.
    public var altitude: Double
    /// Makes a position of degrees and meters.
    public init(latitude: Double, longitude: Double, height: Double, altitude: Double) {
      self.latitude = latitude
      self.longitude = longitude
      self.height = height
      self.altitude = altitude
    }

    /// Whether latitude and longitude can be ones.
    var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }
  }

  /// How far magnetic north lies from true north.
  public struct MagneticDeclination: Sendable, Hashable {
    /// Degrees, positive where the compass points east of true north.
    public var degrees: Double
    /// Degrees that it may be off.
    public var accuracy: Double
    /// Makes a declination of degrees.
    public init(degrees: Double, accuracy: Double) {
      self.degrees = degrees
      self.accuracy = accuracy
    }
  }
}
