/// The targets of a `Package.swift`, read from the calls of its helper functions.
struct Manifest {
  /// A target; its dependencies are in the order of the manifest.
  struct Target {
    var name: String
    var path: String
    var dependencies: [String]
  }

  let targets: [Target]
  /// The modules in `Sources`.
  let modules: [String: Target]
  /// Folders in `Sources` that hold modules, not files.
  let groups: Set<String>
  /// The names of libraries.
  let libraries: Set<String>

  /// The manifest of this package.
  static let ours = Manifest((try? SourceTree.text(of: "Package.swift")) ?? "")

  init(_ text: String) {
    let code = SourceFile(path: "Package.swift", text: text).code.joined(separator: "\n")
    let calls = code.matches(
      of: /\.(module|target|systemLibrary|program|example|tests)\(\s*(?:name: )?"([^"]+)"/)
    let ends = calls.dropFirst().map(\.range.lowerBound) + [code.endIndex]
    let targets = zip(calls, ends).map { call, end in
      Self.target(call.output.1, String(call.output.2), code[call.range.upperBound..<end])
    }
    let modules = targets.filter { $0.path.hasPrefix("Sources/") }
    self.targets = targets
    self.modules = Dictionary(modules.map { ($0.name, $0) }) { first, _ in first }
    groups = Set(
      modules.compactMap { module in
        let parts = module.path.split(separator: "/")
        return parts.count == 3 ? String(parts[1]) : nil
      })
    let named = code.matches(of: /\.library\(name: "([^"]+)"/).map { String($0.output.1) }
    let listed = code.firstMatch(of: /products: words\(\[([^\]]*)\]/).map { Self.words($0.output.1) }
    libraries = Set(named + (listed ?? []))
  }

  private static func target(_ kind: Substring, _ name: String, _ arguments: Substring) -> Target {
    let path = arguments.prefixMatch(of: /,\s*(?:at|path): "([^"]+)"/).map { String($0.output.1) }
    let group = arguments.prefixMatch(of: /,\s*in: "([^"]+)"/).map { $0.output.1 + "/" } ?? ""
    let folder = ["example": "docs/examples", "tests": "Tests"][kind] ?? "Sources"
    let list = arguments.firstMatch(of: /\b(?:on: |dependencies: \[)((?:"[^"]*"[,\s]*)+)/)?.output.1 ?? ""
    return Target(
      name: name, path: path ?? "\(folder)/\(group)\(name)", dependencies: words(list))
  }

  /// The words of some texts in quotes.
  private static func words(_ texts: Substring) -> [String] {
    texts.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
  }
}
