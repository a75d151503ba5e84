// swift-tools-version: 6.2
// A separate package, like one of your own: it depends on gpsbridge, and its tests on a simulated receiver.

import PackageDescription

let package = Package(
  name: "trip-meter",
  // In your own package, use the repository's URL, or the path of your clone.
  dependencies: [.package(name: "gpsbridge", path: "../../..")],
  targets: [
    .target(name: "TripMeter", dependencies: [.product(name: "GPSBridge", package: "gpsbridge")]),
    .executableTarget(name: "trip-meter", dependencies: ["TripMeter"]),
    .testTarget(
      name: "TripMeterTests",
      dependencies: ["TripMeter", .product(name: "SimulatedGPS", package: "gpsbridge")]),
  ]
)
