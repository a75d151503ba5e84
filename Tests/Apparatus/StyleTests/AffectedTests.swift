import FoundationEssentials
import Testing

private let hasPython = ((try? output(of: "command -v python3")) ?? "") != ""

/// `make check` asks a script which tests a change needs.
@Suite(.enabled(if: hasPython, "python3 is not installed")) struct `A change` {
  /// The targets of this package as `swift package describe` prints them.
  private func description() -> String {
    let targets = Manifest.ours.targets.map { target in
      let isTest = target.path.hasPrefix("Tests/") && target.name.hasSuffix("Tests")
      let names = target.dependencies.map { "\"\($0)\"" }.joined(separator: ",")
      return #"{"name":"\#(target.name)","type":"\#(isTest ? "test" : "library")","path":"\#(target.path)","#
        + #""target_dependencies":[\#(names)]}"#
    }
    return #"{"targets":[\#(targets.joined(separator: ","))]}"#
  }

  /// The lines that the script prints for changed files, in the project's tree.
  private func answer(_ paths: String...) throws -> Set<String> {
    try withFolder { folder in
      let file = folder.appending(path: "targets.json")
      try Data(description().utf8).write(to: file)
      let script = "cd '\(SourceTree.root)' && Tests/Scripts/affected.py '\(file.path)'"
      let lines = paths.map { "'\($0)'" }.joined(separator: " ")
      return Set(
        try output(of: "printf '%s\\n' \(lines) | (\(script))").split(separator: "\n").map(String.init))
    }
  }

  @Test func `of a writer runs the writers' own tests, and the tool's tests that look into it`() throws {
    let asked = try answer("Sources/Core/GPSFormats/Writers/GPXWriter.swift")
    #expect(
      asked.isSuperset(of: [
        "run GPSFormatsTests", "run GPSServicesTests", "build ToolTests", "run StyleTests",
        "file Tests/Tool/ToolTests/FormatTests.swift",
        "file Tests/Tool/ToolTests/Export/ExportOutputTests.swift",
      ]))
    #expect(!asked.contains("run GNSSTests"), "GNSS does not depend on it")
  }

  @Test func `is compiled with all that depends on it, but tested only directly above it`() throws {
    let asked = try answer("Sources/Core/UBX/Message.swift")
    #expect(asked.isSuperset(of: ["run UBXTests", "run GNSSTests", "run GPSBridgeTests", "run StyleTests"]))
    #expect(asked.isDisjoint(with: ["run GPSWebTests", "build GPSWebTests", "run ToolTests"]))
    #expect(try answer("Sources/Services/GPSServices/Server/Server.swift").contains("build GPSBridgeProgram"))
  }

  @Test func `of the tool, or of a module without tests of its own, runs all tests of the tool`() throws {
    #expect(try answer("Sources/Tool/GPSBridgeTool/Tool.swift").contains("run ToolTests"))
    #expect(try answer("Sources/Core/CGPSEventLoop/CGPSEventLoop.c").contains("run ToolTests"))
    #expect(try !answer("Sources/Core/GNSS/Fix.swift").contains("run ToolTests"))
  }

  /// Modules that only the tests of other modules test: `make check` then runs the tests of the tool as well.
  private static let withoutTests: Set = [
    "CGPSEventLoop", "CGPSSerial", "CGPSUdev", "CGPSMicrohttpd", "CGPSSQLite", "CGPSCurl",
    "CGPSPostgreSQL", "CGPSZlib", "CGPSPageFiles", "CGPSFleetFiles", "GPSFleetProgram",
    "GPSPageFiles", "GPSLocalizedErrors", "CoreLocation",
    "TerminalKit", "GPSBridgeTool", "GPSServiceVerbs", "GPSFleetVerbs", "CGPSArguments", "GPSBridgeProgram",
  ]

  @Test func `of a module is tested by a folder of that name`() throws {
    let tests = Manifest.ours.targets.filter { $0.name.hasSuffix("Tests") }
    let missing = Manifest.ours.modules.keys.filter { module in
      !tests.contains {
        let folder = "\(SourceTree.root)/\($0.path)/\(module)"
        return $0.name == module + "Tests" || FileManager.default.fileExists(atPath: folder)
      }
    }
    #expect(Set(missing) == Self.withoutTests)
  }
}
