// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Places",
  products: [.library(name: "Places", targets: ["Places"])],
  targets: [.target(name: "Places")]
)
