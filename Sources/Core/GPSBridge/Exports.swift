// One import for users: the values that a location consists of, and the streams that deliver them.
//
// The type aliases declare each name in this module. An import of a single name (`import struct GNSS.Fix`)
// would take precedence over the `Fix` of any other package, without an error, and importing whole modules
// would add a hundred sentences and the internals of delegates to every file. Programs that read sentences
// import NMEA, and programs that use delegate proxies import GPSDelivery.
//
// The four exports of single names only make the members of these types visible in programs that are built
// with `MemberImportVisibility`.

@_exported public import enum GNSS.GNSSMembers
@_exported public import enum GPSDelivery.GPSDeliveryMembers
@_exported public import enum GPSEventRuntime.GPSEventRuntimeMembers
@_exported public import GPSGeodesy
@_exported public import enum NMEA.NMEAMembers

public import GNSS
public import GPSDelivery
public import GPSEventRuntime
public import NMEA

/// A receiver protocol that is not NMEA.
///
/// Even a protocol that we can't decode is recognized, so that the user learns the cause: the receiver works,
/// at the right speed, and must be switched to another protocol.
public typealias BinaryProtocol = GNSS.BinaryProtocol

/// A day of the Gregorian calendar.
public typealias CivilDate = GNSS.CivilDate

/// A satellite system.
public typealias Constellation = GNSS.Constellation

/// A geodetic position in degrees, north and east positive.
public typealias Coordinate = GNSS.Coordinate

/// The factors by which the satellite geometry multiplies measurement errors.
public typealias DilutionOfPrecision = GNSS.DilutionOfPrecision

/// The estimated error of a position at 68 % confidence, and the source of the estimate.
public typealias ErrorEstimate = GNSS.ErrorEstimate

/// Everything that a receiver reported for one epoch.
public typealias Fix = GNSS.Fix

/// The number of dimensions of a position that are known.
public typealias FixMode = GNSS.FixMode

/// How a fix was found.
public typealias FixQuality = GNSS.FixQuality

/// The range errors for an estimate from the dilution of precision, in meters at 68 %.
public typealias RangeErrors = GNSS.RangeErrors

/// A satellite, or one of its signals, as the receiver reports it.
public typealias Satellite = GNSS.Satellite

/// The identity of a satellite: its constellation, and its number there.
public typealias SatelliteIdentity = GNSS.SatelliteIdentity

/// The satellites of a sky, in the order in which the receiver reported them.
public typealias Satellites = GNSS.Satellites

/// A signal that satellites transmit, by its usual name.
public typealias Signal = GNSS.Signal

/// All satellites that a receiver reports.
public typealias Sky = GNSS.Sky

/// An instant of Coordinated Universal Time, including leap seconds.
public typealias UTC = GNSS.UTC

/// A time of day in UTC, as in sentences: `hhmmss.sss`, with as many decimals as the receiver sends.
public typealias TimeOfDay = NMEA.TimeOfDay

/// Elements that accumulated while the consumer was busy, delivered as arrays.
public typealias Batches = GPSDelivery.Batches

/// A source for any number of consumers, each at its own pace.
public typealias Broadcast = GPSDelivery.Broadcast

/// The receiving side of a broadcast, which cannot send or end it.
public typealias BroadcastStream = GPSDelivery.BroadcastStream

/// The elements that are kept for a busy consumer, and the ones that may be dropped.
public typealias Buffering = GPSDelivery.Buffering

/// A sequence for any number of loops, each of which subscribes separately.
public typealias Deliveries = GPSDelivery.Deliveries

/// A registration that can be cancelled once.
public typealias Registration = GPSDelivery.Registration

/// A consumer's subscription to a broadcast, active from its creation.
public typealias Subscription = GPSDelivery.Subscription

/// A thread that waits for descriptors and timers, and runs their work in order; receivers run on it.
public typealias ReceiverLoop = GPSEventRuntime.EventLoop
