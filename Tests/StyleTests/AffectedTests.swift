import FoundationEssentials
import Testing

private let hasPython = ((try? output(of: "command -v python3")) ?? "") != ""

/// `make check` and `.ci/run` ask a script which tests and steps a change needs.
@Suite(.enabled(if: hasPython, "python3 is not installed")) struct `A change` {
  /// The targets of this package as `swift package describe` prints them.
  private func description(without missing: String) -> String {
    let targets = Manifest.ours.targets.filter { $0.name != missing }.map { target in
      let isTest = target.path.hasPrefix("Tests/") && target.name.hasSuffix("Tests")
      let names = target.dependencies.filter { $0 != missing }.map { "\"\($0)\"" }.joined(separator: ",")
      return
        #"{"name":"\#(target.name)","type":"\#(isTest ? "test" : "library")","path":"\#(target.path)","#
        + #""target_dependencies":[\#(names)]}"#
    }
    return #"{"targets":[\#(targets.joined(separator: ","))]}"#
  }

  /// The lines that the script prints for changed files, in the project's tree.
  private func answer(
    _ paths: String..., for caller: String = "", without missing: String = ""
  ) throws -> Set<String> {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "targets-\(UInt64.random(in: 0 ... .max)).json")
    try Data(description(without: missing).utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let script = "cd '\(SourceTree.root)' && Tests/Scripts/affected.py \(caller) '\(file.path)'"
    let lines = paths.map { "'\($0)'" }.joined(separator: " ")
    return Set(
      try output(of: "printf '%s\\n' \(lines) | (\(script))").split(separator: "\n").map(String.init))
  }

  /// The steps of `.ci/run`, besides the tests, for changed files.
  private func steps(_ path: String) throws -> Set<String> {
    Set(try answer(path, for: "--ci").filter { !$0.hasPrefix("tests ") })
  }

  @Test func `of a writer runs the writers' own tests, and the tool's tests that look into it`() throws {
    let asked = try answer("Sources/GPSFormats/Writers/GPXWriter.swift")
    #expect(
      asked.isSuperset(of: [
        "run GPSFormatsTests", "run GPSDProtocolTests", "build ToolTests", "run StyleTests",
        "file Tests/ToolTests/FormatTests.swift", "file Tests/ToolTests/Export/ExportOutputTests.swift",
      ]))
    #expect(!asked.contains("run GNSSTests"), "GNSS does not depend on it")
  }

  @Test func `is compiled with all that depends on it, but tested only directly above it`() throws {
    let asked = try answer("Sources/Formats/UBX/Message.swift")
    #expect(asked.isSuperset(of: ["run UBXTests", "run GNSSTests", "run GPSBridgeTests", "run StyleTests"]))
    #expect(asked.isDisjoint(with: ["run GPSWebTests", "build GPSWebTests", "run ToolTests"]))
    #expect(try answer("Sources/Serving/GPSServices/Server/Server.swift").contains("build GPSBridgeProgram"))
  }

  @Test func `of the tool, or of a module without tests of its own, runs all tests of the tool`() throws {
    #expect(try answer("Sources/Tool/GPSBridgeTool/Tool+Run.swift").contains("run ToolTests"))
    #expect(try answer("Sources/Runtime/CGPSEventLoop/CGPSEventLoop.c").contains("run ToolTests"))
    #expect(try !answer("Sources/GNSS/Fix.swift").contains("run ToolTests"))
  }

  @Test func `needs the steps of CI that test it as a whole, and in the core all that contain it`() throws {
    let core = try steps("Sources/Formats/UBX/Message.swift")
    #expect(
      core.isSuperset(of: ["step embedded", "step clients", "step page", "step usb-drivers", "step docs"]))
    #expect(core.allSatisfy { !$0.hasSuffix("threads") }, "UBX starts no threads")
    #expect(try steps("Sources/GPSBridge/Receiver/Receiver.swift").contains("step bridge-threads"))
    #expect(try steps("Sources/Serving/CGPSPageFiles/Page/words.js") == ["step page"])
    #expect(try steps("Tests/SimulatedGPSTests/Clients/Client.swift").contains("step clients"))
    #expect(try steps("Tests/Benchmark/main.swift") == ["step benchmark"])
    #expect(
      try steps("Sources/GPSDeliveryReactive/Binder.swift").isSuperset(of: ["step docs", "step outside"]))
    #expect(try steps("Sources/Apple/CoreLocation/CoreLocation.swift").contains("step outside"))
    #expect(try answer("docs/security.md", for: "--ci").contains("tests GPSBridgeTests"))
    #expect(try steps("docs/decisions/0070-two-builds-for-a-change.md") == [])
  }

  @Test func `needs in CI all tests that depend on it`() throws {
    let asked = try answer("Sources/GPSFormats/Writers/GPXWriter.swift", for: "--ci")
    #expect(
      asked.isSuperset(of: [
        "tests GPSFormatsTests", "tests GPSWebTests", "tests ToolTests", "tests StyleTests",
      ]))
    #expect(!asked.contains("tests UBXTests"))
    #expect(try answer("docs/serve.md", for: "--ci").isSuperset(of: ["tests GuideTests", "tests ToolTests"]))
  }

  @Test(arguments: [
    "Package.swift", ".ci/run", "Tests/Scripts/test.sh", "Sources/New/File.swift", "new/file",
  ])
  func `of a path that nothing is known of needs everything`(_ path: String) throws {
    let asked = try answer("docs/serve.md", path, for: "--ci")
    #expect(asked.count == 1 && asked.first?.hasPrefix("everything \(path) ") == true, "\(asked)")
  }

  @Test func `needs everything if the script names a module that is gone`() throws {
    let asked = try answer("docs/serve.md", for: "--ci", without: "GPSWeb")
    #expect(
      asked.count == 1 && asked.first?.hasPrefix("everything ") == true
        && asked.first?.contains("GPSWeb") == true)
    #expect(try answer("docs/serve.md", for: "--ci").contains("tests StyleTests"), "no module is gone here")
  }

  @Test func `is judged by paths that exist`() throws {
    let paths = try output(of: "'\(SourceTree.root)/Tests/Scripts/affected.py' --paths").split(
      separator: "\n")
    #expect(paths.count > 40)
    let missing = paths.filter { !FileManager.default.fileExists(atPath: SourceTree.root + "/" + $0) }
    #expect(missing == [])
  }

  /// Modules that only the tests of other modules test: `make check` then runs the tests of the tool as well.
  private static let withoutTests: Set = [
    "CGPSEventLoop", "CGPSSerial", "CGPSUdev", "CGPSMicrohttpd", "CGPSSQLite", "CGPSMosquitto",
    "CGPSPostgreSQL", "CGPSPageFiles", "CGPSFleetFiles", "GPSFleetLoad", "GPSFleetProgram",
    "GPSPageFiles", "GPSLocalizedErrors", "CoreLocation",
    "TerminalKit", "GPSBridgeTool", "CGPSArguments", "GPSBridgeProgram",
  ]

  @Test func `of a module is tested by a folder of that name`() throws {
    let folders = Set(
      try FileManager.default.contentsOfDirectory(atPath: SourceTree.root + "/Tests"))
    let missing = Manifest.ours.modules.keys.filter { !folders.contains($0 + "Tests") }
    #expect(Set(missing) == Self.withoutTests)
  }
}
