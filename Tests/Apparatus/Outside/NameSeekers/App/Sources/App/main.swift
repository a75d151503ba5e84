import Places

#if canImport(CoreLocation)
import CoreLocation
#else
import GPSCoreLocation
#endif

// Each name is taken from one module: a second one of that name would be an error here.
let place = GPSCoreLocation.CLLocationCoordinate2D(latitude: 48.1173, longitude: 11.5167)
let point = Point(.init(latitude: place.latitude, longitude: place.longitude))
print("\(String(reflecting: type(of: place))) and \(String(reflecting: type(of: point.coordinate)))")
