import Foundation
import Testing

/// `make outside` builds the examples as a package of their own, and runs them.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `An example as its readers build it` {
  static let folder = Compiler.root.appending(path: "docs/examples")
  static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.filter {
    FileManager.default.fileExists(atPath: "\(folder.path)/\($0)/main.swift")
  }

  @Test func `compiles without a warning`() throws {
    let names = try #require(Self.names)
    #expect(names.count == 10)
    for name in names {
      let files = try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder.path)/\(name)")
      var texts: [String: String] = [:]
      for file in files {
        let text = try String(contentsOf: Self.folder.appending(path: "\(name)/\(file)"), encoding: .utf8)
        texts[String(file.dropLast(".swift".count))] = text
      }
      let reported = try Compiler.diagnostics(of: texts).map(\.message)
      #expect(reported.isEmpty, "\(name): \(reported)")
    }
  }
}
