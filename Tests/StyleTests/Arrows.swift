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
    "Geodesy": ["GNSS", "Glibc"],
    "CSerial": [],
    "CUdev": [],
    "Locking": ["Glibc"],
    "Moments": [],
    "Texts": [],
    "SystemCalls": ["Glibc"],
    "CEventLoop": [],
    "EventRuntime": ["CEventLoop", "Locking", "Moments", "SystemCalls", "Glibc"],
    "Delivery": ["Locking"],
    "DeliveryReactive": ["Delivery"],
    "SerialPorts": [
      "CSerial", "CUdev", "Locking", "Moments", "Texts", "SystemCalls", "Delivery", "EventRuntime", "Glibc",
    ],
    "Sockets": ["CEventLoop", "SystemCalls", "Texts", "Glibc"],
    "GPSBridge": [
      "NMEA", "UBX", "SiRF", "CASIC", "GNSS", "Geodesy", "SerialPorts", "Sockets", "Locking", "Moments",
      "Texts", "SystemCalls", "Delivery", "FoundationEssentials", "EventRuntime", "Glibc",
    ],
    "LocalizedErrors": ["GPSBridge", "SerialPorts", "FoundationEssentials"],
    "GPSCoreLocation": ["GPSBridge", "Locking", "Delivery", "DeliveryReactive", "Foundation"],
    "CoreLocation": ["GPSCoreLocation"],
    "SimulatedGPS": [
      "GPSBridge", "NMEA", "UBX", "Delivery", "CSerial", "Locking", "SystemCalls", "FoundationEssentials",
      "EventRuntime", "Glibc",
    ],
    "GPSFormats": ["NMEA", "GNSS", "Geodesy", "GPSBridge", "SerialPorts", "Moments", "Texts", "Glibc"],
    // Neither of the two has a descriptor and a receiver at once.
    "GPSDProtocol": ["GNSS", "GPSFormats", "Texts"],
    "GPSServices": [
      "GNSS", "GPSBridge", "GPSDProtocol", "GPSFormats", "Sockets", "EventRuntime", "Locking", "SystemCalls",
      "Texts", "Glibc",
    ],
    // Bytes and their names: the page's files compile for long, and know nobody.
    "CMicrohttpd": [],
    "CSQLite": [],
    "PageFiles": [],
    "GPSWeb": [
      "CMicrohttpd", "CSQLite", "PageFiles", "GNSS", "GPSBridge", "GPSFormats", "Sockets", "EventRuntime",
      "Locking",
      "SystemCalls", "Texts", "Glibc",
    ],
    // Neither knows what a receiver is.
    "CommandLineTable": ["Texts"],
    "TerminalKit": ["EventRuntime", "Locking", "SystemCalls", "Texts", "Glibc"],
    "ToolFiles": ["CommandLineTable", "EventRuntime", "SystemCalls", "Texts", "Glibc"],
    "ToolSources": [
      "CommandLineTable", "GNSS", "GPSBridge", "GPSFormats", "Locking", "NMEA", "SerialPorts",
      "SimulatedGPS", "Texts", "ToolFiles", "UBX", "Glibc",
    ],
    "Doctor": [
      "CommandLineTable", "GNSS", "GPSBridge", "GPSFormats", "SerialPorts", "Texts", "ToolFiles",
      "ToolSources", "Glibc",
    ],
    "MonitorScreen": [
      "CommandLineTable", "GNSS", "GPSBridge", "GPSFormats", "SerialPorts", "TerminalKit", "Texts",
      "ToolSources", "Glibc",
    ],
    "GPSBridgeTool": [
      "CommandLineTable", "Delivery", "Doctor", "EventRuntime", "GNSS", "GPSBridge", "GPSFormats",
      "GPSServices", "GPSWeb", "Locking", "Moments",
      "MonitorScreen", "NMEA", "SerialPorts", "SimulatedGPS", "SystemCalls", "TerminalKit", "Texts",
      "ToolFiles",
      "ToolSources", "UBX", "Glibc",
    ],
    "GPSBridgeProgram": ["CommandLineTable", "EventRuntime", "GPSBridgeTool", "Glibc"],
  ]

  /// Modules that touch nothing but each other.
  static let pure: Set<String> = ["NMEA", "UBX", "SiRF", "CASIC", "GNSS", "Texts", "CommandLineTable"]
  /// The only places for C.
  static let writtenInC: Set<String> = ["CSerial", "CUdev", "CEventLoop", "CMicrohttpd", "CSQLite"]
  /// The only places that open, read, write and close by themselves; and those that have not been moved onto them yet.
  static let callsTheKernel: Set<String> = ["SystemCalls", "Sockets"]
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
