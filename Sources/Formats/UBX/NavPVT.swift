/// Position, velocity and time of one epoch: the message that says everything a fix needs.
///
/// ```
/// offset type name       step           offset type name    step
///  0     U4   iTOW       1 ms            44    U4   vAcc    1 mm
///  4     U2   year       1 a             48    I4   velN    1 mm/s
///  6     U1   month      1…12            52    I4   velE    1 mm/s
///  7     U1   day        1…31            56    I4   velD    1 mm/s
///  8     U1   hour       0…23            60    I4   gSpeed  1 mm/s
///  9     U1   min        0…59            64    I4   headMot 1e-5°
/// 10     U1   sec        0…60            68    U4   sAcc    1 mm/s
/// 11     X1   valid      ----mrtd        72    U4   headAcc 1e-5°
/// 12     U4   tAcc       1 ns            76    U2   pDOP    0.01
/// 16     I4   nano       1 ns            78    X2   flags3  --u--------aaaai
/// 20     U1   fixType    0…5             80    U1×4 reserved
/// 21     X1   flags      ccvpppsf        84    I4   headVeh 1e-5°  ┐
/// 22     X1   flags2     TDA-----        88    I2   magDec  0.01°  │ not before
/// 23     U1   numSV      1               90    U2   magAcc  0.01°  ┘ protocol 15
/// 24     I4   lon        1e-7°
/// 28     I4   lat        1e-7°           m validMag      r fullyResolved  t validTime  d validDate
/// 32     I4   height     1 mm            c carrSoln      v headVehValid   p psmState
/// 36     I4   hMSL       1 mm            s diffSoln      f gnssFixOK      T confirmedTime
/// 40     U4   hAcc       1 mm            D confirmedDate A confirmedAvai  u authTime
///                                        a lastCorrectionAge              i invalidLlh
/// ```
///
/// Numbers are little endian, bits stand highest first; the payload has 92 bytes, 84 before protocol 15.
///
/// Described as UBX-NAV-PVT (0x01 0x07) in the interface description of each receiver, for example in
/// UBX-13003221 (u-blox 8) and UBX-18010854 (ZED-F9P): <https://www.u-blox.com/en/product-resources>.
public struct NavPVT: Sendable, Hashable {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// The day in UTC, or nil while the receiver does not call it valid.
  public var date: CalendarDate?
  /// The time of day in UTC, or nil while the receiver does not call it valid.
  public var time: TimeOfDay?
  /// Whether the leap seconds are known, so that the time can't be some seconds off.
  public var isTimeFullyResolved = false
  /// Seconds that the time may be off, or nil where the receiver has no idea.
  public var timeAccuracy: Double?
  /// Whether date and time were confirmed by a second source, or nil where the receiver does not tell.
  public var confirmation: Confirmation?
  /// Whether the time was checked against a trusted source from outside.
  public var isTimeAuthenticated = false

  /// The kind of solution: by satellites, by dead reckoning, by both, or time alone.
  ///
  /// It does not yet say that the solution is good: ``isFixOK`` does.
  public var fixType = FixType.none
  /// Whether position and velocity are valid and inside the receiver's masks of precision and accuracy.
  public var isFixOK = false
  /// Whether differential corrections went into the solution.
  public var isDifferential = false
  /// How old those corrections are, or nil where the receiver does not tell.
  public var correctionAge: CorrectionAge?
  /// Whether carrier phases went into the solution, and how surely.
  public var carrierSolution = CarrierSolution.none
  /// The receiver's way of saving power.
  public var powerState = PowerState.notActive
  /// Satellites in use, 0 to 255.
  public var satellitesUsed = 0
  /// Dilution of precision in three dimensions; 99.99 is the highest, and often means that there is no fix.
  public var positionDilution = 0.0

  /// The position, or nil if the receiver calls it invalid.
  ///
  /// Older receivers have no such flag: without a fix they repeat the last position, or say 0° 0°.
  public var position: Position?
  /// Meters that latitude and longitude may be off, or nil where the receiver has no idea.
  public var horizontalAccuracy: Double?
  /// Meters that the height may be off, or nil where the receiver has no idea.
  public var verticalAccuracy: Double?

  /// Meters per second to the north.
  public var velocityNorth = 0.0
  /// Meters per second to the east.
  public var velocityEast = 0.0
  /// Meters per second downwards.
  public var velocityDown = 0.0
  /// Meters per second over ground.
  public var groundSpeed = 0.0
  /// Degrees from true north in which the receiver moves; it keeps its last value when it stands still.
  public var headingOfMotion = 0.0
  /// Meters per second that the speed may be off, or nil where the receiver has no idea.
  public var speedAccuracy: Double?
  /// Degrees that either heading may be off, or nil where the receiver has no idea.
  public var headingAccuracy: Double?
  /// Degrees from true north in which the vehicle looks, known by sensors, or nil without them.
  public var vehicleHeading: Double?
  /// How far a compass is off here, or nil where the receiver does not tell.
  public var magneticDeclination: MagneticDeclination?

  /// Makes a solution that says nothing yet.
  public init() {}

  /// Makes a solution and fills it: `NavPVT { $0.groundSpeed = 2.5 }`.
  public init(_ fill: (inout NavPVT) -> Void) {
    self.init()
    fill(&self)
  }
}

extension NavPVT {
  /// A kind of solution, as a number; numbers above 5 keep their value.
  public struct FixType: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes a type of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: no fix.
    public static let none = FixType(rawValue: 0)
    /// 1: sensors alone.
    public static let deadReckoning = FixType(rawValue: 1)
    /// 2: satellites, with the height assumed.
    public static let twoDimensional = FixType(rawValue: 2)
    /// 3: satellites.
    public static let threeDimensional = FixType(rawValue: 3)
    /// 4: satellites and sensors.
    public static let combined = FixType(rawValue: 4)
    /// 5: the time and no position.
    public static let timeOnly = FixType(rawValue: 5)
  }

  /// How surely carrier phases went into a solution, a number of two bits.
  public struct CarrierSolution: RawRepresentable, Sendable, Hashable {
    /// The number.
    public let rawValue: UInt8
    /// Makes a solution of its number; bits above the second are dropped.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 3 }
    /// 0: not at all.
    public static let none = CarrierSolution(rawValue: 0)
    /// 1: with floating ambiguities, good for decimeters.
    public static let float = CarrierSolution(rawValue: 1)
    /// 2: with fixed ambiguities, good for centimeters.
    public static let fixed = CarrierSolution(rawValue: 2)
  }

  /// A way of saving power, a number of three bits.
  public struct PowerState: RawRepresentable, Sendable, Hashable {
    /// The number.
    public let rawValue: UInt8
    /// Makes a state of its number; bits above the third are dropped.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 7 }
    /// 0: it does not save power.
    public static let notActive = PowerState(rawValue: 0)
    /// 1: saving is allowed and has not begun.
    public static let enabled = PowerState(rawValue: 1)
    /// 2: searching satellites.
    public static let acquisition = PowerState(rawValue: 2)
    /// 3: following satellites.
    public static let tracking = PowerState(rawValue: 3)
    /// 4: following satellites with little power.
    public static let optimizedTracking = PowerState(rawValue: 4)
    /// 5: sleeping.
    public static let inactive = PowerState(rawValue: 5)
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
