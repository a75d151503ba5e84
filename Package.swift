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
    .library(name: "Geodesy", targets: ["Geodesy"]),
    .library(name: "Delivery", targets: ["Delivery"]),
    .library(name: "SerialPorts", targets: ["SerialPorts"]),
    .library(name: "DeliveryReactive", targets: ["DeliveryReactive"]),
    .library(name: "GPSBridge", targets: ["GPSBridge", "LocalizedErrors"]),
    .library(name: "SimulatedGPS", targets: ["SimulatedGPS"]),
    .library(name: "GPSFormats", targets: ["GPSFormats"]),
    .library(name: "GPSServices", targets: ["GPSServices"]),
    .library(name: "GPSWeb", targets: ["GPSWeb"]),
    .executable(name: "gpsbridge", targets: ["GPSBridgeProgram"]),
  ],
  targets: [
    // What all others may stand on, and nobody outside sees.
    .target(name: "Locking", path: "Sources/Base/Locking", swiftSettings: settings),
    .target(name: "Moments", path: "Sources/Base/Moments", swiftSettings: settings),
    .target(name: "Texts", path: "Sources/Base/Texts", swiftSettings: settings),
    .target(name: "SystemCalls", path: "Sources/Base/SystemCalls", swiftSettings: settings),

    // Bytes to sentences and messages: pure, no libc, no Foundation, builds as Embedded Swift.
    .target(name: "NMEA", path: "Sources/Formats/NMEA", swiftSettings: settings),
    .target(name: "UBX", path: "Sources/Formats/UBX", swiftSettings: settings),
    .target(name: "SiRF", path: "Sources/Formats/SiRF", swiftSettings: settings),
    .target(name: "CASIC", path: "Sources/Formats/CASIC", swiftSettings: settings),

    // Sentences to one fix per epoch: still pure.
    .target(name: "GNSS", dependencies: ["NMEA", "UBX", "SiRF", "CASIC"], swiftSettings: settings),

    // Distances, directions and grids on the ellipsoid: pure, but for the sines of libm.
    .target(name: "Geodesy", dependencies: ["GNSS"], swiftSettings: settings),

    // One source, many consumers: delegates, streams, one-shots; the same in Rx words. Nothing here knows GPS.
    .target(name: "Delivery", dependencies: ["Locking"], swiftSettings: settings),
    .target(name: "DeliveryReactive", dependencies: ["Delivery"], swiftSettings: settings),

    // One thread that waits for descriptors and moments, and does what they bring. Nothing here knows what a port is.
    .target(name: "CEventLoop", path: "Sources/Runtime/CEventLoop"),
    .target(
      name: "EventRuntime", dependencies: ["CEventLoop", "Locking", "Moments", "SystemCalls"],
      path: "Sources/Runtime/EventRuntime", swiftSettings: settings),

    // The kernel's side: serial ports, and devices that come and go. Nothing here knows what a `$` is.
    .target(name: "CSerial", path: "Sources/Ports/CSerial"),
    .systemLibrary(
      name: "CUdev", path: "Sources/Ports/CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .target(
      name: "SerialPorts",
      dependencies: [
        "CSerial", "CUdev", "Locking", "Moments", "Texts", "SystemCalls", "Delivery", "EventRuntime",
      ],
      path: "Sources/Ports/SerialPorts", swiftSettings: settings),

    // And those of the network, for who joins a server and for who is one; they know no GPS either.
    .target(
      name: "Sockets", dependencies: ["CEventLoop", "SystemCalls", "Texts"],
      path: "Sources/Ports/Sockets", swiftSettings: settings),

    // Where the two sides meet: the location service. And a simulated receiver, for tests, yours and ours.
    .target(
      name: "GPSBridge",
      dependencies: [
        "NMEA", "UBX", "SiRF", "CASIC", "GNSS", "Geodesy", "SerialPorts", "Sockets", "Locking", "Moments",
        "Texts", "SystemCalls", "Delivery", "EventRuntime",
      ],
      swiftSettings: settings),
    .target(
      name: "LocalizedErrors", dependencies: ["GPSBridge", "SerialPorts"], swiftSettings: settings),
    .target(
      name: "SimulatedGPS",
      dependencies: [
        "GPSBridge", "NMEA", "UBX", "Delivery", "CSerial", "Locking", "SystemCalls", "EventRuntime",
      ],
      swiftSettings: settings
    ),

    // A position in the words of others: records, gpsd's JSON, tables, GPX, KML, GeoJSON, NMEA.
    .target(
      name: "GPSFormats",
      dependencies: ["NMEA", "GNSS", "Geodesy", "GPSBridge", "SerialPorts", "Moments", "Texts"],
      swiftSettings: settings),

    // One receiver for every program: what clients of gpsd say and hear, without a descriptor and a clock.
    .target(
      name: "GPSDProtocol", dependencies: ["GNSS", "GPSFormats", "Texts"],
      path: "Sources/Serving/GPSDProtocol",
      swiftSettings: settings),

    .target(
      name: "GPSServices",
      dependencies: [
        "GPSBridge", "GPSDProtocol", "GPSFormats", "Sockets", "EventRuntime", "Locking", "SystemCalls",
        "GNSS",
        "Texts",
      ],
      path: "Sources/Serving/GPSServices", swiftSettings: settings),

    // A page for who would rather look, and what other programs expect over HTTP. The page's files are a module of their own:
    // they compile for seconds, and change by themselves.
    .target(name: "CMicrohttpd", path: "Sources/Serving/CMicrohttpd"),
    .target(name: "CSQLite", path: "Sources/Serving/CSQLite"),
    .target(
      name: "PageFiles", path: "Sources/Serving/PageFiles", resources: [.embedInCode("Page")],
      swiftSettings: settings),
    .target(
      name: "GPSWeb",
      dependencies: [
        "CMicrohttpd", "CSQLite", "PageFiles", "GPSBridge", "GPSFormats", "GNSS", "Sockets",
        "EventRuntime",
        "Locking", "SystemCalls", "Texts",
      ],
      path: "Sources/Serving/GPSWeb", swiftSettings: settings),

    // The tool a person keeps. Its first two rooms know no GPS; its last one is a main file of a few lines.
    .target(
      name: "CommandLineTable", dependencies: ["Texts"], path: "Sources/Tool/CommandLineTable",
      swiftSettings: settings),
    .target(
      name: "TerminalKit", dependencies: ["EventRuntime", "Locking", "SystemCalls", "Texts"],
      path: "Sources/Tool/TerminalKit",
      swiftSettings: settings),
    .target(
      name: "ToolFiles", dependencies: ["CommandLineTable", "EventRuntime", "SystemCalls", "Texts"],
      path: "Sources/Tool/ToolFiles",
      swiftSettings: settings),
    .target(
      name: "ToolSources",
      dependencies: [
        "CommandLineTable", "GNSS", "GPSBridge", "GPSFormats", "Locking", "NMEA", "SerialPorts",
        "SimulatedGPS", "Texts", "ToolFiles", "UBX",
      ],
      path: "Sources/Tool/ToolSources", swiftSettings: settings),
    .target(
      name: "Doctor",
      dependencies: [
        "CommandLineTable", "GNSS", "GPSBridge", "GPSFormats", "SerialPorts", "Texts", "ToolFiles",
        "ToolSources",
      ],
      path: "Sources/Tool/Doctor", swiftSettings: settings),
    .target(
      name: "MonitorScreen",
      dependencies: [
        "CommandLineTable", "GNSS", "GPSBridge", "GPSFormats", "SerialPorts", "TerminalKit", "Texts",
        "ToolSources",
      ],
      path: "Sources/Tool/MonitorScreen", swiftSettings: settings),
    .target(
      name: "GPSBridgeTool",
      dependencies: [
        "CommandLineTable", "Delivery", "Doctor", "EventRuntime", "GNSS", "GPSBridge", "GPSFormats",
        "GPSServices", "GPSWeb", "Locking", "Moments",
        "MonitorScreen", "NMEA", "SerialPorts", "SimulatedGPS", "SystemCalls", "TerminalKit", "Texts",
        "ToolFiles",
        "ToolSources", "UBX",
      ],
      path: "Sources/Tool/GPSBridgeTool", swiftSettings: settings),
    .executableTarget(
      name: "GPSBridgeProgram", dependencies: ["CommandLineTable", "EventRuntime", "GPSBridgeTool"],
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
      name: "TestSupport", dependencies: ["Locking", "CSerial", "Delivery"], path: "Tests/Support",
      swiftSettings: settings),
    .target(name: "ServiceSupport", path: "Tests/ServiceSupport", swiftSettings: settings),
    .testTarget(
      name: "SystemCallsTests", dependencies: ["SystemCalls", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "NMEATests", dependencies: ["NMEA", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "UBXTests", dependencies: ["UBX", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "SiRFTests", dependencies: ["SiRF", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "CASICTests", dependencies: ["CASIC", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "GNSSTests", dependencies: ["GNSS", "NMEA", "UBX", "SiRF", "CASIC", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "GeodesyTests", dependencies: ["Geodesy", "GNSS", "TestSupport"], swiftSettings: settings),
    .target(
      name: "DeliverySupport", dependencies: ["Locking", "Delivery", "TestSupport"],
      path: "Tests/DeliverySupport",
      swiftSettings: settings),
    .testTarget(
      name: "DeliveryTests",
      dependencies: ["Locking", "Delivery", "DeliveryReactive", "DeliverySupport", "TestSupport"],
      exclude: ["Compiling/Cases"], swiftSettings: settings),
    .testTarget(
      name: "DeliveryReactiveTests", dependencies: ["Delivery", "DeliveryReactive", "DeliverySupport"],
      swiftSettings: settings),
    .target(
      name: "DiscoverySupport", dependencies: ["SerialPorts"], path: "Tests/DiscoverySupport",
      swiftSettings: settings),
    .executableTarget(
      name: "discovery-probe", dependencies: ["EventRuntime", "SerialPorts", "DiscoverySupport"],
      path: "Tests/DiscoveryProbe", swiftSettings: settings),
    .testTarget(
      name: "EventRuntimeTests",
      dependencies: ["CEventLoop", "EventRuntime", "Locking", "SystemCalls", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SerialPortsTests",
      dependencies: [
        "EventRuntime",
        "Locking", "Texts", "SystemCalls",
        "SerialPorts", "CSerial", "Delivery", "SimulatedGPS", "DiscoverySupport", "TestSupport",
        "discovery-probe",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GPSBridgeTests",
      dependencies: [
        "EventRuntime",
        "Locking", "Moments", "Texts",
        "GPSBridge", "SimulatedGPS", "SerialPorts", "Delivery", "GNSS", "NMEA", "UBX", "SiRF", "CASIC",
        "DeliverySupport", "LocalizedErrors", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SocketsTests", dependencies: ["Sockets", "SystemCalls", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "GPSDProtocolTests",
      dependencies: ["GPSDProtocol", "GNSS", "GPSFormats", "Texts", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "GPSServicesTests",
      dependencies: [
        "GPSServices", "GNSS", "GPSBridge", "GPSDProtocol", "GPSFormats", "SimulatedGPS", "ServiceSupport",
        "Locking", "Sockets",
        "SystemCalls", "Texts", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SimulatedGPSTests",
      dependencies: [
        "EventRuntime",
        "Locking", "SimulatedGPS", "GPSBridge", "GPSServices", "SerialPorts", "CSerial", "GNSS", "NMEA",
        "UBX",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GPSWebTests",
      dependencies: [
        "GPSWeb", "CSQLite", "PageFiles", "GNSS", "GPSBridge", "GPSFormats", "ServiceSupport", "SimulatedGPS",
        "EventRuntime", "Locking", "Sockets", "SystemCalls", "Texts", "TestSupport",
      ],
      swiftSettings: settings),
    // These also run the built program.
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "EventRuntime",
        "Locking",
        "Texts", "Geodesy", "GPSFormats", "CommandLineTable", "TerminalKit", "ToolFiles", "ToolSources",
        "Doctor",
        "MonitorScreen", "GPSBridgeTool", "GPSBridgeProgram", "GPSBridge", "SimulatedGPS", "SerialPorts",
        "GNSS", "GPSServices", "NMEA", "UBX", "Delivery", "DiscoverySupport", "ServiceSupport", "TestSupport",
      ],
      exclude: ["Monitor/Snapshots", "Table/Snapshots"], swiftSettings: settings),
    // What the pages and articles show, as it stands there; built as their readers would build it.
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "GPSBridge", "GPSFormats", "GPSServices", "GPSWeb", "SimulatedGPS", "SerialPorts", "Delivery",
        "Geodesy",
        "GNSS", "NMEA",
        "UBX",
        "TestSupport",
      ],
      swiftSettings: plain),
    // These read the source tree.
    .testTarget(name: "StyleTests", swiftSettings: settings),

    // Runs in the virtual machine of the USB tests, where receivers are plugged in and pulled out.
    .executableTarget(
      name: "cable-probe", dependencies: ["EventRuntime", "Locking", "Delivery", "SerialPorts"],
      path: "Tests/USBTests/Probe",
      swiftSettings: settings),

    // What is measured and what is shaken.
    .executableTarget(
      name: "gpsbridge-benchmark", dependencies: ["GNSS", "NMEA"], path: "Tests/Benchmark",
      exclude: [
        "Cable", "CableLimit", "Delivery", "EnqueueCount", "Fanout", "Page", "Receiver", "Server",
        "Simulation",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "simulation-benchmark", dependencies: ["EventRuntime", "Locking", "SimulatedGPS", "GPSBridge"],
      path: "Tests/Benchmark/Simulation", swiftSettings: settings),
    .executableTarget(
      name: "delivery-benchmark",
      dependencies: ["CEnqueueCount", "Delivery", "EventRuntime", "Locking", "SystemCalls"],
      path: "Tests/Benchmark/Delivery", swiftSettings: settings),
    .target(name: "CEnqueueCount", path: "Tests/Benchmark/EnqueueCount"),
    .executableTarget(
      name: "cable-benchmark",
      dependencies: ["EventRuntime", "Locking", "SerialPorts", "Delivery", "TestSupport"],
      path: "Tests/Benchmark/Cable", swiftSettings: settings),
    .executableTarget(
      name: "receiver-benchmark",
      dependencies: [
        "EventRuntime", "Locking", "GPSBridge", "SerialPorts", "Delivery", "NMEA", "TestSupport",
      ],
      path: "Tests/Benchmark/Receiver", swiftSettings: settings),
    .executableTarget(name: "cable-limit", path: "Tests/Benchmark/CableLimit"),
    .target(name: "NMEAFuzz", dependencies: ["NMEA"], path: "Tests/Fuzz/NMEA", swiftSettings: settings),
    .target(name: "UBXFuzz", dependencies: ["UBX"], path: "Tests/Fuzz/UBX", swiftSettings: settings),
    .target(
      name: "BinaryFramesFuzz", dependencies: ["SiRF", "CASIC"], path: "Tests/Fuzz/BinaryFrames",
      swiftSettings: settings),
    .target(
      name: "FixDecoderFuzz", dependencies: ["GNSS", "NMEA"], path: "Tests/Fuzz/FixDecoder",
      swiftSettings: settings),
    .target(
      name: "RecordingFuzz", dependencies: ["GPSBridge"], path: "Tests/Fuzz/Recording",
      swiftSettings: settings),
    .target(
      name: "ServiceFuzz", dependencies: ["GPSDProtocol", "GNSS"], path: "Tests/Fuzz/Service",
      swiftSettings: settings),
    .target(
      name: "SimulationFuzz", dependencies: ["Locking", "SimulatedGPS", "GPSBridge"],
      path: "Tests/Fuzz/Simulation",
      swiftSettings: settings),
    .target(
      name: "ToolFuzz",
      dependencies: [
        "CommandLineTable", "GPSBridge", "GPSBridgeTool", "GPSFormats", "SerialPorts", "Texts", "ToolSources",
      ],
      path: "Tests/Fuzz/Tool", swiftSettings: settings),
    // What was of use to the fuzzer is read with each change.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "NMEAFuzz", "UBXFuzz", "BinaryFramesFuzz", "FixDecoderFuzz", "RecordingFuzz", "SimulationFuzz",
        "ServiceFuzz", "ToolFuzz",
      ],
      path: "Tests/Fuzz", exclude: ["Corpora"], sources: ["Kept"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// Elsewhere the system has a module of this name.
#if os(Linux)
package.products += [
  .library(name: "GPSCoreLocation", targets: ["GPSCoreLocation", "LocalizedErrors"]),
  // Both targets: a module that only re-exports is not written anew when the other one changes, and SwiftPM builds a client
  // again only for the modules that it depends on directly.
  .library(name: "CoreLocation", targets: ["CoreLocation", "GPSCoreLocation", "LocalizedErrors"]),
]
package.targets += [
  // The location service in the words of Apple's interface, for code that was written for a phone.
  .target(
    name: "GPSCoreLocation", dependencies: ["GPSBridge", "Locking", "Delivery", "DeliveryReactive"],
    path: "Sources/Apple/GPSCoreLocation", swiftSettings: settings),
  // The same under Apple's name, for those who have no package beside it that looks for that name.
  .target(
    name: "CoreLocation", dependencies: ["GPSCoreLocation"], path: "Sources/Apple/CoreLocation",
    swiftSettings: settings),
  .testTarget(
    name: "GPSCoreLocationTests",
    dependencies: [
      "EventRuntime",
      "Locking",
      "GPSCoreLocation", "CoreLocation", "DeliveryReactive", "DeliverySupport", "GPSBridge", "SimulatedGPS",
      "TestSupport",
    ],
    exclude: ["Compiling/Cases"], swiftSettings: settings),

  // What a program for a phone looks like here.
  .example("follow-a-walk", "CoreLocation", "GPSCoreLocation"),
  .example("tell-two-delegates", "GPSCoreLocation", "DeliveryReactive"),
  .example("share-a-manager", "GPSCoreLocation", "DeliveryReactive"),
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
