// One import for users: the values that a location is made of, and the streams that bring them.
//
// Each by its name: a whole module would put a hundred sentences and the workings of delegates into every file of a
// program. A program that reads sentences imports NMEA, one that takes delegates apart imports Delivery.

@_exported public import struct Delivery.Batches
@_exported public import class Delivery.Broadcast
@_exported public import enum Delivery.Buffering
@_exported public import struct Delivery.Deliveries
@_exported public import class Delivery.Registration
@_exported public import class Delivery.Subscription
@_exported public import class EventRuntime.EventLoop
@_exported public import struct GNSS.CivilDate
@_exported public import enum GNSS.Constellation
@_exported public import struct GNSS.Coordinate
@_exported public import struct GNSS.DilutionOfPrecision
@_exported public import struct GNSS.ErrorEstimate
@_exported public import struct GNSS.Fix
@_exported public import enum GNSS.FixMode
@_exported public import enum GNSS.FixQuality
@_exported public import struct GNSS.Satellite
@_exported public import struct GNSS.SatelliteIdentity
@_exported public import struct GNSS.Satellites
@_exported public import enum GNSS.Signal
@_exported public import struct GNSS.Sky
@_exported public import struct GNSS.UTC
@_exported public import Geodesy
@_exported public import struct NMEA.TimeOfDay
