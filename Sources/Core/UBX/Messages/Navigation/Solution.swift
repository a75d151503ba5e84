// The parts of a navigation solution, shared by several messages.

extension NavPVT {
  /// The type of a fix; numbers above 5 keep their value.
  public struct FixType: RawRepresentable, Sendable, Hashable, PayloadCode {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: no fix.
    public static var none: FixType { FixType(rawValue: 0) }
    /// 1: dead reckoning only.
    public static var deadReckoning: FixType { FixType(rawValue: 1) }
    /// 2: satellites, with an assumed height.
    public static var twoDimensional: FixType { FixType(rawValue: 2) }
    /// 3: satellites.
    public static var threeDimensional: FixType { FixType(rawValue: 3) }
    /// 4: satellites and dead reckoning.
    public static var combined: FixType { FixType(rawValue: 4) }
    /// 5: time only.
    public static var timeOnly: FixType { FixType(rawValue: 5) }
  }

  /// The state of the carrier phase ambiguities, a two-bit number.
  public struct CarrierSolution: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8
    /// Makes a value from the two lowest bits of a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 3 }
    /// 0: carrier phases are not used.
    public static var none: CarrierSolution { CarrierSolution(rawValue: 0) }
    /// 1: floating ambiguities, accurate to decimeters.
    public static var float: CarrierSolution { CarrierSolution(rawValue: 1) }
    /// 2: fixed ambiguities, accurate to centimeters.
    public static var fixed: CarrierSolution { CarrierSolution(rawValue: 2) }
  }

  /// The state of power saving, a three-bit number.
  public struct PowerState: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8
    /// Makes a value from the three lowest bits of a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 7 }
    /// 0: power saving is off.
    public static var notActive: PowerState { PowerState(rawValue: 0) }
    /// 1: power saving is enabled but not active.
    public static var enabled: PowerState { PowerState(rawValue: 1) }
    /// 2: acquisition.
    public static var acquisition: PowerState { PowerState(rawValue: 2) }
    /// 3: tracking.
    public static var tracking: PowerState { PowerState(rawValue: 3) }
    /// 4: power-optimized tracking.
    public static var optimizedTracking: PowerState { PowerState(rawValue: 4) }
    /// 5: inactive.
    public static var inactive: PowerState { PowerState(rawValue: 5) }
  }

  /// The age of differential corrections, a class from 1 to 15.
  public struct CorrectionAge: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt8
    /// Makes a class from its number; nil for 0, which means that the age is not available.
    public init?(rawValue: UInt8) {
      guard 1...15 ~= rawValue else { return nil }
      self.rawValue = rawValue
    }

    /// The range of the class in seconds; the last classes are unbounded.
    public var seconds: Range<Double> {
      let limits = [0.0, 1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, .infinity]
      let index = min(Int(rawValue), limits.count - 1)
      return limits[index - 1]..<limits[index]
    }
  }

  /// Whether date and time were confirmed by a second source.
  public struct Confirmation: Sendable, Hashable {
    /// Whether the date was confirmed.
    public var date: Bool
    /// Whether the time of day was confirmed.
    public var time: Bool
    /// Makes a confirmation of date, time or both.
    public init(date: Bool, time: Bool) { (self.date, self.time) = (date, time) }
  }

  /// A position on the earth, valid only as a whole.
  public struct Position: Sendable, Hashable {
    /// The latitude in degrees, north positive, −90 to 90.
    public var latitude: Double
    /// The longitude in degrees, east positive, −180 to 180.
    public var longitude: Double
    /// The height above the ellipsoid in meters.
    public var height: Double
    /// The altitude above mean sea level in meters.
    public var altitude: Double
    /// Makes a position from degrees and meters.
    public init(latitude: Double, longitude: Double, height: Double, altitude: Double) {
      (self.latitude, self.longitude, self.height, self.altitude) = (latitude, longitude, height, altitude)
    }

    /// Whether latitude and longitude are within their ranges.
    var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }
  }

  /// The angle between magnetic north and true north.
  public struct MagneticDeclination: Sendable, Hashable {
    /// The declination in degrees, positive if the compass points east of true north.
    public var degrees: Double
    /// The accuracy in degrees.
    public var accuracy: Double
    /// Makes a declination from degrees.
    public init(degrees: Double, accuracy: Double) { (self.degrees, self.accuracy) = (degrees, accuracy) }
  }
}

/// A position as stored in messages.
///
/// The numbers are kept even if they are out of range, so that they can be written back.
@propertyWrapper
public struct StoredPosition: Sendable, Hashable, PayloadField {
  @Steps<Int32, 10_000_000> private var longitude: Double
  @Steps<Int32, 10_000_000> private var latitude: Double
  @Steps<Int32, 1000> private var height: Double
  @Steps<Int32, 1000> private var altitude: Double

  /// Makes a position of zeros.
  public init() {}

  @inline(__always)
  mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&_longitude, &_latitude, &_height, &_altitude, bytes)
  }

  /// The position, or nil if latitude or longitude is out of range; nil is stored as zeros.
  public var wrappedValue: NavPVT.Position? {
    get {
      let position = NavPVT.Position(
        latitude: latitude, longitude: longitude, height: height, altitude: altitude)
      return position.isOnEarth ? position : nil
    }
    set {
      latitude = newValue?.latitude ?? 0
      longitude = newValue?.longitude ?? 0
      height = newValue?.height ?? 0
      altitude = newValue?.altitude ?? 0
    }
  }
}

/// The magnetic declination as stored in messages, with a flag that is elsewhere in the message.
@propertyWrapper
public struct StoredDeclination: Sendable, Hashable, PayloadField {
  var isValid = false
  @Steps<Int16, 100> private var degrees: Double
  @Steps<UInt16, 100> private var accuracy: Double

  /// Makes a declination that is not valid.
  public init() {}

  @inline(__always)
  mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&_degrees, &_accuracy, bytes)
  }

  /// The declination, or nil if it is not valid.
  public var wrappedValue: NavPVT.MagneticDeclination? {
    get { isValid ? NavPVT.MagneticDeclination(degrees: degrees, accuracy: accuracy) : nil }
    set {
      degrees = newValue?.degrees ?? 0
      accuracy = newValue?.accuracy ?? 0
      isValid = newValue != nil
    }
  }
}
