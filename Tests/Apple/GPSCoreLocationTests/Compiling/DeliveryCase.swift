import Foundation

/// A program that uses GPSDelivery: one of `Cases/Delivery`, or an adapter to another library, which has a stand-in of its shapes
/// in the package of `make outside`.
struct DeliveryCase {
  let name: String
  private let library: String?

  private static let outside = Compiler.root.appending(path: "Tests/Apparatus/Outside/reactive")

  init(_ name: String, with library: String? = nil) {
    self.name = name
    self.library = library
  }

  var text: String {
    get throws {
      guard library != nil else { return try Compiler.text(of: "Delivery/" + name) }
      let adapter = Self.outside.appending(path: "Tests/ReactiveTests/\(name).swift")
      return try String(contentsOf: adapter, encoding: .utf8)
    }
  }

  /// What the compiler reports as errors.
  ///
  /// As a part of this package, a case may use the lock.
  func errors() throws -> [Compiler.Diagnostic] {
    let texts = try ["Dial": Compiler.text(of: "Delivery/Dial"), name: text]
    let sources = library.map { Self.outside.appending(path: "Sources/\($0)") }
    return try Compiler.diagnostics(of: texts, inPackage: true, with: sources).filter(\.isError)
  }

  /// The errors that the text expects: the line, and how the message begins.
  var expectations: [(line: Int, message: String)] {
    get throws {
      try text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
        index, line in
        line.firstRange(of: "// error: ").map { (index + 1, String(line[$0.upperBound...])) }
      }
    }
  }
}
