import FoundationEssentials

/// The targets of this package, as SwiftPM reads them from its manifest.
struct Manifest {
  /// A target; its dependencies are in the order of the manifest.
  struct Target: Decodable {
    var name: String
    var path: String
    var dependencies: [String]

    init(_ name: String, at path: String, on dependencies: [String] = []) {
      self.name = name
      self.path = path
      self.dependencies = dependencies
    }

    /// The folder of a module's group in `Sources`.
    var group: String { String(path.split(separator: "/")[1]) }

    private enum Key: CodingKey { case name, path, dependencies }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      let others = try values.decode([[String: [String?]]].self, forKey: .dependencies)
      self.init(
        try values.decode(String.self, forKey: .name), at: try values.decode(String.self, forKey: .path),
        on: others.flatMap(\.values).compactMap { $0.first ?? nil })
    }
  }

  private struct Dump: Decodable {
    struct Product: Decodable { var name: String }

    var targets: [Target]
    var products: [Product]
  }

  let targets: [Target]
  /// The names of libraries and programs.
  let products: Set<String>
  /// The modules in `Sources`.
  let modules: [String: Target]
  /// Folders in `Sources` that hold modules, not files.
  let groups: Set<String>

  /// The manifest of this package.
  static let ours = Manifest(of: SourceTree.root)

  init(_ targets: [Target], products: Set<String> = []) {
    self.targets = targets
    self.products = products
    let modules = targets.filter { $0.path.hasPrefix("Sources/") }
    self.modules = Dictionary(modules.map { ($0.name, $0) }) { first, _ in first }
    groups = Set(modules.map(\.group))
  }

  private init(of folder: String) {
    let text = (try? dump(folder)) ?? ""
    let read = try? JSONDecoder().decode(Dump.self, from: Data(text.utf8))
    self.init(read?.targets ?? [], products: Set(read?.products.map(\.name) ?? []))
  }
}

/// What `swift package dump-package` prints for the manifest in a folder.
func dump(_ folder: String) throws -> String {
  try output(of: "env -u GPSBRIDGE_TESTS swift package dump-package --package-path '\(folder)'")
}
