// swift-tools-version: 6.2
// The examples: a package of its own, as yours would be. `swift run NAME` in this folder builds one and runs it.

import PackageDescription

/// A program in the folder of its name, and the libraries that it imports.
func example(_ name: String, _ libraries: String...) -> Target {
  .executableTarget(
    name: name, dependencies: libraries.map { .product(name: $0, package: "gpsbridge") }, path: name)
}

let package = Package(
  name: "examples",
  dependencies: [.package(name: "gpsbridge", path: "../..")],
  targets: [
    example("hello-location", "GPSBridge"),
    example("ask-once", "GPSBridge"),
    example("watch-a-fence", "GPSBridge"),
    example("observe-a-model", "GPSBridge"),
    example("log-a-fleet", "GPSBridge", "SimulatedGPS"),
    example("follow-a-walk", "CoreLocation"),
    example("tell-two-delegates", "GPSCoreLocation", "GPSDeliveryReactive"),
    example("share-a-manager", "GPSCoreLocation", "GPSDeliveryReactive"),
    example("read-sentences", "NMEA"),
    example("read-a-port", "SerialPorts"),
  ]
)
