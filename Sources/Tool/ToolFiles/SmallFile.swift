package import CommandLineTable
internal import Glibc
internal import Texts

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
    do throws(SystemFault) {
      // A name that nobody could foresee, so that no link waits there.
      let (descriptor, beside) = try TemporaryName.open(in: PathCall.split(path).folder, mode: 0o600)
      do throws(SystemFault) {
        defer { close(descriptor) }
        try fill(descriptor, bytes)
        try check(unsafe rename(PathCall.text(beside), PathCall.text(path)))
      } catch {
        unsafe unlink(PathCall.text(beside))
        throw error
      }
    } catch {
      throw failure(error.number, path)
    }
  }

  private static func fill(_ descriptor: CInt, _ bytes: [UInt8]) throws(SystemFault) {
    let output = ByteOutput(descriptor)
    output.write(bytes)
    output.flush()
    if let number = output.failure { throw SystemFault(number: number) }
    try check(fsync(descriptor))
  }

  private static func check(_ answer: CInt) throws(SystemFault) {
    let number = errno
    if answer != 0 { throw SystemFault(number: number) }
  }

  /// Makes a folder, and those above it that are missing, for this user alone.
  package static func makeFolder(_ path: [UInt8]) throws(ToolError) {
    let ends = path.indices.filter { $0 > 0 && path[$0] == UInt8(ascii: "/") } + [path.count]
    for end in ends {
      let made = unsafe Array(path[..<end]).withName { unsafe mkdir($0, 0o700) }
      let number = errno
      if made != 0, number != EEXIST, end == path.count { throw failure(number, path) }
    }
  }

  /// Removes a file; one that is not there is gone already.
  package static func remove(_ path: String) {
    _ = unsafe Array(path.utf8).withName { unsafe unlink($0) }
  }

  /// The files in a folder, sorted by name; none where there is no such folder.
  package static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      var name = unsafe entry.pointee.d_name
      let bytes = unsafe withUnsafeBytes(of: &name) { bytes in unsafe Array(bytes.prefix { $0 != 0 }) }
      names.append(String(decoding: bytes, as: UTF8.self))
    }
    return names.sorted()
  }

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

extension [UInt8] {
  /// The name in C's form, for as long as the call lasts.
  fileprivate func withName(_ body: (UnsafePointer<CChar>) -> CInt) -> CInt {
    unsafe (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { name in
      unsafe name.baseAddress.map { unsafe body($0) } ?? -1
    }
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

  private static func folder(_ variable: String, or name: String) -> String? {
    // The rules want absolute paths, and others to be passed over.
    if let folder = environment(variable), folder.hasPrefix("/") { return folder + "/gpsbridge" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(name)/gpsbridge"
  }
}
