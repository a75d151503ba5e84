package import Glibc

/// The kernel refused something, and this is its number for why.
package struct SystemFault: Error, Hashable {
  package var number: CInt

  package init(
    number: CInt
  ) {
    self.number = number
  }
}

/// Calls of the kernel that take the bytes of a path.
package enum PathCall {
  /// The bytes as C wants them.
  package static func text(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }

  /// The status of a file: of a symbolic link itself, or of its target.
  package static func look(_ path: [UInt8], followsLinks: Bool) -> Result<stat, SystemFault> {
    var status = stat()
    let answer =
      unsafe followsLinks ? stat(text(path), &status) : lstat(text(path), &status)
    let number = errno
    return answer == 0 ? .success(status) : .failure(SystemFault(number: number))
  }

  /// The kind of file at a path, links followed; nil if there is none.
  static func kind(_ path: [UInt8]) -> mode_t? {
    guard case .success(let status) = look(path, followsLinks: true) else { return nil }
    return status.st_mode & S_IFMT
  }

  /// Opens a file, and does so again where a signal came between.
  package static func open(_ path: [UInt8], _ flags: CInt, mode: mode_t = 0) throws(SystemFault) -> CInt {
    while true {
      let descriptor = unsafe Glibc.open(text(path), flags | O_CLOEXEC, mode)
      let number = errno
      if descriptor >= 0 { return descriptor }
      if number != EINTR { throw SystemFault(number: number) }
    }
  }

  /// The folder that a path lies in, and its name there.
  package static func split(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return (Array(".".utf8), path) }
    return (slash == 0 ? Array("/".utf8) : Array(path[..<slash]), Array(path[(slash + 1)...]))
  }

  /// The mode of a new file in a folder.
  ///
  /// Recorded places are private, so in a folder open to everybody only the owner may read the file; others may never
  /// write it.
  package static func mode(in folder: [UInt8]) -> mode_t {
    guard case .success(let status) = look(folder, followsLinks: true) else { return 0o600 }
    return status.st_mode & S_IWOTH == 0 ? 0o644 : 0o600
  }

  /// The path with all symbolic links followed; nil if it leads nowhere.
  static func resolved(_ path: [UInt8]) -> [UInt8]? {
    guard let found = unsafe realpath(text(path), nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe Array(String(cString: found).utf8)
  }
}

/// Files without a name, which vanish when they are closed.
enum Unnamed {
  /// The flag for one, which C makes of two: a file system may not have them.
  private static let flag = CInt(0o20_000_000) | O_DIRECTORY

  /// Opens one for reading and writing.
  static func open(in folder: [UInt8], mode: mode_t) throws(SystemFault) -> CInt {
    if let descriptor = try? openReally(in: folder, mode: mode) { return descriptor }
    let (descriptor, name) = try TemporaryName.open(in: folder, mode: mode)
    unsafe unlink(PathCall.text(name))
    return descriptor
  }

  /// Opens one where the file system can do that.
  static func openReally(in folder: [UInt8], mode: mode_t) throws(SystemFault) -> CInt {
    try PathCall.open(folder, flag | O_RDWR, mode: mode)
  }
}

/// Names that no other file has.
package enum TemporaryName {
  /// Makes a file under a new name beside others; no link is followed.
  package static func open(
    in folder: [UInt8], mode: mode_t, flags: CInt = 0
  ) throws(SystemFault) -> (CInt, [UInt8]) {
    while true {
      let name = make(in: folder)
      do throws(SystemFault) {
        return (try PathCall.open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | flags, mode: mode), name)
      } catch  where error.number == EEXIST {
        continue
      }
    }
  }

  /// A name in a folder, by chance.
  static func make(in folder: [UInt8]) -> [UInt8] {
    let number = UInt64.random(in: 0...UInt64.max)
    return folder + Array("/.gpsbridge-\(String(number, radix: 36))".utf8)
  }
}

/// The kernel's error numbers in words.
package enum SystemError {
  /// The kernel's own words.
  package static func text(_ number: CInt) -> String {
    guard let words = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: words)
  }

  /// The remedy when the output can't be written.
  package static func writingHint(_ number: CInt) -> String {
    switch number {
    case ENOSPC, EDQUOT: "make room there, or write somewhere else"
    case EBADF: "give it a standard output"
    default: "look at where the output goes"
    }
  }
}
