import Testing

/// The names that an import puts into every file of a user's program.
@Suite struct `The names in scope` {
  let sources: [SourceFile]

  init() throws { sources = try SourceTree.files(in: "Sources", ending: ["swift"]) }

  /// Public types and functions of a module that stand in no other type.
  private func names(of module: String) -> Set<String> {
    let kinds: Set<Substring> = ["actor", "class", "enum", "func", "protocol", "struct", "typealias"]
    return Set(
      sources.filter { $0.module == module }.flatMap(\.code).compactMap { line in
        guard line.first != " " else { return nil }
        let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "@" }
        guard words.contains("public") || words.contains("open"), !words.contains("extension"),
          let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count, words.first != "import",
          !words.prefix(kind).contains("import")
        else { return nil }
        return String(words[kind + 1])
      })
  }

  /// The names that GPSBridge passes on from modules below, one by one.
  private var passedOn: [String] {
    sources.filter { $0.path == "Sources/Core/GPSBridge/Exports.swift" }.flatMap(\.code).compactMap { line in
      line.split(separator: ".").count == 2 ? line.split(separator: ".").last.map(String.init) : nil
    }
  }

  @Test func `of GPSBridge are at most 130, where 225 were`() {
    let all = names(of: "GPSBridge").union(passedOn).union(names(of: "GPSGeodesy"))
    #expect(all.isSuperset(of: ["LocationManager", "Location", "Coordinate", "Fix", "UTMPosition"]))
    #expect(all.count <= 130, "\(all.count) names")
    #expect(all.isDisjoint(with: ["Sentence", "Talker", "Status", "Checksum", "TXT", "Demand", "Junk"]))
  }

  @Test func `of SimulatedGPS are at most 20, and no functions`() {
    let all = names(of: "SimulatedGPS")
    #expect(all.isSuperset(of: ["SimulatedReceiver", "Scenario", "Story", "Simulation", "ManualTime"]))
    #expect(all.count <= 20, "\(all.sorted())")
    #expect(all.isDisjoint(with: ["Wait", "Enter", "Event", "Place", "Route", "register", "receivers"]))
  }

  @Test func `of whole modules come along only where all of it is small`() {
    let exports = sources.filter { $0.path == "Sources/Core/GPSBridge/Exports.swift" }.flatMap(\.code)
    let whole = exports.filter { $0.contains("@_exported") && !$0.contains(".") }.compactMap {
      $0.split(separator: " ").last
    }
    #expect(whole == ["GPSGeodesy"])
  }
}
