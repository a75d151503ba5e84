// swift-tools-version: 6.2
// Somebody's first programs: what one writes into a main file to try the library without a cable. Each ends with a fault if it has
// not got what it waits for, and each has to end.

import PackageDescription

let package = Package(
  name: "main-files",
  dependencies: [.package(name: "gpsbridge", path: "../../../..")],
  targets: [
    .executableTarget(
      name: "request",
      dependencies: [
        .product(name: "GPSBridge", package: "gpsbridge"),
        .product(name: "SimulatedGPS", package: "gpsbridge"),
      ]),
    .executableTarget(
      name: "settings",
      dependencies: [
        .product(name: "GPSBridge", package: "gpsbridge"),
        .product(name: "SimulatedGPS", package: "gpsbridge"),
      ]),
    .executableTarget(
      name: "phone",
      dependencies: [
        .product(name: "CoreLocation", package: "gpsbridge"),
        .product(name: "SimulatedGPS", package: "gpsbridge"),
      ]),
  ]
)
