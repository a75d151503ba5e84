import FoundationEssentials
import Testing

private let hasPython = ((try? output(of: "command -v python3")) ?? "") != ""

/// `make check` asks a script which tests a change needs.
@Suite(.enabled(if: hasPython, "python3 is not installed")) struct `A change` {
  /// A target as `swift package describe` prints it.
  private func target(_ name: String, _ kind: String, at path: String, on others: [String] = []) -> String {
    let list = others.map { "\"\($0)\"" }.joined(separator: ",")
    return
      #"{"name":"\#(name)","type":"\#(kind)","path":"\#(path)","target_dependencies":[\#(list)]}"#
  }

  /// What the script answers for a changed file, in the project's tree.
  private func answer(_ path: String) throws -> Set<Substring> {
    let targets = [
      target("GPSSystemCalls", "library", at: "Sources/Base/GPSSystemCalls", on: ["CGPSEventLoop"]),
      target("CGPSEventLoop", "library", at: "Sources/Runtime/CGPSEventLoop"),
      target("GNSS", "library", at: "Sources/GNSS"),
      target("GPSFormats", "library", at: "Sources/GPSFormats", on: ["GNSS", "GPSSystemCalls"]),
      target("GPSDProtocol", "library", at: "Sources/Serving/GPSDProtocol", on: ["GPSFormats"]),
      target("GPSBridgeTool", "library", at: "Sources/Tool/GPSBridgeTool", on: ["GPSDProtocol"]),
      target("GNSSTests", "test", at: "Tests/GNSSTests", on: ["GNSS"]),
      target("GPSFormatsTests", "test", at: "Tests/GPSFormatsTests", on: ["GPSFormats"]),
      target("GPSDProtocolTests", "test", at: "Tests/GPSDProtocolTests", on: ["GPSDProtocol"]),
      target("ToolTests", "test", at: "Tests/ToolTests", on: ["GPSBridgeTool"]),
      target("StyleTests", "test", at: "Tests/StyleTests"),
    ]
    let file = FileManager.default.temporaryDirectory
      .appending(path: "targets-\(UInt64.random(in: 0 ... .max)).json")
    try Data(#"{"targets":[\#(targets.joined(separator: ","))]}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let script = "cd '\(SourceTree.root)' && Tests/Scripts/affected.py '\(file.path)'"
    return Set(try output(of: "echo '\(path)' | (\(script))").split(separator: "\n"))
  }

  @Test func `of a writer runs the writers' own tests, and the tool's tests that look into it`() throws {
    let asked = try answer("Sources/GPSFormats/Writers/GPXWriter.swift")
    #expect(
      asked.isSuperset(of: [
        "run GPSFormatsTests", "run GPSDProtocolTests", "build ToolTests", "run StyleTests",
        "file Tests/ToolTests/FormatTests.swift", "file Tests/ToolTests/Export/ExportOutputTests.swift",
      ]))
    #expect(!asked.contains("run GNSSTests"), "it stands below")
  }

  @Test func `of the tool, or of a module without tests of its own, runs all tests of the tool`() throws {
    #expect(try answer("Sources/Tool/GPSBridgeTool/Tool.swift").contains("run ToolTests"))
    #expect(try answer("Sources/Runtime/CGPSEventLoop/CGPSEventLoop.c").contains("run ToolTests"))
    #expect(try !answer("Sources/GNSS/Fix.swift").contains("run ToolTests"))
  }

  /// Modules of which others' tests ask everything: `make check` then runs those of the tool as well.
  private static let withoutTests: Set = [
    "CGPSEventLoop", "CGPSSerial", "CGPSUdev", "CGPSMicrohttpd", "CGPSSQLite",
    "GPSPageFiles",
    "GPSLocalizedErrors", "CoreLocation",
    "CommandLineTable", "TerminalKit", "ToolFiles", "ToolSources", "Doctor", "MonitorScreen", "GPSBridgeTool",
    "CGPSArguments", "GPSBridgeProgram",
  ]

  @Test func `of a module is tested by a folder of that name`() throws {
    let folders = Set(
      try FileManager.default.contentsOfDirectory(atPath: SourceTree.root + "/Tests"))
    let missing = Manifest.ours.modules.keys.filter { !folders.contains($0 + "Tests") }
    #expect(Set(missing) == Self.withoutTests)
  }
}
