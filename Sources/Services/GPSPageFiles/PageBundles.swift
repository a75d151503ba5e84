/// The scripts of a page; all that browsers always load are joined to a few files.
///
/// Each step of their imports would cost a browser a round trip. A bundle has a first script and all of its
/// imports, in the order in which they run. They share one scope, so no two of them may declare the same
/// name. A script that is loaded on demand stays a separate file, and imports from the bundles.
struct PageBundles {
  /// The names that are imported from each script.
  private typealias Imports = [String: Set<String>]

  private typealias Script = (imports: [(path: String, names: Set<String>)], body: ArraySlice<UInt8>)

  private var scripts: [String: Script] = [:]
  /// The first script of the bundle that a script is in.
  private var bundles: [String: String] = [:]

  /// Joins the scripts of a page.
  ///
  /// - Parameters:
  ///   - files: The files of the page, as browsers get them.
  ///   - heads: The first scripts of the bundles, whose paths the bundles have. A script belongs to the first
  ///     bundle that needs it.
  /// - Returns: The files without scripts that are part of a bundle.
  static func joining(_ files: [PageFile], heads: [String]) -> [PageFile] {
    var bundles = PageBundles(files)
    let joined = heads.map { ($0, bundles.join($0)) }
    return files.compactMap { file in
      guard let script = bundles.scripts[file.path] else { return file }
      if let (_, bytes) = joined.first(where: { $0.0 == file.path }) { return PageFile(file, bytes: bytes) }
      guard bundles.bundles[file.path] == nil else { return nil }
      var imports: Imports = [:]
      for (path, names) in script.imports {
        imports[bundles.bundles[path] ?? path, default: []].formUnion(names)
      }
      return PageFile(file, bytes: Self.text(of: imports) + script.body)
    }
  }

  private init(_ files: [PageFile]) {
    for file in files where file.type.hasPrefix("text/javascript") {
      var script: Script = ([], file.bytes[...])
      while script.body.starts(with: "import{".utf8), let end = script.body.firstIndex(of: UInt8(ascii: ";"))
      {
        // `import{a,b as c}from'./d.js'`
        let words = String(decoding: script.body[..<end].dropFirst("import{".utf8.count), as: UTF8.self)
        let names = words.prefix { $0 != "}" }
        let path = words.dropFirst(names.count + "}from'.".count).dropLast()
        script.imports.append((String(path), Set(names.split(separator: ",").map(String.init))))
        script.body = script.body[(end + 1)...]
      }
      scripts[file.path] = script
    }
  }

  private mutating func join(_ head: String) -> [UInt8] {
    var (imports, body) = (Imports(), [UInt8]())
    add(head, to: head, &imports, &body)
    return Self.text(of: imports) + body
  }

  private mutating func add(_ path: String, to head: String, _ imports: inout Imports, _ body: inout [UInt8])
  {
    guard bundles[path] == nil, let script = scripts[path] else { return }
    bundles[path] = head
    for (source, names) in script.imports {
      add(source, to: head, &imports, &body)
      if let other = bundles[source], other != head { imports[other, default: []].formUnion(names) }
    }
    body += script.body
  }

  private static func text(of imports: Imports) -> [UInt8] {
    imports.sorted { $0.key < $1.key }.flatMap { path, names in
      Array("import{\(names.sorted().joined(separator: ","))}from'.\(path)';".utf8)
    }
  }
}
