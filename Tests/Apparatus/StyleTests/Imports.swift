/// What modules may import beside their dependencies in `Package.swift`, and what they may do.
enum Modules {
  /// From a module of the system to the modules that may import it.
  static let ofTheSystem: [String: Set<String>] = [
    "Foundation": ["GPSCoreLocation"], "FoundationEssentials": ["GPSBridge", "GPSLocalizedErrors"],
    "Glibc": [
      "GPSBridge", "GPSBridgeProgram", "GPSBridgeTool", "GPSEventRuntime", "GPSFleetCollector",
      "GPSFleetProgram", "GPSGeodesy", "GPSServiceVerbs", "GPSServices",
      "GPSSockets", "GPSStore", "GPSSystemCalls", "GPSWebHost", "SerialPorts", "SimulatedGPS", "TerminalKit",
    ],
  ]

  /// Modules that touch nothing but each other.
  static let pure: Set<String> = ["NMEA", "UBX", "GNSS", "GPSBase", "GPSTrackRows", "GPSFleetProtocol"]
  /// The only places for C.
  static let writtenInC: Set<String> = [
    "CGPSSerial", "CGPSUdev", "CGPSEventLoop", "CGPSMicrohttpd", "CGPSSQLite", "CGPSArguments",
    "CGPSCurl", "CGPSPostgreSQL", "CGPSPageFiles", "CGPSFleetFiles", "CGPSZlib",
  ]
  /// Modules that open, read, write and close on their own, and others that do not use them for it yet.
  static let callsTheKernel: Set<String> = ["GPSSystemCalls", "GPSSockets"]
  static let stillCallsTheKernel: Set<String> = ["TerminalKit", "GPSBridgeTool"]

  /// All that a module may import; nil if the manifest has no such module in `Sources`.
  static func imports(of module: String, _ manifest: Manifest = .ours) -> Set<String>? {
    guard let target = manifest.modules[module] else { return nil }
    return Set(target.dependencies).union(ofTheSystem.filter { $0.value.contains(module) }.keys)
  }
}

/// The modules that a file imports, with whatever stands in front of `import`; of a file in C the headers that it includes.
func imports(of file: SourceFile) -> [String] {
  guard file.ending == "swift" else {
    return file.text.matches(of: /#include <(\w+)\.h>/).map { String($0.output.1) }
  }
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

/// Imports that are neither dependencies nor of the system.
func forbiddenImports(in files: [SourceFile], _ manifest: Manifest = .ours) -> [String] {
  files.flatMap { file -> [String] in
    guard let module = file.module else { return ["\(file.path): lies in no module's folder"] }
    guard let allowed = Modules.imports(of: module, manifest) else {
      return ["\(file.path): Package.swift has no \(module)"]
    }
    return imports(of: file).filter { !allowed.contains($0) }.map { "\(file.path): imports \($0)" }
  }
}

/// Dependencies, and modules of the system, that no file of a module imports.
func unusedDependencies(in files: [SourceFile], _ manifest: Manifest = .ours) -> [String] {
  let byModule = Dictionary(grouping: files) { $0.module ?? "" }
  return manifest.modules.keys.sorted().flatMap { module -> [String] in
    let used = (byModule[module] ?? []).flatMap(imports)
    return (Modules.imports(of: module, manifest) ?? []).subtracting(used).sorted()
      .map { "\(module): imports no \($0)" }
  }
}
