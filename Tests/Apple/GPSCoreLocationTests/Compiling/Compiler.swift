import Foundation
import TestSupport

/// Runs the compiler on programs of somebody else, against the modules that this very test program was built from.
///
/// It is what an outside package would be built with, without its building all of this once more.
enum Compiler {
  /// How strictly a package asks for isolation.
  enum Mode: CaseIterable {
    case swift5, swift6, mainActor

    var words: [String] {
      switch self {
      case .swift5: ["-swift-version", "5"]
      case .swift6: ["-swift-version", "6"]
      case .mainActor: ["-swift-version", "6", "-default-isolation", "MainActor"]
      }
    }
  }

  /// A message of the compiler about a line.
  struct Diagnostic {
    var file: String
    var line: Int
    var isError: Bool
    var message: String
  }

  /// The errors of the compiler, without its warnings.
  static func complaints(about texts: [String: String]) throws -> [String] {
    try diagnostics(of: texts).filter(\.isError).map(\.message)
  }

  /// Compiles a module of these texts, named by their keys; the one named `main` is a script.
  ///
  /// A library with these sources is a module beside it, of the fifth language mode.
  static func diagnostics(
    of texts: [String: String], in mode: Mode = .swift6, inPackage: Bool = false, with library: URL? = nil
  ) throws -> [Diagnostic] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "case-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    if let library {
      let sources = try FileManager.default.contentsOfDirectory(atPath: library.path).sorted()
      let name = library.lastPathComponent
      let output = try run(
        [
          "swiftc", "-emit-module", "-module-name", name, "-o", "\(folder.path)/\(name).swiftmodule",
          "-swift-version", "5", "-parse-as-library",
        ] + sources.map { library.appending(path: $0).path })
      guard output.isEmpty else { throw Failure(output: output) }
    }
    let files = try texts.sorted { $0.key < $1.key }.map { name, text in
      let file = folder.appending(path: name + ".swift")
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let output = try run(
      ["swiftc", "-emit-sil", "-o", "/dev/null", "-whole-module-optimization"] + mode.words
        + (texts["main"] == nil ? ["-parse-as-library"] : []) + (inPackage ? ["-package-name", package] : [])
        + [
          "-module-name", "Outside", "-I", build.appending(path: "Modules").path, "-I", folder.path,
          "-diagnostic-style", "llvm",
        ] + modulesOfC.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + files)
    return output.split(separator: "\n").compactMap { line in
      for (word, isError) in [(": error: ", true), (": warning: ", false)] {
        guard let range = line.firstRange(of: word) else { continue }
        // In front of it stand the path, the line and the column.
        let place = line[..<range.lowerBound].split(separator: ":")
        let file = URL(filePath: String(place.first ?? "")).deletingPathExtension().lastPathComponent
        return Diagnostic(
          file: file, line: place.dropFirst().first.flatMap { Int($0) } ?? 0, isError: isError,
          message: String(line[range.upperBound...]))
      }
      return nil
    }
  }

  struct Failure: Error {
    let output: String
  }

  /// The text of a case of our own.
  static func text(of name: String) throws -> String {
    let cases = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    return try String(contentsOf: cases.appending(path: name + ".swift"), encoding: .utf8)
  }

  /// The names of the cases in a folder.
  static func names(in folder: String) throws -> [String] {
    let cases = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/" + folder)
    return try FileManager.default.contentsOfDirectory(atPath: cases.path)
      .filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(6)) }.sorted()
  }

  /// The folder of the project.
  static let root = URL(filePath: ProjectFolder.path)

  /// The name that SwiftPM gives this package: its folder's as an identifier.
  private static let package = String(
    root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

  /// The folder that this program was built into.
  static let build = Program.own.deletingLastPathComponent()

  /// Where the modules in C are described that ours import.
  private static let modulesOfC =
    ["CGPSSerial", "CGPSEventLoop", "CGPSMicrohttpd", "CGPSZlib", "CGPSPageFiles", "CGPSSQLite"].map {
      "\(build.path)/\($0).build/module.modulemap"
    } + ["\(root.path)/Sources/Core/CGPSUdev/module.modulemap"]

  private static func run(_ words: [String]) throws -> String {
    let run = try OtherProgram("/usr/bin/env", words, seconds: 600)
    return run.output + run.errors
  }
}

/// The test program itself.
enum Program {
  static let own = URL(
    filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/")
}
