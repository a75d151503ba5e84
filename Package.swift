// swift-tools-version: 6.2
// One cable in, one location service out. Targets are in the order in which data passes through them.

import PackageDescription

// Warnings are errors in our own builds. Other packages build without that: a newer compiler has new warnings, and SwiftPM's
// new engine does not accept these flags together with its own.
let isStrict = Context.environment["GPSBRIDGE_STRICT"] != nil
/// The settings of the code in pages, which are those of their readers.
let plain: [SwiftSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []
let settings: [SwiftSetting] =
  (isStrict ? plain + [.treatWarning("DeprecatedDeclaration", as: .warning)] : []) + [.strictMemorySafety()]
  + words([
    "ExistentialAny ImmutableWeakCaptures InferIsolatedConformances InternalImportsByDefault",
    "MemberImportVisibility NonisolatedNonsendingByDefault",
  ]).map { .enableUpcomingFeature($0) }

/// With GPSBRIDGE_LINKED_SQLITE, SQLite is linked instead of loaded: a static program can't load libraries.
let isLinked = Context.environment["GPSBRIDGE_LINKED_SQLITE"] != nil
let linked: [CSetting] = isLinked ? [.define("GPSBRIDGE_LINKED_SQLITE")] : []
let library: [LinkerSetting] = isLinked ? [.linkedLibrary("sqlite3")] : []

// Names in lines of text, such as the dependencies below.
func words(_ lines: [String]) -> [String] { lines.flatMap { $0.split(separator: " ").map(String.init) } }
func targets(_ lines: [String]) -> [Target.Dependency] { words(lines).map { .byName(name: $0) } }

extension Target {
  static func module(_ name: String, on others: String...) -> Target {
    .target(name: name, dependencies: targets(others))
  }

  static func program(_ name: String, on others: String...) -> Target {
    .executableTarget(name: name, dependencies: targets(others))
  }

  /// The tests of a module, and of modules in folders of their names; or of something else, at a path.
  static func tests(_ module: String, and others: String..., at path: String? = nil) -> Target {
    .testTarget(name: module + "Tests", dependencies: targets(others), path: path)
  }

  var others: [String] {
    dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
  }
}

let package = Package(
  name: "gpsbridge",
  products: words([
    "GNSS GPSDelivery GPSDeliveryReactive GPSFormats GPSGeodesy GPSServices GPSStore GPSWeb NMEA SerialPorts",
    "SimulatedGPS UBX",
  ]).map { .library(name: $0, targets: [$0]) } + [
    .library(name: "GPSBridge", targets: ["GPSBridge", "GPSLocalizedErrors"]),
    .library(name: "GPSCoreLocation", targets: ["GPSCoreLocation", "GPSLocalizedErrors"]),
    // CoreLocation only re-exports, and SwiftPM rebuilds a client only for a change in a direct dependency: hence both.
    .library(name: "CoreLocation", targets: ["CoreLocation", "GPSCoreLocation", "GPSLocalizedErrors"]),
    .executable(name: "gpsbridge", targets: ["GPSBridgeProgram"]),
    .executable(name: "gpsbridge-collect", targets: ["GPSFleetProgram"]),
  ],
  swiftLanguageModes: [.v6]
)

let core: [Target] = [
  // Helpers for all other modules; no public API.
  .module("GPSBase"), .module("GPSSystemCalls"), .target(name: "CGPSZlib"),
  // Bytes to sentences and messages, and these to one fix per epoch: pure, and also built as Embedded Swift.
  .module("NMEA"), .module("UBX"), .module("GNSS", on: "NMEA UBX"),
  // Distances, directions and grids on the ellipsoid: pure except for the sines of libm.
  .module("GPSGeodesy", on: "GNSS"),
  // One source, many consumers: delegates, streams, one-shots. No GPS here.
  .module("GPSDelivery", on: "GPSSystemCalls"),
  // One thread that waits for descriptors and timers. It does not know what a port is.
  .target(name: "CGPSEventLoop"), .module("GPSEventRuntime", on: "CGPSEventLoop GPSBase GPSSystemCalls"),
  // Serial ports, hotplug and sockets. No sentences here.
  .target(name: "CGPSSerial"),
  .systemLibrary(name: "CGPSUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
  .module("SerialPorts", on: "CGPSSerial CGPSUdev GPSBase GPSDelivery GPSEventRuntime GPSSystemCalls"),
  .module("GPSSockets", on: "CGPSEventLoop GPSBase GPSEventRuntime GPSSystemCalls"),
  // Ports and formats meet in the location service.
  .module(
    "GPSBridge", on: "GNSS GPSBase GPSDelivery GPSEventRuntime GPSGeodesy GPSSockets GPSSystemCalls NMEA",
    "SerialPorts UBX"),
  .module("GPSLocalizedErrors", on: "GPSBridge SerialPorts"),
  // Positions as records, gpsd's JSON, tables, GPX, KML, GeoJSON and NMEA; simulated receivers, whose routes are GPX.
  .module("GPSFormats", on: "GNSS GPSBase GPSBridge GPSGeodesy NMEA SerialPorts"),
  .module(
    "SimulatedGPS", on: "CGPSEventLoop CGPSSerial GNSS GPSBase GPSBridge GPSDelivery GPSEventRuntime",
    "GPSFormats GPSSystemCalls NMEA UBX"),
]

let services: [Target] = [
  .module("GPSDProtocol", on: "GNSS GPSBase GPSFormats"),
  .module(
    "GPSServices", on: "GNSS GPSBase GPSBridge GPSDProtocol GPSEventRuntime GPSFormats GPSSockets",
    "GPSSystemCalls"),
  // A track as rows of whole numbers, and their packed columns: pure.
  .module("GPSTrackRows", on: "GNSS"),
  // SQLite, loaded when a file is first opened: tiles of maps, and the track store.
  .target(name: "CGPSSQLite", cSettings: linked, linkerSettings: library),
  .module("GPSSQLiteFiles", on: "CGPSSQLite GPSSystemCalls"),
  // The track store: positions kept for years, through power cuts.
  .module(
    "GPSStore", on: "GNSS GPSBase GPSBridge GPSEventRuntime GPSFormats GPSGeodesy GPSSQLiteFiles",
    "GPSSystemCalls GPSTrackRows"),
  // HTTP for services with and without a receiver, the web page, and its interface. Files become bytes by #embed in C.
  .target(name: "CGPSMicrohttpd"), .target(name: "CGPSPageFiles"),
  .module("GPSPageFiles", on: "CGPSPageFiles"),
  .module("GPSWebHost", on: "CGPSMicrohttpd CGPSZlib GPSBase GPSEventRuntime GPSSockets GPSSystemCalls"),
  .module(
    "GPSWeb", on: "GNSS GPSBase GPSBridge GPSEventRuntime GPSFormats GPSPageFiles GPSSQLiteFiles",
    "GPSSockets GPSSystemCalls GPSTrackRows GPSWebHost"),
  // The verbs of the tool that need the store, a server or the page.
  .module(
    "GPSServiceVerbs", on: "GNSS GPSBase GPSBridge GPSBridgeTool GPSFormats GPSGeodesy GPSServices GPSStore",
    "GPSSystemCalls GPSTrackRows GPSWeb GPSWebHost TerminalKit"),
]

let fleet: [Target] = [
  // What devices and collectors send each other, and when: pure.
  .module("GPSFleetProtocol", on: "GNSS GPSBase GPSTrackRows"),
  // It posts a store to a collector by libcurl, which is loaded when it is first needed.
  .target(name: "CGPSCurl"),
  .module(
    "GPSFleetPublisher", on: "CGPSCurl GNSS GPSBase GPSEventRuntime GPSFleetProtocol GPSFormats GPSStore",
    "GPSSystemCalls GPSTrackRows"),
  // The collector: what devices send, in PostgreSQL. Only its program links libpq.
  .systemLibrary(name: "CGPSPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
  .target(name: "CGPSFleetFiles", dependencies: ["CGPSPageFiles"]),
  .module(
    "GPSFleetCollector", on: "CGPSFleetFiles CGPSPostgreSQL GPSBase GPSEventRuntime GPSFleetProtocol",
    "GPSPageFiles GPSSockets GPSSystemCalls GPSTrackRows GPSWebHost"),
  .module(
    "GPSFleetVerbs", on: "GPSBase GPSBridge GPSBridgeTool GPSEventRuntime GPSFleetProtocol",
    "GPSFleetPublisher GPSFormats GPSServiceVerbs GPSStore GPSSystemCalls TerminalKit"),
  .program("GPSFleetProgram", on: "CGPSArguments GPSEventRuntime GPSFleetCollector GPSSystemCalls"),
]

let tool: [Target] = [
  // TerminalKit knows no GPS; the program is a main file of a few lines.
  .module("TerminalKit", on: "GPSBase GPSEventRuntime GPSSystemCalls"),
  .module(
    "GPSBridgeTool", on: "CGPSZlib GNSS GPSBase GPSBridge GPSEventRuntime GPSFormats GPSGeodesy",
    "GPSSystemCalls NMEA SerialPorts SimulatedGPS TerminalKit UBX"),
  .target(name: "CGPSArguments"),
  .program(
    "GPSBridgeProgram", on: "CGPSArguments GPSBridgeTool GPSEventRuntime GPSFleetVerbs GPSServiceVerbs",
    "GPSSystemCalls"),
]

let apple: [Target] = [
  // Delivery with the names of Rx, the location service with Apple's names, and the same as a module of Apple's name.
  .module("GPSDeliveryReactive", on: "GPSDelivery"),
  .module("GPSCoreLocation", on: "GPSBridge GPSDelivery GPSDeliveryReactive GPSSystemCalls"),
  .module("CoreLocation", on: "GPSCoreLocation"),
]

// What tests import; also what this depends on.
let tests: [Target] = [
  .tests("GPSBase"), .tests("NMEA"), .tests("UBX"), .tests("GNSS", and: "GPSGeodesy"),
  .tests("GPSDelivery", and: "DeliverySupport GPSDeliveryReactive"), .tests("GPSEventRuntime"),
  .tests("SerialPorts", and: "DiscoverySupport discovery-probe"), .tests("GPSSockets"),
  .tests("GPSBridge", and: "DeliverySupport DiscoverySupport GPSLocalizedErrors SimulatedGPS"),
  .tests("GPSFormats", and: "SimulatedGPS"), .tests("SimulatedGPS", and: "GPSServices SerialPorts"),
  .tests("GPSServices", and: "SimulatedGPS"), .tests("GPSStore", and: "SimulatedGPS"),
  .tests("GPSWeb", and: "SimulatedGPS"), .tests("GPSFleetProtocol", and: "GPSEventRuntime"),
  .tests("GPSFleetCollector"),
  .tests("GPSFleetPublisher", and: "GPSSQLiteFiles"),
  .tests("GPSCoreLocation", and: "CoreLocation DeliverySupport GPSServices GPSWeb SimulatedGPS"),
  .tests("Tool", and: "DiscoverySupport GPSBridgeProgram TestSupport", at: "Tests/Tool/ToolTests"),
]

let apparatus: [Target] = [
  // Libraries and programs for tests.
  .module("TestSupport", on: "CGPSSerial GPSDelivery GPSSystemCalls"),
  .module("DeliverySupport", on: "GPSDelivery GPSSystemCalls TestSupport"),
  .module("DiscoverySupport", on: "SerialPorts"),
  .program("discovery-probe", on: "DiscoverySupport GPSEventRuntime SerialPorts"),
  .program("store-probe", on: "GNSS GPSBridge GPSStore GPSSystemCalls SimulatedGPS"),
  .program(
    "fleet-probe",
    on: "GPSBase GPSEventRuntime GPSFleetProtocol GPSFleetPublisher GPSSystemCalls GPSTrackRows"),
  // StyleTests check the tree, GuideTests the code in its pages, FuzzTests the fuzzer's harnesses with the kept inputs.
  .tests("Style"), .tests("Fuzz", and: "GPSBridgeFuzz"), .target(name: "CEnqueueCount"),
  .tests("Guide", and: "GPSServices GPSWeb SimulatedGPS TestSupport"),
  .module("GPSBridgeFuzz", on: "GPSFleetVerbs"),
  .program("gpsbridge-benchmark", on: "CEnqueueCount SimulatedGPS TestSupport"),
]

for (group, modules) in ["Apple": apple, "Core": core, "Fleet": fleet, "Services": services, "Tool": tool] {
  for module in modules {
    module.path = "Sources/\(group)/\(module.name)"
    // Tests are in the group of their module.
    guard let test = tests.first(where: { $0.name == module.name + "Tests" }) else { continue }
    test.path = "Tests/\(group)/\(test.name)"
    test.dependencies = targets((test.others + [module.name, "TestSupport"]).sorted())
  }
}
for target in apparatus where target.path == nil { target.path = "Tests/Apparatus/\(target.name)" }
package.targets = core + tool + services + fleet + apple + tests + apparatus

let checked = CSetting.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))
/// Folders of targets that are not compiled with them.
let excluded = [
  "CGPSFleetFiles": "Page Schema", "CGPSPageFiles": "Page", "GPSBridgeFuzz": "Corpora",
  "GPSCoreLocationTests": "Compiling/Cases", "ToolTests": "Monitor/Snapshots Snapshots",
  "gpsbridge-benchmark": "CableLimit Fanout Page Server",
]
for target in package.targets where target.type != .system {
  target.exclude = words([excluded[target.name] ?? ""])
  target.swiftSettings = target.name == "GuideTests" ? plain : settings
  if target.name.hasPrefix("CGPS") { target.cSettings = (target.cSettings ?? []) + [checked] }
}
// Where the command line asks for it too, values of these modules are copied by tables: smaller than code, and slower.
for target in tool + services {
  target.swiftSettings?.append(.enableExperimentalFeature("LayoutStringValueWitnesses"))
}

/// A build of the test targets in `GPSBRIDGE_TESTS`, separated by commas, and of their dependencies, for `make check`.
if let names = Context.environment["GPSBRIDGE_TESTS"], !names.isEmpty {
  var kept: Set<String> = []
  func keep(_ name: String) {
    guard kept.insert(name).inserted else { return }
    package.targets.first { $0.name == name }?.others.forEach(keep)
  }
  for name in names.split(separator: ",") { keep(String(name)) }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll {
    !kept.isSuperset(of: ($0 as? Product.Library)?.targets ?? ($0 as? Product.Executable)?.targets ?? [])
  }
}

/// Tests without optimization: optimizing them takes longer than running them. Only tests need an index, in which SwiftPM looks for
/// tests of XCTest; the variable has its path. The longest are compiled in two parts at a time.
if let index = Context.environment["GPSBRIDGE_PLAIN_TESTS"] {
  for target in package.targets where target.type == .test {
    let isLong = ["ToolTests", "GPSBridgeTests"].contains(target.name)
    let parts =
      isLong ? ["-no-whole-module-optimization", "-enable-batch-mode"] : ["-no-emit-module-separately-wmo"]
    target.swiftSettings?.append(.unsafeFlags(["-Onone", "-index-store-path", index] + parts))
  }
}
