import Testing

@Suite struct `The source tree` {
  let sources: [SourceFile]
  let tests: [SourceFile]

  init() throws {
    let code: Set = ["swift", "c", "h", "cc", "cpp", "S", "sh"]
    sources = try SourceTree.files(in: "Sources", ending: code)
    tests = try SourceTree.files(in: "Tests", ending: code)
  }

  @Test func `is where these tests look for it`() {
    #expect(sources.contains { $0.path == "Sources/Core/NMEA/Sentence.swift" })
    #expect(tests.contains { $0.path == "Tests/Apparatus/StyleTests/SourceTreeTests.swift" })
  }

  @Test func `imports only dependencies, and all of them`() {
    #expect(forbiddenImports(in: sources.swift) == [] && unusedDependencies(in: sources) == [])
  }

  /// The program alone may import everything.
  @Test func `has groups of which none imports one that comes after it`() {
    let order = ["Core", "Apple", "Tool", "Services", "Fleet"]
    #expect(Manifest.ours.groups == Set(order))
    func place(_ module: String) -> Int? {
      Manifest.ours.modules[module].flatMap { order.firstIndex(of: $0.group) }
    }
    for module in Manifest.ours.modules.values where module.name != "GPSBridgeProgram" {
      let own = place(module.name) ?? 0
      #expect(module.dependencies.filter { place($0) ?? order.count > own } == [], "\(module.name)")
    }
  }

  /// A literal of a page's bytes took the compiler minutes: `#embed` in a C target takes 0.04 s.
  @Test func `embeds files by C, not as a literal in Swift`() throws {
    #expect(try !SourceTree.text(of: "Package.swift").contains("embedInCode"))
  }

  @Test func `imports Foundation only where GPSCoreLocation is`() {
    let files = sources.swift.filter { imports(of: $0).contains("Foundation") }
    #expect(files.filter { $0.module != "GPSCoreLocation" }.map(\.path) == [])
  }

  @Test func `keeps its pure modules pure`() {
    let files = sources.swift.filter { Modules.pure.contains($0.module ?? "") }
    #expect(Set(files.flatMap(imports)).isSubset(of: Modules.pure))
    for module in Modules.pure { #expect(Modules.imports(of: module)?.isSubset(of: Modules.pure) == true) }
  }

  /// A file has the size of a type, and a state machine is whole in one.
  @Test func `has files that are neither crumbs nor too long to hold in the head`() {
    #expect(tooLong(sources + tests) == [])
    let lengths = sources.swift.map(\.lines.count).sorted()
    #expect((80...200).contains(lengths[lengths.count / 2]))
  }

  @Test func `has a library of verbs of at most 150 files, and a main file of a few lines`() {
    #expect(sources.swift.filter { $0.module == "GPSBridgeTool" }.count <= 150)
    let program = sources.swift.filter { $0.module == "GPSBridgeProgram" }
    #expect(program.map(\.path) == ["Sources/Tool/GPSBridgeProgram/main.swift"])
    #expect(program.allSatisfy { $0.text.split(separator: "\n").count < 30 })
  }

  @Test func `has C only in the C modules`() { #expect(misplacedC(in: sources) == []) }

  @Test func `opens, reads, writes and closes in one module, but for those that are still to be moved`() {
    let modules = Set(sources.swift.filter { !kernelCalls(in: $0).isEmpty }.compactMap(\.module))
    #expect(modules == Modules.callsTheKernel.union(Modules.stillCallsTheKernel))
  }

  @Test func `lists all serial ports only in commands, never on an event loop`() {
    #expect(portWalks(in: sources) == [])
  }

  @Test func `has a comment on each public declaration that fulfills no commented requirement`() {
    #expect(uncommented(in: sources) == [])
  }

  @Test func `has no script with a pipe whose reader ends early`() throws {
    let scripts = try ["Scripts", "udev-rules"].flatMap { try SourceTree.files(in: $0, ending: ["sh"]) }
    let run = SourceFile(path: ".ci/run", text: try SourceTree.text(of: ".ci/run"))
    #expect(earlyReaders(in: scripts + tests.filter { $0.ending == "sh" } + [run]) == [])
    let planted = "set -o pipefail\nls | grep -qx a\nls | sort | head -n 1\ngrep -q a <<<b || grep -q c d\n"
    #expect(earlyReaders(in: [SourceFile(path: "a.sh", text: planted)]) == ["a.sh:2", "a.sh:3"])
  }

  /// Otherwise a test that failed once can't be repeated, and a change fails by another's fault.
  @Test func `draws the random numbers of tests from the seed of the run`() {
    #expect(unseeded(in: tests.swift) == [])
  }

  @Test func `lists the tests that need the kernel's clock, which are at most 30`() throws {
    let list = try SourceTree.text(of: "Tests/Scripts/real-time-tests.txt")
    #expect(unlisted(in: tests.swift, list) == [])
    #expect(list.split(separator: "\n").count { !$0.hasPrefix("#") } <= 30)
  }

  @Test func `has one fixed seed in Swift, Python, shell and JavaScript`() throws {
    let files = [
      "Apparatus/TestSupport/SeededGenerator.swift", "Scripts/seeding.py", "Scripts/test.sh",
      "Services/PageTests/extents.test.mjs",
    ]
    for file in files {
      let text = try SourceTree.text(of: "Tests/" + file).filter { $0 != "_" }
      #expect(text.matches(of: /\b2026[0-9]{4}\b/).map(\.output) == ["20261128"], "\(file)")
    }
  }

  @Test func `ends by its release only what the compiler makes a caller keep`() {
    #expect(oddHandles(in: sources) == [])
    let planted =
      "public func a(\n  b: Int\n) -> Registration {\n@discardableResult public func c() -> Subscription<Int> {"
    #expect(
      oddHandles(in: [SourceFile(path: "A.swift", text: planted)]) == [
        "A.swift:3: Registration", "A.swift:4: Subscription",
      ])
  }

  @Test func `never ends the program for its input's sake`() { #expect(traps(in: sources) == []) }
}

extension [SourceFile] { fileprivate var swift: [SourceFile] { filter { $0.ending == "swift" } } }
