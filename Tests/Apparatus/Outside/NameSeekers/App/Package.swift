// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "App",
  dependencies: [
    .package(name: "gpsbridge", path: "../../../../.."),
    .package(path: "../Places"),
  ],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: [
        .product(name: "Places", package: "Places"),
        .product(name: "GPSCoreLocation", package: "gpsbridge"),
      ])
  ]
)
