// One import for users: the values that a location is made of, and the streams that bring them.
//
// Each under a name of this module: an import of a single name (`import struct GNSS.Fix`) would win over the `Fix` of any
// other package, without an error. A whole module would put a hundred sentences and the workings of delegates into every
// file. A program that reads sentences imports NMEA, one that takes delegates apart imports GPSDelivery.
//
// The four exports of single names declare nothing of use. They make the members of these types visible in programs that
// are built with `MemberImportVisibility`.

@_exported public import enum GNSS.GNSSMembers
@_exported public import enum GPSDelivery.GPSDeliveryMembers
@_exported public import enum GPSEventRuntime.GPSEventRuntimeMembers
@_exported public import GPSGeodesy
@_exported public import enum NMEA.NMEAMembers

public import GNSS
public import GPSDelivery
public import GPSEventRuntime
public import NMEA

/// A day of the Gregorian calendar.
public typealias CivilDate = GNSS.CivilDate

/// A system of satellites.
public typealias Constellation = GNSS.Constellation

/// A geodetic position in degrees, north and east positive.
public typealias Coordinate = GNSS.Coordinate

/// How the geometry of the satellites multiplies an error of measurement.
public typealias DilutionOfPrecision = GNSS.DilutionOfPrecision

/// How wrong a position may be, at 68 % confidence, and the origin of that estimate.
public typealias ErrorEstimate = GNSS.ErrorEstimate

/// Everything a receiver said about one moment, exactly once.
public typealias Fix = GNSS.Fix

/// How many dimensions of a position are known.
public typealias FixMode = GNSS.FixMode

/// How a fix was found.
public typealias FixQuality = GNSS.FixQuality

/// The errors of ranges behind an estimate by dilution of precision, in meters at 68 %.
public typealias RangeErrors = GNSS.RangeErrors

/// One satellite, or one of its signals, as the receiver sees it.
public typealias Satellite = GNSS.Satellite

/// Which satellite it is: its constellation, and its number there.
public typealias SatelliteIdentity = GNSS.SatelliteIdentity

/// The satellites of a sky, in the order in which the receiver told of them.
public typealias Satellites = GNSS.Satellites

/// A signal that a satellite sends, by its usual name.
public typealias Signal = GNSS.Signal

/// All satellites that a receiver knows of.
public typealias Sky = GNSS.Sky

/// An instant of Coordinated Universal Time, leap seconds included.
public typealias UTC = GNSS.UTC

/// A time of day in UTC, as sentences write it: `hhmmss.sss`, with as many decimals as the receiver likes.
public typealias TimeOfDay = NMEA.TimeOfDay

/// The elements that piled up while the consumer was busy, as one array at a time.
public typealias Batches = GPSDelivery.Batches

/// One source, any number of consumers, each at its own pace.
public typealias Broadcast = GPSDelivery.Broadcast

/// What a broadcast sends, for those who may only listen: nobody can send into it or end it.
public typealias BroadcastStream = GPSDelivery.BroadcastStream

/// The elements that a busy consumer keeps, and those it is willing to lose.
public typealias Buffering = GPSDelivery.Buffering

/// A sequence that any number of loops may run over: each of them registers a consumer of its own.
public typealias Deliveries = GPSDelivery.Deliveries

/// Something that was set up and can be taken down once.
public typealias Registration = GPSDelivery.Registration

/// One consumer's place in a broadcast, registered from the moment it exists.
public typealias Subscription = GPSDelivery.Subscription

/// One thread that waits for descriptors and moments, and does in turn what they bring: a receiver lives on it.
public typealias ReceiverLoop = GPSEventRuntime.EventLoop
