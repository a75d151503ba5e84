import Glibc

/// Runs the compiler on a case, against the modules that this very test program was built from.
enum Compiler {
  /// One error, as the compiler tells it.
  struct Complaint {
    let line: Int
    let message: String
  }

  /// The complaints about a case, in the order of its lines.
  ///
  /// A library that is not here has a stand-in of its shapes in the package of ``Outside``.
  static func complaints(about name: String, with library: String? = nil) throws -> [Complaint] {
    let folder = try temporaryFolder()
    defer { _ = try? run(["rm", "-r", folder]) }
    if let library {
      // As those libraries are: of the fifth language mode.
      let output = try run(
        [
          "swiftc", "-emit-module", "-module-name", library, "-o", "\(folder)/\(library).swiftmodule",
          "-swift-version", "5", "-parse-as-library",
        ] + Outside.sources(of: library))
      guard output.isEmpty else { throw Failure(what: output) }
    }
    let output = try run([
      // To an object: that a value is sent where it must not be is found behind the checking of types.
      "swiftc", "-c", "-whole-module-optimization", "-o", "\(folder)/Case.o", "-swift-version", "6",
      "-module-name", "Case", "-package-name", package, "-I", modules, "-I", folder, "-diagnostic-style",
      "llvm", path("Dial"),
      library == nil ? path(name) : Outside.adapter(name),
    ])
    return output.split(separator: "\n").compactMap(complaint).sorted { $0.line < $1.line }
  }

  /// The reasons for which a case says it is refused: the line, and how the message begins.
  static func expectations(of name: String) throws -> [Complaint] {
    let text = try contents(path(name))
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      index, line in
      guard let marker = line.firstRange(of: "// error: ") else { return nil }
      return Complaint(line: index + 1, message: String(line[marker.upperBound...]))
    }
  }

  /// Reads `…/Case.swift:12:3: error: message`.
  private static func complaint(_ line: Substring) -> Complaint? {
    guard let marker = line.firstRange(of: ": error: ") else { return nil }
    let place = line[..<marker.lowerBound].split(separator: ":")
    guard place.count == 3, let number = Int(place[1]) else { return nil }
    return Complaint(line: number, message: String(line[marker.upperBound...]))
  }

  static func path(_ name: String) -> String { "\(here)/Cases/\(name).swift" }

  /// The folder of this file.
  static var here: String { above(#filePath) }

  /// The name that SwiftPM gives this package, which is its folder's name as an identifier.
  ///
  /// A case that has it may use the lock.
  private static var package: String {
    let name = root.split(separator: "/").last ?? ""
    return String(name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// The folder of the project.
  private static let root = above(above(above(above(here))))

  /// The folder that something lies in.
  static func above(_ path: String) -> String {
    path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }

  /// The text of a file.
  static func contents(_ path: String) throws -> String {
    guard let file = unsafe fopen(path, "r") else { throw Failure(what: "cannot open \(path)") }
    defer { unsafe fclose(file) }
    return unsafe read(file)
  }

  struct Failure: Error {
    let what: String
  }

  /// Beside the test program lie the modules it was made of.
  private static var modules: String {
    get throws {
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
      guard count > 0 else { throw Failure(what: "this program does not know where it lies") }
      let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
      return above(String(decoding: bytes, as: UTF8.self)) + "/Modules"
    }
  }

  /// The package in which the adapters of the guide are built, and run.
  enum Outside {
    private static let package = root + "/Tests/Apparatus/Outside/reactive"

    static func adapter(_ name: String) -> String { "\(package)/Tests/ReactiveTests/\(name).swift" }

    static func sources(of library: String) -> [String] {
      var found = unsafe glob_t()
      defer { unsafe globfree(&found) }
      unsafe glob("\(package)/Sources/\(library)/*.swift", 0, nil, &found)
      return unsafe (0..<Int(found.gl_pathc)).compactMap { index in
        unsafe found.gl_pathv[index].map { unsafe String(cString: $0) }
      }
    }
  }

  private static func temporaryFolder() throws -> String {
    var template = Array("/tmp/case-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Failure(what: "no temporary folder to be had") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func run(_ arguments: [String]) throws -> String {
    let command = arguments.map { "'\($0)'" }.joined(separator: " ") + " 2>&1"
    guard let pipe = unsafe popen(command, "r") else { throw Failure(what: "cannot run \(arguments[0])") }
    defer { unsafe pclose(pipe) }
    return unsafe read(pipe)
  }

  private static func read(_ file: UnsafeMutablePointer<FILE>) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
