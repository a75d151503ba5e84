import Testing

@Suite struct `The version` {
  private static let place = "Sources/Core/GPSBase/Texts/ProgramVersion.swift"
  let version: String

  init() throws {
    let text = try SourceTree.text(of: Self.place)
    version = text.components(between: "static let text = \"", and: "\"").first ?? ""
  }

  @Test func `is three numbers`() {
    let parts = version.split(separator: "-", maxSplits: 1)[0].split(separator: ".")
    #expect(parts.count == 3 && parts.allSatisfy { Int($0) != nil }, "\(version)")
  }

  @Test func `stands in one place`() throws {
    let sources = try SourceTree.files(in: "Sources", ending: ["swift", "h", "c"])
    let others = try ["Makefile", "Package.swift", ".ci/run"].map { path in
      SourceFile(path: path, text: try SourceTree.text(of: path))
    }
    let scripts = try ["Scripts", "Tests/Scripts"].flatMap { folder in
      try SourceTree.files(in: folder, ending: ["sh", "py"])
    }
    let places = (sources + others + scripts).filter { $0.code.contains { $0.contains("\"\(version)\"") } }
    #expect(places.map(\.path) == [Self.place])
  }

  @Test(arguments: [
    ("gpsbridge", "Sources/Tool/GPSBridgeTool/Tool.swift"),
    ("gpsbridge-collect", "Sources/Fleet/GPSFleetCollector/CollectorProgram.swift"),
  ]) func `is printed in one form by both programs`(_ program: String, _ path: String) throws {
    #expect(try SourceTree.text(of: path).contains("ProgramVersion.line(of: \"\(program)\")"))
  }

  @Test func `is one that the changelog knows, once something is released`() throws {
    let log = try Changelog(SourceTree.text(of: "CHANGELOG.md"))
    #expect(log.faults == [])
    let released = log.versions.filter { $0 != "Unreleased" }
    if let newest = released.first { #expect(newest == version) }
  }
}

@Suite struct `A changelog` {
  private static let good = """
    # Changelog

    ## [Unreleased]

    ### Added

    - One.

    ## [0.2.0] - 2026-12-01

    ### Fixed

    - Two.

    ## [0.1.0] - 2026-11-20

    """

  @Test func `has the newest version at its top, each with its day`() {
    #expect(Changelog(Self.good).faults == [])
    #expect(Changelog(Self.good).versions == ["Unreleased", "0.2.0", "0.1.0"])
  }

  @Test(arguments: [
    ("## [Unreleased]", "## Unreleased", "not a version: ## Unreleased"),
    ("## [Unreleased]\n", "", "nothing is unreleased"),
    ("2026-12-01", "yesterday", "no day: ## [0.2.0] - yesterday"),
    ("[0.2.0]", "[0.0.9]", "0.1.0 stands below 0.0.9"),
    ("### Fixed", "### Repaired", "no kind of change: ### Repaired"),
  ]) func `is refused where it is not kept`(_ part: String, _ other: String, _ fault: String) {
    #expect(Changelog(Self.good.replacing(part, with: other)).faults.first == fault)
  }
}
