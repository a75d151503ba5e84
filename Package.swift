// swift-tools-version: 6.2
// One cable in, one location service out. Targets are in the order in which data passes through them.

import PackageDescription

// Warnings are errors in our own builds. Other packages build without that: a newer compiler has new warnings, and SwiftPM's
// new engine does not accept these flags together with its own.
let isStrict = Context.environment["GPSBRIDGE_STRICT"] != nil
/// The settings of examples and of the code in pages, which are those of their readers.
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

// Names in lines of text, such as the dependencies below. The style tests read them from these calls.
func words(_ lines: [String]) -> [String] { lines.flatMap { $0.split(separator: " ").map(String.init) } }
func targets(_ lines: [String]) -> [Target.Dependency] { words(lines).map { .byName(name: $0) } }

extension Target {
  /// A module in Swift: in Sources, in a group of modules there, or at another path.
  static func module(
    _ name: String, in group: String? = nil, at path: String? = nil, on others: String...,
    excluding: String...
  ) -> Target {
    .target(
      name: name, dependencies: targets(others), path: path ?? group.map { "Sources/\($0)/\(name)" },
      exclude: words(excluding), swiftSettings: settings)
  }

  static func program(_ name: String, at path: String, on others: String..., excluding: String...) -> Target {
    .executableTarget(
      name: name, dependencies: targets(others), path: path, exclude: words(excluding),
      swiftSettings: settings)
  }

  /// A program that shows something, in the folder of its name in docs/examples.
  static func example(_ name: String, on others: String...) -> Target {
    .executableTarget(
      name: name, dependencies: targets(others), path: "docs/examples/\(name)", swiftSettings: plain)
  }

  static func tests(
    _ name: String, in group: String, on others: String..., excluding: String...,
    swiftSettings: [SwiftSetting] = settings
  ) -> Target {
    .testTarget(
      name: name, dependencies: targets(others), path: "Tests/\(group)/\(name)", exclude: words(excluding),
      swiftSettings: swiftSettings)
  }
}

let package = Package(
  name: "gpsbridge",
  products: words([
    "GNSS GPSDelivery GPSDeliveryReactive GPSFormats GPSGeodesy GPSServices GPSStore GPSWeb NMEA SerialPorts",
    "SimulatedGPS UBX",
  ]).map { .library(name: $0, targets: [$0]) } + [
    .library(name: "GPSBridge", targets: ["GPSBridge", "GPSLocalizedErrors"]),
    .executable(name: "gpsbridge", targets: ["GPSBridgeProgram"]),
    .executable(name: "gpsbridge-collect", targets: ["GPSFleetProgram"]),
  ],
  targets: [
    // Helpers for all other modules; no public API.
    .module("GPSBase", in: "Core"), .module("GPSSystemCalls", in: "Core"),
    // Bytes to sentences and messages, and these to one fix per epoch: pure, and also built as Embedded Swift.
    .module("NMEA", in: "Core"), .module("UBX", in: "Core"), .module("GNSS", in: "Core", on: "NMEA UBX"),
    // Distances, directions and grids on the ellipsoid: pure except for the sines of libm.
    .module("GPSGeodesy", in: "Core", on: "GNSS"),
    // One source, many consumers: delegates, streams, one-shots; and the same with the names of Rx. No GPS here.
    .module("GPSDelivery", in: "Core", on: "GPSSystemCalls"),
    .module("GPSDeliveryReactive", in: "Apple", on: "GPSDelivery"),
    // One thread that waits for descriptors and timers. It does not know what a port is.
    .target(name: "CGPSEventLoop", path: "Sources/Core/CGPSEventLoop"),
    .module("GPSEventRuntime", in: "Core", on: "CGPSEventLoop GPSBase GPSSystemCalls"),
    // Serial ports, hotplug and sockets. No sentences here.
    .target(name: "CGPSSerial", path: "Sources/Core/CGPSSerial"),
    .systemLibrary(
      name: "CGPSUdev", path: "Sources/Core/CGPSUdev", pkgConfig: "libudev",
      providers: [.apt(["libudev-dev"])]),
    .module(
      "SerialPorts", in: "Core", on: "CGPSSerial CGPSUdev GPSBase GPSDelivery GPSEventRuntime",
      "GPSSystemCalls"),
    .module("GPSSockets", in: "Core", on: "CGPSEventLoop GPSBase GPSEventRuntime GPSSystemCalls"),
    // Ports and formats meet in the location service. The simulated receiver is for your tests and ours.
    .module(
      "GPSBridge", in: "Core",
      on: "GNSS GPSBase GPSDelivery GPSEventRuntime GPSGeodesy GPSSockets GPSSystemCalls",
      "NMEA SerialPorts UBX"),
    .module("GPSLocalizedErrors", in: "Core", on: "GPSBridge SerialPorts"),
    // Positions as records, gpsd's JSON, tables, GPX, KML, GeoJSON and NMEA; simulated receivers, whose routes are GPX; then the servers.
    .module("GPSFormats", in: "Core", on: "GNSS GPSBase GPSBridge GPSGeodesy NMEA SerialPorts"),
    .module(
      "SimulatedGPS", in: "Core", on: "CGPSEventLoop CGPSSerial GNSS GPSBase GPSBridge GPSDelivery",
      "GPSEventRuntime GPSFormats GPSSystemCalls NMEA UBX"),
    .module("GPSDProtocol", in: "Services", on: "GNSS GPSBase GPSFormats"),
    .module(
      "GPSServices", in: "Services", on: "GNSS GPSBase GPSBridge GPSDProtocol GPSEventRuntime GPSFormats",
      "GPSSockets GPSSystemCalls"),
    // A track as rows of whole numbers, and their packed columns: pure.
    .module("GPSTrackRows", in: "Services", on: "GNSS"),
    // SQLite, loaded when a file is first opened: tiles of maps, and the track store.
    .target(
      name: "CGPSSQLite", path: "Sources/Services/CGPSSQLite", cSettings: linked, linkerSettings: library),
    .module("GPSSQLiteFiles", in: "Services", on: "CGPSSQLite GPSSystemCalls"),
    // The track store: positions kept for years, through power cuts.
    .module(
      "GPSStore", in: "Services", on: "GNSS GPSBase GPSBridge GPSEventRuntime GPSFormats GPSGeodesy",
      "GPSSQLiteFiles GPSSystemCalls GPSTrackRows"),
    // HTTP for services with and without a receiver, the web page, and its interface. Files become bytes by #embed in C.
    .target(name: "CGPSMicrohttpd", path: "Sources/Services/CGPSMicrohttpd"),
    .target(name: "CGPSZlib", path: "Sources/Services/CGPSZlib"),
    .target(name: "CGPSPageFiles", path: "Sources/Services/CGPSPageFiles", exclude: ["Page"]),
    .module("GPSPageFiles", in: "Services", on: "CGPSPageFiles"),
    .module(
      "GPSWebHost", in: "Services", on: "CGPSMicrohttpd CGPSZlib GPSBase GPSEventRuntime GPSSockets",
      "GPSSystemCalls"),
    .module(
      "GPSWeb", in: "Services", on: "GNSS GPSBase GPSBridge GPSEventRuntime GPSFormats GPSPageFiles",
      "GPSSQLiteFiles GPSSockets GPSSystemCalls GPSTrackRows GPSWebHost"),
    // A fleet: what devices and collectors send each other, and when; pure.
    .module("GPSFleetProtocol", in: "Fleet", on: "GNSS GPSBase GPSTrackRows"),
    // A fleet: one connection to a broker of MQTT, by libmosquitto, which is loaded when it is first needed.
    .target(name: "CGPSMosquitto", path: "Sources/Fleet/CGPSMosquitto"),
    .module(
      "GPSFleetLink", in: "Fleet", on: "CGPSMosquitto GPSBase GPSEventRuntime GPSSystemCalls"),
    // It sends a store to the collectors.
    .module(
      "GPSFleetPublisher", in: "Fleet", on: "GNSS GPSBase GPSEventRuntime GPSFleetLink GPSFleetProtocol",
      "GPSFormats GPSStore GPSSystemCalls GPSTrackRows"),
    // It simulates many devices, as load.
    .module(
      "GPSFleetLoad", in: "Fleet", on: "GPSBase GPSEventRuntime GPSFleetLink GPSFleetProtocol",
      "GPSFleetPublisher GPSTrackRows"),
    // The collector: what devices send, in PostgreSQL. Only its program links libpq.
    .systemLibrary(
      name: "CGPSPostgreSQL", path: "Sources/Fleet/CGPSPostgreSQL", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"])]),
    .target(
      name: "CGPSFleetFiles", dependencies: ["CGPSPageFiles"], path: "Sources/Fleet/CGPSFleetFiles",
      exclude: ["Page", "Schema"]),
    .module(
      "GPSFleetCollector", in: "Fleet", on: "CGPSFleetFiles CGPSPostgreSQL GPSBase GPSEventRuntime",
      "GPSFleetLink GPSFleetProtocol GPSPageFiles GPSSockets GPSSystemCalls GPSTrackRows GPSWebHost"),
    .program(
      "GPSFleetProgram", at: "Sources/Fleet/GPSFleetProgram", on: "CGPSArguments GPSEventRuntime",
      "GPSFleetCollector GPSSystemCalls"),
    // The command-line tool. TerminalKit knows no GPS; the program is a main file of a few lines.
    .module("TerminalKit", in: "Tool", on: "GPSBase GPSEventRuntime GPSSystemCalls"),
    .module(
      "GPSBridgeTool", in: "Tool", on: "GNSS GPSBase GPSBridge GPSDelivery GPSEventRuntime GPSFormats",
      "GPSGeodesy GPSSystemCalls NMEA SerialPorts SimulatedGPS TerminalKit UBX"),
    // The verbs of the services and of a fleet, and what verbs of the core get from them.
    .module(
      "GPSServiceVerbs", in: "Services",
      on: "GNSS GPSBase GPSBridge GPSBridgeTool GPSFormats GPSGeodesy",
      "GPSServices GPSStore GPSSystemCalls GPSTrackRows GPSWeb GPSWebHost TerminalKit"),
    .module(
      "GPSFleetVerbs", in: "Fleet", on: "GPSBase GPSBridge GPSBridgeTool GPSEventRuntime GPSFleetLink",
      "GPSFleetLoad GPSFleetProtocol GPSFleetPublisher GPSFormats GPSServiceVerbs GPSStore GPSSystemCalls",
      "TerminalKit"),
    .target(name: "CGPSArguments", path: "Sources/Tool/CGPSArguments"),
    .program(
      "GPSBridgeProgram", at: "Sources/Tool/GPSBridgeProgram", on: "CGPSArguments GPSBridgeTool",
      "GPSEventRuntime GPSFleetVerbs GPSServiceVerbs GPSSystemCalls"),
    // Examples. Tests run them and compare what they print.
    .example("hello-location", on: "GPSBridge"), .example("ask-once", on: "GPSBridge"),
    .example("watch-a-fence", on: "GPSBridge"), .example("observe-a-model", on: "GPSBridge"),
    .example("log-a-fleet", on: "GPSBridge SimulatedGPS"), .example("read-sentences", on: "NMEA"),
    .example("read-a-port", on: "SerialPorts"),
    // Libraries and programs for tests.
    .module(
      "DeliverySupport", at: "Tests/Apparatus/DeliverySupport", on: "GPSDelivery GPSSystemCalls TestSupport"),
    .module("DiscoverySupport", at: "Tests/Apparatus/DiscoverySupport", on: "SerialPorts"),
    .module("ServiceSupport", at: "Tests/Apparatus/ServiceSupport"),
    .module("TestSupport", at: "Tests/Apparatus/Support", on: "CGPSSerial GPSDelivery GPSSystemCalls"),
    .program(
      "discovery-probe", at: "Tests/Apparatus/DiscoveryProbe",
      on: "DiscoverySupport GPSEventRuntime SerialPorts"),
    .program(
      "store-probe", at: "Tests/Services/StoreTests/Probe",
      on: "GNSS GPSBridge GPSStore GPSSystemCalls SimulatedGPS"),
    .program(
      "fleet-probe", at: "Tests/Fleet/FleetTests/Probe", on: "GPSEventRuntime GPSFleetLink GPSFleetLoad",
      "GPSFleetProtocol GPSSystemCalls"),
    // Tests, in a folder for each module. StyleTests checks the tree, GuideTests the code in its pages.
    .tests("GPSBaseTests", in: "Core", on: "GPSBase TestSupport"),
    .tests("GPSSystemCallsTests", in: "Core", on: "GPSSystemCalls TestSupport"),
    .tests("NMEATests", in: "Core", on: "NMEA TestSupport"),
    .tests("UBXTests", in: "Core", on: "TestSupport UBX"),
    .tests("GNSSTests", in: "Core", on: "GNSS NMEA TestSupport UBX"),
    .tests("GPSGeodesyTests", in: "Core", on: "GNSS GPSGeodesy TestSupport"),
    .tests(
      "GPSDeliveryTests", in: "Core", on: "DeliverySupport GPSDelivery GPSDeliveryReactive GPSSystemCalls",
      "TestSupport", excluding: "Compiling/Cases"),
    .tests("GPSDeliveryReactiveTests", in: "Apple", on: "DeliverySupport GPSDelivery GPSDeliveryReactive"),
    .tests(
      "GPSEventRuntimeTests", in: "Core", on: "CGPSEventLoop GPSEventRuntime GPSSystemCalls TestSupport"),
    .tests(
      "SerialPortsTests", in: "Core", on: "CGPSSerial DiscoverySupport GPSBase GPSDelivery GPSEventRuntime",
      "GPSSystemCalls SerialPorts TestSupport discovery-probe"),
    .tests("GPSSocketsTests", in: "Core", on: "GPSSockets GPSSystemCalls TestSupport"),
    .tests(
      "GPSBridgeTests", in: "Core", on: "DeliverySupport DiscoverySupport GNSS GPSBase GPSBridge GPSDelivery",
      "GPSEventRuntime GPSLocalizedErrors GPSSystemCalls NMEA SerialPorts SimulatedGPS TestSupport UBX"),
    .tests(
      "SimulatedGPSTests", in: "Core",
      on: "CGPSSerial GNSS GPSBridge GPSEventRuntime GPSServices GPSSystemCalls NMEA",
      "SerialPorts SimulatedGPS TestSupport UBX"),
    .tests(
      "GPSFormatsTests", in: "Core",
      on: "GNSS GPSBase GPSBridge GPSFormats GPSGeodesy NMEA SerialPorts SimulatedGPS",
      "TestSupport"),
    .tests("GPSTrackRowsTests", in: "Services", on: "GNSS GPSTrackRows TestSupport"),
    .tests("GPSSQLiteFilesTests", in: "Services", on: "GPSSQLiteFiles GPSSystemCalls TestSupport"),
    .tests(
      "GPSStoreTests", in: "Services",
      on: "GNSS GPSBridge GPSFormats GPSGeodesy GPSSQLiteFiles GPSStore GPSSystemCalls",
      "GPSTrackRows SimulatedGPS TestSupport"),
    .tests(
      "GPSFleetProtocolTests", in: "Fleet", on: "GNSS GPSBase GPSFleetProtocol GPSTrackRows TestSupport"),
    .tests(
      "GPSFleetCollectorTests", in: "Fleet", on: "GNSS GPSEventRuntime GPSFleetCollector GPSFleetLink",
      "GPSFleetProtocol GPSPageFiles GPSSockets GPSSystemCalls GPSTrackRows GPSWebHost ServiceSupport",
      "TestSupport"),
    .tests("GPSFleetLinkTests", in: "Fleet", on: "GPSEventRuntime GPSFleetLink GPSSystemCalls TestSupport"),
    .tests(
      "GPSFleetPublisherTests", in: "Fleet", on: "GNSS GPSBase GPSEventRuntime GPSFleetLink GPSFleetLoad",
      "GPSFleetProtocol GPSFleetPublisher GPSSQLiteFiles GPSStore GPSSystemCalls GPSTrackRows TestSupport"),
    .tests("GPSDProtocolTests", in: "Services", on: "GNSS GPSBase GPSDProtocol GPSFormats TestSupport"),
    .tests(
      "GPSServicesTests", in: "Services",
      on: "GNSS GPSBase GPSBridge GPSDProtocol GPSFormats GPSServices GPSSockets",
      "GPSSystemCalls ServiceSupport SimulatedGPS TestSupport"),
    .tests("GPSWebHostTests", in: "Services", on: "GPSSockets GPSWebHost TestSupport"),
    .tests(
      "GPSWebTests", in: "Services",
      on: "GNSS GPSBase GPSBridge GPSEventRuntime GPSFormats GPSPageFiles GPSSQLiteFiles",
      "GPSSockets GPSSystemCalls GPSTrackRows GPSWeb GPSWebHost ServiceSupport SimulatedGPS TestSupport"),
    .tests(
      "ToolTests", in: "Tool",
      on: "DiscoverySupport GNSS GPSBase GPSBridge GPSBridgeProgram GPSBridgeTool GPSDelivery",
      "GPSEventRuntime GPSFleetVerbs GPSFormats GPSGeodesy GPSServiceVerbs GPSServices GPSStore",
      "GPSSystemCalls NMEA SerialPorts ServiceSupport SimulatedGPS TerminalKit TestSupport UBX",
      excluding: "Monitor/Snapshots Table/Snapshots"),
    .tests("StyleTests", in: "Apparatus"),
    .tests(
      "GuideTests", in: "Apparatus",
      on: "GNSS GPSBridge GPSDelivery GPSFormats GPSGeodesy GPSServices GPSWeb NMEA",
      "SerialPorts SimulatedGPS TestSupport UBX", swiftSettings: plain),
    // Benchmarks, and the harnesses of the fuzzer; FuzzTests runs them with the kept inputs.
    .target(name: "CEnqueueCount", path: "Tests/Apparatus/Benchmark/EnqueueCount"),
    .program(
      "gpsbridge-benchmark", at: "Tests/Apparatus/Benchmark", on: "CEnqueueCount GNSS GPSBridge GPSDelivery",
      "GPSEventRuntime GPSGeodesy GPSSystemCalls NMEA SerialPorts SimulatedGPS",
      "TestSupport", excluding: "CableLimit EnqueueCount Fanout Page Server"),
    .module(
      "GPSBridgeFuzz", at: "Tests/Apparatus/Fuzz", on: "GNSS GPSBase GPSBridge GPSBridgeTool GPSDProtocol",
      "GPSFleetProtocol GPSFleetVerbs GPSFormats GPSSQLiteFiles GPSServiceVerbs GPSSystemCalls GPSTrackRows",
      "NMEA SerialPorts SimulatedGPS UBX", excluding: "Corpora"),
    .tests("FuzzTests", in: "Apparatus", on: "GPSBridgeFuzz"),
  ],
  swiftLanguageModes: [.v6]
)

// Elsewhere the system has a module of this name.
#if os(Linux)
package.products += [
  .library(name: "GPSCoreLocation", targets: ["GPSCoreLocation", "GPSLocalizedErrors"]),
  // CoreLocation only re-exports, and SwiftPM rebuilds a client only for a change in a direct dependency: hence both.
  .library(name: "CoreLocation", targets: ["CoreLocation", "GPSCoreLocation", "GPSLocalizedErrors"]),
]
package.targets += [
  // The location service with the names of Apple's interface, and the same as a module of Apple's name.
  .module("GPSCoreLocation", in: "Apple", on: "GPSBridge GPSDelivery GPSDeliveryReactive GPSSystemCalls"),
  .module("CoreLocation", in: "Apple", on: "GPSCoreLocation"),
  .tests(
    "GPSCoreLocationTests", in: "Apple",
    on: "CoreLocation DeliverySupport GPSBridge GPSCoreLocation GPSDeliveryReactive",
    "GPSEventRuntime GPSFormats GPSServices GPSSystemCalls GPSWeb SimulatedGPS",
    "TestSupport", excluding: "Compiling/Cases"),
  .example("follow-a-walk", on: "CoreLocation GPSCoreLocation"),
  .example("tell-two-delegates", on: "GPSCoreLocation GPSDeliveryReactive"),
  .example("share-a-manager", on: "GPSCoreLocation GPSDeliveryReactive"),
  .tests(
    "ExampleTests", in: "Apparatus",
    on: "GPSBridge SimulatedGPS TestSupport ask-once follow-a-walk hello-location",
    "log-a-fleet observe-a-model read-a-port read-sentences share-a-manager tell-two-delegates",
    "watch-a-fence"),
]
#endif

/// A build of the test targets in `GPSBRIDGE_TESTS`, separated by commas, and of their dependencies, for `make check`.
if let names = Context.environment["GPSBRIDGE_TESTS"], !names.isEmpty {
  var kept: Set<String> = []
  func keep(_ name: String) {
    guard kept.insert(name).inserted else { return }
    let target = package.targets.first { $0.name == name }
    for case .byNameItem(let other, _) in target?.dependencies ?? [] { keep(other) }
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
    target.swiftSettings =
      (target.swiftSettings ?? [])
      + [
        .unsafeFlags(
          ["-Onone", "-index-store-path", index]
            + (isLong
              ? ["-no-whole-module-optimization", "-enable-batch-mode"] : ["-no-emit-module-separately-wmo"]))
      ]
  }
}
