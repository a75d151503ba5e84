import CoreLocation

let place: CoreLocation.CLLocation = CoreLocation.CLLocation(latitude: 48, longitude: 11)
// Its members are found, and what comes along with it.
let line = String(format: "%.1f", place.coordinate.latitude)
