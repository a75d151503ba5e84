// The old import, for programs that want to keep it: everything is in GPSCoreLocation, and this module adds only its name.
//
// It has a product of its own because the name is dangerous. A package that asks `#if canImport(CoreLocation)` finds every
// module in the build folder, also one that it does not depend on.

@_exported public import GPSCoreLocation
