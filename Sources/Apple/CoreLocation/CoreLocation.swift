// The original import name, for programs that want to keep it; this module only re-exports GPSCoreLocation.
//
// It is a separate product because of its name: `#if canImport(CoreLocation)` finds every module in the build
// folder, even in a package that does not depend on it.

@_exported public import GPSCoreLocation
