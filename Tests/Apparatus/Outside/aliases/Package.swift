// swift-tools-version: 6.2
// Somebody's package with targets that have the short public names of gpsbridge. SwiftPM refuses two targets of one name, so the
// dependency names ours anew: in this package our `NMEA` is imported as `GPSNMEA`.

import PackageDescription

/// The short public names, and what they are called here.
let aliases = [
  "NMEA": "GPSNMEA", "UBX": "GPSUBX", "GNSS": "GPSGNSS", "SerialPorts": "GPSSerialPorts",
]

let package = Package(
  name: "aliases",
  dependencies: [.package(name: "gpsbridge", path: "../../../..")],
  targets: aliases.keys.sorted().map { .target(name: $0) } + [
    .target(
      name: "Bridge",
      dependencies: aliases.keys.sorted().map { .target(name: $0) } + [
        .product(name: "GPSBridge", package: "gpsbridge", moduleAliases: aliases),
        .product(name: "NMEA", package: "gpsbridge", moduleAliases: aliases),
      ]),
    .testTarget(
      name: "BridgeTests",
      dependencies: [
        "Bridge", .product(name: "GPSBridge", package: "gpsbridge", moduleAliases: aliases),
        .product(name: "SimulatedGPS", package: "gpsbridge", moduleAliases: aliases),
      ]),
  ]
)
