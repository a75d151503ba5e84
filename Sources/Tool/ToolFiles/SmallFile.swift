package import CommandLineTable
internal import Glibc
internal import GPSSystemCalls
internal import GPSBase

/// Files of a few kilobytes, read and written as a whole.
package enum SmallFile {
  /// Settings and memories are never longer; what is, is something else.
  private static let most = 1 << 20

  /// The bytes of a file.
  ///
  /// - Returns: Nil if there is no such file.
  /// - Throws: A complaint if it can't be read, or is far too long.
  package static func read(_ path: [UInt8]) throws(ToolError) -> [UInt8]? {
    var status = stat()
    let found = unsafe (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { name in
      unsafe name.baseAddress.map { unsafe stat($0, &status) } ?? -1
    }
    let number = errno
    if found != 0, number == ENOENT || number == ENOTDIR { return nil }
    var input = try ByteInput(opening: path)
    var bytes: [UInt8] = []
    do throws(ReadFailure) {
      while bytes.count <= most, try input.read({ for index in $0.indices { bytes.append($0[index]) } }) {}
    } catch {
      throw OpenFailure.reading(error.number, VisibleText.escaped(path), after: bytes.count)
    }
    guard bytes.count <= most else {
      throw ToolError(
        code: "too_long", exit: .usage, message: "\(VisibleText.escaped(path)) is longer than a megabyte",
        reason: nil,
        hint: "look at what it is")
    }
    return bytes
  }

  /// Writes a file as a whole, for this user alone: readers find the old bytes or the new ones, also after a power cut.
  package static func write(_ bytes: [UInt8], to path: [UInt8]) throws(ToolError) {
    do throws(Errno) { try Kernel.replaceFile(path, with: bytes) } catch {
      throw failure(error.rawValue, path)
    }
  }

  /// Makes a folder, and those above it that are missing, for this user alone.
  package static func makeFolder(_ path: [UInt8]) throws(ToolError) {
    do throws(Errno) { try Kernel.makeFolder(path) } catch { throw failure(error.rawValue, path) }
  }

  /// Removes a file, if it is there and may be.
  package static func remove(_ path: String) { try? Kernel.removeFile(Array(path.utf8)) }

  /// The files in a folder, sorted by name.
  package static func names(in path: String) -> [String] { Kernel.names(in: path) }

  private static func failure(_ number: CInt, _ path: [UInt8]) -> ToolError {
    var complaint = OpenFailure.complaint(number, path)
    complaint.message = "cannot write \(VisibleText.escaped(path)): \(SystemError.text(number))"
    complaint.reason = nil
    complaint.hint =
      switch complaint.exit {
      case .notFound: "make the folder first, or name another"
      case .permissionDenied: "name a folder of your own, or do it as its owner"
      default: SystemError.writingHint(number)
      }
    return complaint
  }
}

/// The folders of settings and of state, by the rules of XDG.
package enum UserFolders {
  /// The files of settings, in the order in which they count.
  package static var configurations: [String] {
    let folders = ["/etc/gpsbridge", userConfiguration].compactMap { $0 }
    return folders.flatMap { folder in
      let parts = SmallFile.names(in: folder + "/config.d").filter { $0.hasSuffix(".json5") }
      return ["\(folder)/config.json5"] + parts.map { "\(folder)/config.d/\($0)" }
    }
  }

  /// The folder for the user's own settings; nil for a user without a home.
  package static var userConfiguration: String? { folder("XDG_CONFIG_HOME", or: ".config") }

  /// The folder for what the program remembers; nil for a user without a home.
  package static var state: String? { folder("XDG_STATE_HOME", or: ".local/state") }

  /// A variable of the environment; nil if it is missing or empty.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The names of all variables of the environment.
  package static var environmentNames: [String] {
    let bytes = (try? SmallFile.read(Array("/proc/self/environ".utf8))).flatMap(\.self) ?? []
    return bytes.split(separator: 0).map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }
  }

  private static func folder(_ variable: String, or name: String) -> String? {
    // The rules want absolute paths, and others to be passed over.
    if let folder = environment(variable), folder.hasPrefix("/") { return folder + "/gpsbridge" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(name)/gpsbridge"
  }
}
