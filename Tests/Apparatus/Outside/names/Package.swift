// swift-tools-version: 6.2
// Somebody's package whose targets have names that large packages use (swift-nio, sqlite-nio, OpenCombine) or that are words of
// everybody, and whose types are called as some of ours are. It has to build beside gpsbridge as it is.

import PackageDescription

/// Targets of one line: only their names matter.
let words = [
  "Delivery", "DeliveryReactive", "Geodesy", "Locking", "Moments", "PageFiles", "Runtime", "Sockets",
  "SystemCalls", "TestSupport", "Texts",
]

let package = Package(
  name: "names",
  dependencies: [.package(name: "gpsbridge", path: "../../../..")],
  targets: words.map { .target(name: $0, path: "Sources/Words/\($0)") } + [
    .target(name: "CSQLite"),
    .target(name: "NIOCore"),
    .target(name: "OpenCombine"),
    .target(name: "Models"),
    .target(
      name: "Fleet",
      dependencies: [
        "Models", "NIOCore", "OpenCombine", .product(name: "GPSBridge", package: "gpsbridge"),
      ],
      // Members of our types have to be visible by one import also where each member needs one.
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .testTarget(
      name: "FleetTests",
      dependencies: words.map { .target(name: $0) } + [
        "Fleet", "CSQLite", "Models", "NIOCore", "OpenCombine",
        .product(name: "GPSBridge", package: "gpsbridge"),
        .product(name: "GPSServices", package: "gpsbridge"),
        .product(name: "GPSWeb", package: "gpsbridge"),
        .product(name: "SimulatedGPS", package: "gpsbridge"),
      ]),
  ]
)
