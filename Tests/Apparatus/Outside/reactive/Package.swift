// swift-tools-version: 6.2
// Somebody's package that brings our streams to the libraries that they have already: the adapters of the guide, on libraries of the
// shapes of RxSwift and OpenCombine. Like those they are of the fifth language mode, and their closures live nowhere.

import PackageDescription

let package = Package(
  name: "reactive",
  dependencies: [.package(name: "gpsbridge", path: "../../../..")],
  targets: [
    .target(name: "RxSwift", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "OpenCombine", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "ReactiveTests",
      dependencies: [
        "RxSwift", "OpenCombine", .product(name: "GPSDelivery", package: "gpsbridge"),
        .product(name: "GPSBridge", package: "gpsbridge"),
        .product(name: "SimulatedGPS", package: "gpsbridge"),
      ]),
  ]
)
