// swift-tools-version: 6.2
// One cable in, one location service out. Targets stand in the order of the data's way.

import PackageDescription

/// A warning is an error where we build.
///
/// Our scripts and `.ci/run` say so. Not in somebody else's package: a newer compiler has new warnings, and SwiftPM's new
/// engine refuses the two flags beside its own.
let isStrict = Context.environment["GPSBRIDGE_STRICT"] != nil

/// What is shown to readers is built as they would build it.
let plain: [SwiftSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []
let strict: [SwiftSetting] = isStrict ? plain + [.treatWarning("DeprecatedDeclaration", as: .warning)] : []

/// The same rules for every target: unsafe is a word one can grep.
let settings: [SwiftSetting] =
  strict + [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
  ]

extension Target {
  /// A program that shows something, in the folder of its name in docs/examples.
  static func example(_ name: String, _ dependencies: Dependency...) -> Target {
    .executableTarget(
      name: name, dependencies: dependencies, path: "docs/examples/\(name)", swiftSettings: plain)
  }
}

let package = Package(
  name: "gpsbridge",
  products: [
    .library(name: "NMEA", targets: ["NMEA"]),
    .library(name: "UBX", targets: ["UBX"]),
    .library(name: "SiRF", targets: ["SiRF"]),
    .library(name: "CASIC", targets: ["CASIC"]),
    .library(name: "GNSS", targets: ["GNSS"]),
    .library(name: "GPSGeodesy", targets: ["GPSGeodesy"]),
    .library(name: "GPSDelivery", targets: ["GPSDelivery"]),
    .library(name: "SerialPorts", targets: ["SerialPorts"]),
    .library(name: "GPSDeliveryReactive", targets: ["GPSDeliveryReactive"]),
    .library(name: "GPSBridge", targets: ["GPSBridge", "GPSLocalizedErrors"]),
    .library(name: "SimulatedGPS", targets: ["SimulatedGPS"]),
    .library(name: "GPSFormats", targets: ["GPSFormats"]),
    .library(name: "GPSServices", targets: ["GPSServices"]),
    .library(name: "GPSWeb", targets: ["GPSWeb"]),
    .executable(name: "gpsbridge", targets: ["GPSBridgeProgram"]),
  ],
  targets: [
    // What all others may stand on, and nobody outside sees.
    .target(name: "GPSBase", path: "Sources/Base/GPSBase", swiftSettings: settings),
    .target(name: "GPSSystemCalls", path: "Sources/Base/GPSSystemCalls", swiftSettings: settings),

    // Bytes to sentences and messages: pure, no libc, no Foundation, builds as Embedded Swift.
    .target(name: "NMEA", path: "Sources/Formats/NMEA", swiftSettings: settings),
    .target(name: "UBX", path: "Sources/Formats/UBX", swiftSettings: settings),
    .target(name: "SiRF", path: "Sources/Formats/SiRF", swiftSettings: settings),
    .target(name: "CASIC", path: "Sources/Formats/CASIC", swiftSettings: settings),

    // Sentences to one fix per epoch: still pure.
    .target(name: "GNSS", dependencies: ["NMEA", "UBX", "SiRF", "CASIC"], swiftSettings: settings),

    // Distances, directions and grids on the ellipsoid: pure, but for the sines of libm.
    .target(name: "GPSGeodesy", dependencies: ["GNSS"], swiftSettings: settings),

    // One source, many consumers: delegates, streams, one-shots; the same in Rx words. Nothing here knows GPS.
    .target(name: "GPSDelivery", dependencies: ["GPSSystemCalls"], swiftSettings: settings),
    .target(name: "GPSDeliveryReactive", dependencies: ["GPSDelivery"], swiftSettings: settings),

    // One thread that waits for descriptors and moments, and does what they bring. Nothing here knows what a port is.
    .target(name: "CGPSEventLoop", path: "Sources/Runtime/CGPSEventLoop"),
    .target(
      name: "GPSEventRuntime", dependencies: ["CGPSEventLoop", "GPSSystemCalls", "GPSBase"],
      path: "Sources/Runtime/GPSEventRuntime", swiftSettings: settings),

    // The kernel's side: serial ports, and devices that come and go. Nothing here knows what a `$` is.
    .target(name: "CGPSSerial", path: "Sources/Ports/CGPSSerial"),
    .systemLibrary(
      name: "CGPSUdev", path: "Sources/Ports/CGPSUdev", pkgConfig: "libudev",
      providers: [.apt(["libudev-dev"])]),
    .target(
      name: "SerialPorts",
      dependencies: [
        "CGPSSerial", "CGPSUdev", "GPSSystemCalls", "GPSBase", "GPSDelivery", "GPSEventRuntime",
      ],
      path: "Sources/Ports/SerialPorts", swiftSettings: settings),

    // And those of the network, for who joins a server and for who is one; they know no GPS either.
    .target(
      name: "GPSSockets", dependencies: ["CGPSEventLoop", "GPSSystemCalls", "GPSBase"],
      path: "Sources/Ports/GPSSockets", swiftSettings: settings),

    // Where the two sides meet: the location service. And a simulated receiver, for tests, yours and ours.
    .target(
      name: "GPSBridge",
      dependencies: [
        "NMEA", "UBX", "SiRF", "CASIC", "GNSS", "GPSGeodesy", "SerialPorts", "GPSSockets", "GPSSystemCalls",
        "GPSBase", "GPSDelivery", "GPSEventRuntime",
      ],
      swiftSettings: settings),
    .target(
      name: "GPSLocalizedErrors", dependencies: ["GPSBridge", "SerialPorts"], swiftSettings: settings),
    .target(
      name: "SimulatedGPS",
      dependencies: [
        "GPSBridge", "NMEA", "UBX", "GPSDelivery", "CGPSSerial", "GPSSystemCalls", "GPSEventRuntime",
      ],
      swiftSettings: settings
    ),

    // A position in the words of others: records, gpsd's JSON, tables, GPX, KML, GeoJSON, NMEA.
    .target(
      name: "GPSFormats",
      dependencies: ["NMEA", "GNSS", "GPSGeodesy", "GPSBridge", "SerialPorts", "GPSBase"],
      swiftSettings: settings),

    // One receiver for every program: what clients of gpsd say and hear, without a descriptor and a clock.
    .target(
      name: "GPSDProtocol", dependencies: ["GNSS", "GPSFormats", "GPSBase"],
      path: "Sources/Serving/GPSDProtocol",
      swiftSettings: settings),

    .target(
      name: "GPSServices",
      dependencies: [
        "GPSBridge", "GPSDProtocol", "GPSFormats", "GPSSockets", "GPSEventRuntime", "GPSSystemCalls", "GNSS",
        "GPSBase",
      ],
      path: "Sources/Serving/GPSServices", swiftSettings: settings),

    // A page for who would rather look, and what other programs expect over HTTP. The page's files are a module of their own:
    // they compile for seconds, and change by themselves.
    .target(name: "CGPSMicrohttpd", path: "Sources/Serving/CGPSMicrohttpd"),
    .target(name: "CGPSSQLite", path: "Sources/Serving/CGPSSQLite"),
    .target(
      name: "GPSPageFiles", path: "Sources/Serving/GPSPageFiles", resources: [.embedInCode("Page")],
      swiftSettings: settings),
    .target(
      name: "GPSWeb",
      dependencies: [
        "CGPSMicrohttpd", "CGPSSQLite", "GPSPageFiles", "GPSBridge", "GPSFormats", "GNSS", "GPSSockets",
        "GPSEventRuntime", "GPSSystemCalls", "GPSBase",
      ],
      path: "Sources/Serving/GPSWeb", swiftSettings: settings),

    // The tool a person keeps. Its first two rooms know no GPS; its last one is a main file of a few lines.
    .target(
      name: "CommandLineTable", dependencies: ["GPSBase"], path: "Sources/Tool/CommandLineTable",
      swiftSettings: settings),
    .target(
      name: "TerminalKit", dependencies: ["GPSEventRuntime", "GPSSystemCalls", "GPSBase"],
      path: "Sources/Tool/TerminalKit",
      swiftSettings: settings),
    .target(
      name: "ToolFiles", dependencies: ["CommandLineTable", "GPSEventRuntime", "GPSSystemCalls", "GPSBase"],
      path: "Sources/Tool/ToolFiles",
      swiftSettings: settings),
    .target(
      name: "ToolSources",
      dependencies: [
        "CommandLineTable", "GNSS", "GPSBridge", "GPSFormats", "GPSSystemCalls", "NMEA", "SerialPorts",
        "SimulatedGPS", "GPSBase", "ToolFiles", "UBX",
      ],
      path: "Sources/Tool/ToolSources", swiftSettings: settings),
    .target(
      name: "Doctor",
      dependencies: [
        "CommandLineTable", "GNSS", "GPSBridge", "GPSFormats", "SerialPorts", "GPSBase", "ToolFiles",
        "ToolSources",
      ],
      path: "Sources/Tool/Doctor", swiftSettings: settings),
    .target(
      name: "MonitorScreen",
      dependencies: [
        "CommandLineTable", "GNSS", "GPSBridge", "GPSFormats", "SerialPorts", "TerminalKit", "GPSBase",
        "ToolSources",
      ],
      path: "Sources/Tool/MonitorScreen", swiftSettings: settings),
    .target(
      name: "GPSBridgeTool",
      dependencies: [
        "CommandLineTable", "GPSDelivery", "Doctor", "GPSEventRuntime", "GNSS", "GPSBridge", "GPSFormats",
        "GPSServices", "GPSWeb", "GPSSystemCalls", "GPSBase", "MonitorScreen", "NMEA", "SerialPorts",
        "SimulatedGPS", "TerminalKit", "ToolFiles", "ToolSources", "UBX",
      ],
      path: "Sources/Tool/GPSBridgeTool", swiftSettings: settings),
    .target(name: "CGPSArguments", path: "Sources/Tool/CGPSArguments"),
    .executableTarget(
      name: "GPSBridgeProgram",
      dependencies: [
        "CGPSArguments", "CommandLineTable", "GPSEventRuntime", "GPSBridgeTool", "GPSSystemCalls",
      ],
      path: "Sources/Tool/GPSBridgeProgram", swiftSettings: settings),

    // Examples: each compiles with every build, and tests run them and compare what they print.
    .example("hello-location", "GPSBridge"),
    .example("ask-once", "GPSBridge"),
    .example("watch-a-fence", "GPSBridge"),
    .example("observe-a-model", "GPSBridge"),
    .example("log-a-fleet", "GPSBridge", "SimulatedGPS"),
    .example("read-sentences", "NMEA"),
    .example("read-a-port", "SerialPorts"),

    // Tests, one folder a module.
    .target(
      name: "TestSupport", dependencies: ["GPSSystemCalls", "CGPSSerial", "GPSDelivery"],
      path: "Tests/Support",
      swiftSettings: settings),
    .target(name: "ServiceSupport", path: "Tests/ServiceSupport", swiftSettings: settings),
    .testTarget(name: "GPSBaseTests", dependencies: ["GPSBase", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "GPSSystemCallsTests", dependencies: ["GPSSystemCalls", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "NMEATests", dependencies: ["NMEA", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "UBXTests", dependencies: ["UBX", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "SiRFTests", dependencies: ["SiRF", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "CASICTests", dependencies: ["CASIC", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "GNSSTests", dependencies: ["GNSS", "NMEA", "UBX", "SiRF", "CASIC", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "GPSGeodesyTests", dependencies: ["GPSGeodesy", "GNSS", "TestSupport"], swiftSettings: settings),
    .target(
      name: "DeliverySupport", dependencies: ["GPSSystemCalls", "GPSDelivery", "TestSupport"],
      path: "Tests/DeliverySupport",
      swiftSettings: settings),
    .testTarget(
      name: "GPSDeliveryTests",
      dependencies: [
        "GPSSystemCalls", "GPSDelivery", "GPSDeliveryReactive", "DeliverySupport", "TestSupport",
      ],
      exclude: ["Compiling/Cases"], swiftSettings: settings),
    .testTarget(
      name: "GPSDeliveryReactiveTests",
      dependencies: ["GPSDelivery", "GPSDeliveryReactive", "DeliverySupport"],
      swiftSettings: settings),
    .target(
      name: "DiscoverySupport", dependencies: ["SerialPorts"], path: "Tests/DiscoverySupport",
      swiftSettings: settings),
    .executableTarget(
      name: "discovery-probe", dependencies: ["GPSEventRuntime", "SerialPorts", "DiscoverySupport"],
      path: "Tests/DiscoveryProbe", swiftSettings: settings),
    .testTarget(
      name: "GPSEventRuntimeTests",
      dependencies: ["CGPSEventLoop", "GPSEventRuntime", "GPSSystemCalls", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SerialPortsTests",
      dependencies: [
        "GPSEventRuntime", "GPSSystemCalls", "GPSBase", "SerialPorts", "CGPSSerial", "GPSDelivery",
        "SimulatedGPS", "DiscoverySupport", "TestSupport", "discovery-probe",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GPSBridgeTests",
      dependencies: [
        "GPSEventRuntime", "GPSSystemCalls", "GPSBase", "GPSBridge", "SimulatedGPS", "SerialPorts",
        "GPSDelivery", "GNSS", "NMEA", "UBX", "SiRF", "CASIC", "DeliverySupport", "DiscoverySupport",
        "GPSLocalizedErrors", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GPSSocketsTests", dependencies: ["GPSSockets", "GPSSystemCalls", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "GPSFormatsTests",
      dependencies: [
        "GPSFormats", "GNSS", "GPSBridge", "GPSGeodesy", "NMEA", "SerialPorts", "SimulatedGPS", "GPSBase",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GPSDProtocolTests",
      dependencies: ["GPSDProtocol", "GNSS", "GPSFormats", "GPSBase", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "GPSServicesTests",
      dependencies: [
        "GPSServices", "GNSS", "GPSBridge", "GPSDProtocol", "GPSFormats", "SimulatedGPS", "ServiceSupport",
        "GPSSystemCalls", "GPSSockets", "GPSBase", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SimulatedGPSTests",
      dependencies: [
        "GPSEventRuntime", "GPSSystemCalls", "SimulatedGPS", "GPSBridge", "GPSServices", "SerialPorts",
        "CGPSSerial", "GNSS", "NMEA", "UBX", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GPSWebTests",
      dependencies: [
        "GPSWeb", "CGPSSQLite", "GPSPageFiles", "GNSS", "GPSBridge", "GPSFormats", "ServiceSupport",
        "SimulatedGPS", "GPSEventRuntime", "GPSSystemCalls", "GPSSockets", "GPSBase", "TestSupport",
      ],
      swiftSettings: settings),
    // These also run the built program.
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "GPSEventRuntime", "GPSSystemCalls", "GPSBase", "GPSGeodesy", "GPSFormats", "CommandLineTable",
        "TerminalKit", "ToolFiles", "ToolSources", "Doctor", "MonitorScreen", "GPSBridgeTool",
        "GPSBridgeProgram", "GPSBridge", "SimulatedGPS", "SerialPorts", "GNSS", "GPSServices", "NMEA", "UBX",
        "GPSDelivery", "DiscoverySupport", "ServiceSupport", "TestSupport",
      ],
      exclude: ["Monitor/Snapshots", "Table/Snapshots"], swiftSettings: settings),
    // What the pages and articles show, as it stands there; built as their readers would build it.
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "GPSBridge", "GPSFormats", "GPSServices", "GPSWeb", "SimulatedGPS", "SerialPorts", "GPSDelivery",
        "GPSGeodesy", "GNSS", "NMEA", "UBX", "TestSupport",
      ],
      swiftSettings: plain),
    // These read the source tree.
    .testTarget(name: "StyleTests", swiftSettings: settings),

    // Runs in the virtual machine of the USB tests, where receivers are plugged in and pulled out.
    .executableTarget(
      name: "cable-probe", dependencies: ["GPSEventRuntime", "GPSSystemCalls", "GPSDelivery", "SerialPorts"],
      path: "Tests/USBTests/Probe",
      swiftSettings: settings),

    // What is measured and what is shaken.
    .target(name: "CEnqueueCount", path: "Tests/Benchmark/EnqueueCount"),
    .executableTarget(
      name: "gpsbridge-benchmark",
      dependencies: [
        "CEnqueueCount", "GNSS", "GPSBridge", "GPSDelivery", "GPSEventRuntime", "GPSGeodesy",
        "GPSSystemCalls", "NMEA", "SerialPorts", "SimulatedGPS", "TestSupport",
      ],
      path: "Tests/Benchmark", exclude: ["CableLimit", "EnqueueCount", "Fanout", "Page", "Server"],
      swiftSettings: settings),
    .target(
      name: "GPSBridgeFuzz",
      dependencies: [
        "CASIC", "CommandLineTable", "GNSS", "GPSBase", "GPSBridge", "GPSBridgeTool", "GPSDProtocol",
        "GPSFormats", "GPSSystemCalls", "NMEA", "SerialPorts", "SiRF", "SimulatedGPS", "ToolSources", "UBX",
      ],
      path: "Tests/Fuzz", exclude: ["Corpora"], swiftSettings: settings),
    // What was of use to the fuzzer is read with each change.
    .testTarget(name: "FuzzTests", dependencies: ["GPSBridgeFuzz"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// Elsewhere the system has a module of this name.
#if os(Linux)
package.products += [
  .library(name: "GPSCoreLocation", targets: ["GPSCoreLocation", "GPSLocalizedErrors"]),
  // Both targets: a module that only re-exports is not written anew when the other one changes, and SwiftPM builds a client
  // again only for the modules that it depends on directly.
  .library(name: "CoreLocation", targets: ["CoreLocation", "GPSCoreLocation", "GPSLocalizedErrors"]),
]
package.targets += [
  // The location service in the words of Apple's interface, for code that was written for a phone.
  .target(
    name: "GPSCoreLocation",
    dependencies: ["GPSBridge", "GPSSystemCalls", "GPSDelivery", "GPSDeliveryReactive"],
    path: "Sources/Apple/GPSCoreLocation", swiftSettings: settings),
  // The same under Apple's name, for those who have no package beside it that looks for that name.
  .target(
    name: "CoreLocation", dependencies: ["GPSCoreLocation"], path: "Sources/Apple/CoreLocation",
    swiftSettings: settings),
  .testTarget(
    name: "GPSCoreLocationTests",
    dependencies: [
      "GPSEventRuntime", "GPSSystemCalls", "GPSCoreLocation", "CoreLocation", "GPSDeliveryReactive",
      "DeliverySupport", "GPSBridge", "GPSFormats", "GPSServices", "GPSWeb", "SimulatedGPS", "TestSupport",
    ],
    exclude: ["Compiling/Cases"], swiftSettings: settings),

  // What a program for a phone looks like here.
  .example("follow-a-walk", "CoreLocation", "GPSCoreLocation"),
  .example("tell-two-delegates", "GPSCoreLocation", "GPSDeliveryReactive"),
  .example("share-a-manager", "GPSCoreLocation", "GPSDeliveryReactive"),
  .testTarget(
    name: "ExampleTests",
    dependencies: [
      "SimulatedGPS", "GPSBridge", "TestSupport", "hello-location", "ask-once", "watch-a-fence",
      "observe-a-model", "log-a-fleet", "read-sentences", "read-a-port", "follow-a-walk",
      "tell-two-delegates", "share-a-manager",
    ],
    swiftSettings: settings),
]
#endif

/// A build of some test targets, and of what they stand on: `make check` builds no others.
///
/// Their names are in `GPSBRIDGE_TESTS`, with commas between.
if let names = Context.environment["GPSBRIDGE_TESTS"], !names.isEmpty {
  var kept: Set<String> = []
  func keep(_ name: String) {
    guard kept.insert(name).inserted else { return }
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
      if case .byNameItem(let name, _) = dependency { keep(name) }
    }
  }
  for name in names.split(separator: ",") { keep(String(name)) }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { product in
    let targets = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets ?? []
    return !kept.isSuperset(of: targets)
  }
}

/// Tests that are not optimized, whatever they test is: the optimizer would take longer for them than they run.
if Context.environment["GPSBRIDGE_PLAIN_TESTS"] != nil {
  for target in package.targets where target.type == .test {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
  }
}
