/// Which module may import which: the drawing in docs/architecture.md as a table.
enum Arrows {
  /// Folders in `Sources` that hold modules, not files.
  static let groups: Set<String> = ["Base", "Formats", "Runtime", "Ports", "Serving", "Apple", "Tool"]

  /// From a module to what it may import; of the system only what is named here.
  static let allowed: [String: Set<String>] = [
    "NMEA": [],
    "UBX": [],
    "SiRF": [],
    "CASIC": [],
    "GNSS": ["NMEA", "UBX", "SiRF", "CASIC"],
    "GPSGeodesy": ["GNSS", "Glibc"],
    "CGPSSerial": [],
    "CGPSUdev": [],
    "GPSSystemCalls": ["Glibc"],
    "GPSBase": [],
    "CGPSEventLoop": [],
    "GPSEventRuntime": ["CGPSEventLoop", "GPSSystemCalls", "GPSBase", "Glibc"],
    "GPSDelivery": ["GPSSystemCalls"],
    "GPSDeliveryReactive": ["GPSDelivery"],
    "SerialPorts": [
      "CGPSSerial", "CGPSUdev", "GPSSystemCalls", "GPSBase", "GPSDelivery", "GPSEventRuntime", "Glibc",
    ],
    "GPSSockets": ["CGPSEventLoop", "GPSSystemCalls", "GPSBase", "Glibc"],
    "GPSBridge": [
      "NMEA", "UBX", "SiRF", "CASIC", "GNSS", "GPSGeodesy", "SerialPorts", "GPSSockets", "GPSSystemCalls",
      "GPSBase", "GPSDelivery", "FoundationEssentials", "GPSEventRuntime", "Glibc",
    ],
    "GPSLocalizedErrors": ["GPSBridge", "SerialPorts", "FoundationEssentials"],
    "GPSCoreLocation": ["GPSBridge", "GPSSystemCalls", "GPSDelivery", "GPSDeliveryReactive", "Foundation"],
    "CoreLocation": ["GPSCoreLocation"],
    "SimulatedGPS": [
      "GPSBridge", "NMEA", "UBX", "GPSDelivery", "CGPSSerial", "GPSSystemCalls", "FoundationEssentials",
      "GPSEventRuntime", "Glibc",
    ],
    "GPSFormats": ["NMEA", "GNSS", "GPSGeodesy", "GPSBridge", "SerialPorts", "GPSBase", "Glibc"],
    // Neither of the two has a descriptor and a receiver at once.
    "GPSDProtocol": ["GNSS", "GPSFormats", "GPSBase"],
    "GPSServices": [
      "GNSS", "GPSBridge", "GPSDProtocol", "GPSFormats", "GPSSockets", "GPSEventRuntime", "GPSSystemCalls",
      "GPSBase", "Glibc",
    ],
    // Bytes and their names: the page's files compile for long, and know nobody.
    "CGPSMicrohttpd": [],
    "CGPSSQLite": [],
    "GPSPageFiles": [],
    "GPSWeb": [
      "CGPSMicrohttpd", "CGPSSQLite", "GPSPageFiles", "GNSS", "GPSBridge", "GPSFormats", "GPSSockets",
      "GPSEventRuntime", "GPSSystemCalls", "GPSBase", "Glibc",
    ],
    // Neither knows what a receiver is.
    "CommandLineTable": ["GPSBase"],
    "TerminalKit": ["GPSEventRuntime", "GPSSystemCalls", "GPSBase", "Glibc"],
    "ToolFiles": ["CommandLineTable", "GPSEventRuntime", "GPSSystemCalls", "GPSBase", "Glibc"],
    "ToolSources": [
      "CommandLineTable", "GNSS", "GPSBridge", "GPSFormats", "GPSSystemCalls", "NMEA", "SerialPorts",
      "SimulatedGPS", "GPSBase", "ToolFiles", "UBX", "Glibc",
    ],
    "Doctor": [
      "CommandLineTable", "GNSS", "GPSBridge", "GPSFormats", "SerialPorts", "GPSBase", "ToolFiles",
      "ToolSources", "Glibc",
    ],
    "MonitorScreen": [
      "CommandLineTable", "GNSS", "GPSBridge", "GPSFormats", "SerialPorts", "TerminalKit", "GPSBase",
      "ToolSources", "Glibc",
    ],
    "GPSBridgeTool": [
      "CommandLineTable", "GPSDelivery", "Doctor", "GPSEventRuntime", "GNSS", "GPSBridge", "GPSFormats",
      "GPSServices", "GPSWeb", "GPSSystemCalls", "GPSBase", "MonitorScreen", "NMEA", "SerialPorts",
      "SimulatedGPS", "TerminalKit", "ToolFiles", "ToolSources", "UBX", "Glibc",
    ],
    "CGPSArguments": [],
    "GPSBridgeProgram": [
      "CGPSArguments", "CommandLineTable", "GPSEventRuntime", "GPSBridgeTool", "GPSSystemCalls", "Glibc",
    ],
  ]

  /// Modules that touch nothing but each other.
  static let pure: Set<String> = ["NMEA", "UBX", "SiRF", "CASIC", "GNSS", "GPSBase", "CommandLineTable"]
  /// The only places for C.
  static let writtenInC: Set<String> = [
    "CGPSSerial", "CGPSUdev", "CGPSEventLoop", "CGPSMicrohttpd", "CGPSSQLite", "CGPSArguments",
  ]
  /// The only places that open, read, write and close by themselves; and those that have not been moved onto them yet.
  static let callsTheKernel: Set<String> = ["GPSSystemCalls", "GPSSockets"]
  static let stillCallsTheKernel: Set<String> = [
    "GPSBridge", "TerminalKit", "ToolFiles", "ToolSources", "Doctor", "GPSBridgeTool",
  ]
}

/// The modules that a file imports, with whatever stands in front of `import`.
func imports(of file: SourceFile) -> [String] {
  let kinds: Set<Substring> = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
  let levels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  return file.code.flatMap { $0.split(separator: ";") }.compactMap { statement in
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    var words = statement.split(whereSeparator: isBlank)[...]
    while let word = words.first, word.hasPrefix("@") || levels.contains(word) { words.removeFirst() }
    guard words.first == "import" else { return nil }
    words.removeFirst()
    if let word = words.first, kinds.contains(word) { words.removeFirst() }
    return words.first?.split(separator: ".").first.map(String.init)
  }
}

/// Imports along which there is no arrow.
func forbiddenImports(
  in files: [SourceFile], allowed: [String: Set<String>] = Arrows.allowed
) -> [String] {
  files.flatMap { file -> [String] in
    guard let module = file.module else { return ["\(file.path): lies in no module's folder"] }
    guard let arrows = allowed[module] else { return ["\(file.path): the table of arrows has no \(module)"] }
    return imports(of: file).filter { !arrows.contains($0) }.map { "\(file.path): imports \($0)" }
  }
}
