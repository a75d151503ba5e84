internal import Glibc
internal import GPSSystemCalls
internal import GPSBase

/// Reads and writes whole files of a few kilobytes.
package enum SmallFile {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - pipes: Whether it may be a pipe, which is read for at most ten seconds.
  /// - Returns: Nil if there is no such file.
  /// - Throws: A complaint if it can't be read, or is far too long.
  package static func read(_ path: [UInt8], pipes: Bool = true) throws(ToolError) -> [UInt8]? {
    var kind: UInt32?
    do throws(Errno) { kind = try Kernel.look(path).kind } catch {
      if error == .noSuchFile || error.rawValue == ENOTDIR { return nil }
    }
    if kind == S_IFDIR {
      throw ToolError(
        code: "is_a_directory", exit: .usage, message: "\(VisibleText.escaped(path)) is a directory",
        reason: "a file is needed", remedy: "name a file, or remove the directory")
    }
    var input = try ByteInput(opening: path)
    guard pipes || !input.isLive else {
      throw ToolError(
        code: "not_a_file", exit: .usage, message: "\(VisibleText.escaped(path)) is not a regular file",
        reason: "settings are read from files alone", remedy: "remove it, or put a file in its place")
    }
    var bytes: [UInt8] = []
    let deadline = input.isLive ? ContinuousClock.now + .seconds(10) : nil
    do throws(Errno) {
      while bytes.count <= Kernel.smallFile,
        try input.read(until: deadline, { for index in $0.indices { bytes.append($0[index]) } })
      {}
    } catch  where error.rawValue == ETIMEDOUT {
      throw ToolError(
        code: "not_a_file", exit: .usage,
        message: "\(VisibleText.escaped(path)) is a pipe that no program writes to",
        reason: "waited for 10 s", remedy: "name a file, or start its writer")
    } catch { throw OpenFailure.reading(error.rawValue, VisibleText.escaped(path), after: bytes.count) }
    guard bytes.count <= Kernel.smallFile else {
      throw ToolError(
        code: "too_long", exit: .usage, message: "\(VisibleText.escaped(path)) is longer than a megabyte",
        remedy: "check what it is")
    }
    return bytes
  }

  /// Replaces a whole file atomically, even if the power fails; only this user can read it.
  package static func write(_ bytes: [UInt8], to path: [UInt8]) throws(ToolError) {
    do throws(Errno) { try Kernel.replaceFile(path, with: bytes) } catch {
      throw failure(error.rawValue, path)
    }
  }

  /// Creates a folder and its missing parents, for this user only.
  static func makeFolder(_ path: [UInt8]) throws(ToolError) {
    do throws(Errno) { try Kernel.makeFolder(path) } catch { throw failure(error.rawValue, path) }
  }

  /// Runs a function that reads, changes and replaces files of a folder, while no other program does so.
  ///
  /// - Throws: A complaint if another program holds the folder for five seconds.
  static func holding<Answer>(
    _ folder: [UInt8], _ body: () throws(ToolError) -> Answer
  ) throws(ToolError) -> Answer {
    try makeFolder(folder)
    // If the folder can't be opened, the body reports why.
    guard let descriptor = try? Kernel.open(folder, O_RDONLY | O_DIRECTORY) else { return try body() }
    defer { close(descriptor) }
    for _ in 0..<250 {
      if isLocked(descriptor) { return try body() }
      _ = poll(nil, 0, 20)
    }
    throw ToolError(
      code: "busy", exit: .busy, message: "another program is changing \(VisibleText.escaped(folder))",
      reason: "its lock was held for 5 s", remedy: "wait for that program, and try again")
  }

  /// Locks a folder; also returns true on a file system without locks.
  private static func isLocked(_ descriptor: CInt) -> Bool {
    do throws(Errno) { try Kernel.lock(descriptor) } catch { return error != .wouldBlock }
    return true
  }

  /// Removes a file; ignores errors, such as for a missing file.
  static func remove(_ path: String) { try? Kernel.removeFile(Array(path.utf8)) }

  private static func failure(_ number: CInt, _ path: [UInt8]) -> ToolError {
    var complaint = OpenFailure.complaint(number, path)
    complaint.message = "cannot write \(VisibleText.escaped(path)): \(Errno(number).words)"
    complaint.reason = nil
    complaint.remedy =
      switch complaint.exit {
      case .notFound: "create the folder first, or name another"
      case .permissionDenied: "name a folder of your own, or do it as its owner"
      default: OutputFailure.remedy(number)
      }
    return complaint
  }
}

/// The XDG folders for settings and state.
package enum UserFolders {
  /// The settings files, in order of increasing precedence.
  static var configurations: [String] {
    let folders = ["/etc/gpsbridge", userConfiguration].compactMap { $0 }
    return folders.flatMap { folder in
      let parts = Kernel.names(in: folder + "/config.d").filter { $0.hasSuffix(".json5") }
      return ["\(folder)/config.json5"] + parts.map { "\(folder)/config.d/\($0)" }
    }
  }

  /// The folder of the user's settings; nil for a user without a home.
  static var userConfiguration: String? { folder("XDG_CONFIG_HOME", or: ".config") }

  /// The folder of the program's stored data; nil for a user without a home.
  package static var state: String? { folder("XDG_STATE_HOME", or: ".local/state") }

  /// An environment variable; nil if it is missing or empty.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  static var environmentNames: [String] {
    let bytes = (try? SmallFile.read(Array("/proc/self/environ".utf8))).flatMap(\.self) ?? []
    return bytes.split(separator: 0).map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }
  }

  private static func folder(_ variable: String, or name: String) -> String? {
    // The XDG specification requires absolute paths, and says to ignore others.
    if let folder = environment(variable), folder.hasPrefix("/") { return folder + "/gpsbridge" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(name)/gpsbridge"
  }
}
