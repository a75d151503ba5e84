// swift-tools-version: 6.2
// A package of its own, as you would write one: it depends on gpsbridge, and its tests on a receiver that is not there.

import PackageDescription

let package = Package(
  name: "trip-meter",
  // Yours has an address here, or a path to where you have cloned it.
  dependencies: [.package(name: "gpsbridge", path: "../../..")],
  targets: [
    .target(name: "TripMeter", dependencies: [.product(name: "GPSBridge", package: "gpsbridge")]),
    .executableTarget(name: "trip-meter", dependencies: ["TripMeter"]),
    .testTarget(
      name: "TripMeterTests",
      dependencies: ["TripMeter", .product(name: "SimulatedGPS", package: "gpsbridge")]),
  ]
)
