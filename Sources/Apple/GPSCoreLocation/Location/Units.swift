// The names under which Apple's interfaces speak of numbers.

/// An angle of latitude or longitude in degrees.
public typealias CLLocationDegrees = Double
/// A distance in metres.
public typealias CLLocationDistance = Double
/// A radius in metres; negative where the place is not known.
public typealias CLLocationAccuracy = Double
/// Metres per second; negative where it is not known.
public typealias CLLocationSpeed = Double
/// Metres per second; negative where it is not known.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees from true north; negative where it is not known.
public typealias CLLocationDirection = Double
/// Degrees; negative where it is not known.
public typealias CLLocationDirectionAccuracy = Double

/// Stands for "every location" as a distance filter.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// As accurate as the receiver can: what is meant for cars is no different here.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As accurate as the receiver can.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Ten metres are good enough.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// A hundred metres are good enough.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// A kilometre is good enough.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Three kilometres are good enough.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// Any location is good enough.
///
/// On a phone it is for programs that may not know the place exactly; here all may.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = .greatestFiniteMagnitude

/// The largest distance there is: a filter that lets only the first location through.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
