// One import for users: what a location is made of, and how it is delivered, comes along.

@_exported public import Delivery
@_exported public import GNSS
@_exported public import Geodesy
@_exported public import NMEA
