internal import GPSSystemCalls
internal import GPSBase
internal import Glibc

/// Opens pipes and devices without waiting for the program at the other end.
///
/// An `open` of a FIFO waits until the other end is opened, and no limit or signal of ours ends that wait.
enum PlaceOpening {
  /// Opens a recording or a file of settings for reading.
  ///
  /// - Returns: The descriptor, and whether the input may pause before its next bytes.
  static func input(_ path: [UInt8]) throws(ToolError) -> (descriptor: CInt, isLive: Bool) {
    let name = VisibleText.escaped(path)
    let opened: CInt
    // Not as a controlling terminal: a recording may be named like a port.
    do throws(Errno) { opened = try Kernel.open(path, O_RDONLY | O_NONBLOCK) } catch {
      if error.rawValue == ENXIO, Kernel.node(path)?.kind == S_IFSOCK { throw InputKind.socket(name) }
      throw OpenFailure.complaint(error.rawValue, path)
    }
    guard let node = Kernel.node(of: opened) else { return (opened, true) }
    // Reading a device such as `/dev/zero` never ends; `/dev/null` is an empty file.
    let isEndless = node.isCharacterDevice && node.major == 1 && node.minor != 3
    if node.kind == S_IFDIR || node.kind == S_IFBLK || isEndless {
      close(opened)
      throw node.kind == S_IFDIR ? OpenFailure.reading(EISDIR, name, after: 0) : InputKind.device(name)
    }
    return (opened, !node.isFile)
  }

  /// Opens a pipe or a device for writing.
  ///
  /// A FIFO without a reader is tried for a second: a script may start the reader after this program.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLinks: Whether the last part of the path may be a symbolic link.
  /// - Returns: The descriptor.
  /// - Throws: `ENXIO` if no program reads the FIFO, `EXDEV` if it is not for this user.
  static func outputStream(_ path: [UInt8], followsLinks: Bool) throws(Errno) -> CInt {
    let flags = O_WRONLY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
    var attempts = 0
    while true {
      do throws(Errno) {
        let opened = try Kernel.open(path, flags)
        guard mayReceive(opened, path) else {
          close(opened)
          throw Errno(EXDEV)
        }
        return opened
      } catch  where error.rawValue == ENXIO && Kernel.node(path)?.kind != S_IFIFO {
        // A name without a device; a FIFO has the same error.
        throw Errno(ENODEV)
      } catch  where error.rawValue == ENXIO && attempts < 20 {
        attempts += 1
        _ = poll(nil, 0, 50)
      }
    }
  }

  /// Whether positions may be written to a pipe or a device.
  ///
  /// In a folder that others may write to, a pipe of another user was perhaps put there to receive them.
  private static func mayReceive(_ descriptor: CInt, _ path: [UInt8]) -> Bool {
    guard let node = Kernel.node(of: descriptor) else { return false }
    if node.isTrusted { return true }
    // A pipe without a name, such as /dev/fd/63, was given to this program by its parent.
    guard let target = PathCall.resolved(path), let folder = Kernel.node(PathCall.split(target).folder) else {
      return true
    }
    return !folder.isShared
  }
}

/// Why the file at a source's path can't be a recording.
private enum InputKind {
  static func device(_ name: String) -> ToolError {
    ToolError(
      code: "not_a_file", exit: .usage, message: "\(name) is a device",
      reason: "a file, a pipe or standard input is needed", remedy: "name a file, or a receiver's serial port"
    )
  }

  static func socket(_ name: String) -> ToolError {
    ToolError(
      code: "not_a_file", exit: .usage, message: "\(name) is a socket",
      reason: "a socket can't be opened as a file",
      remedy: "read it through a pipe: socat -u UNIX-CONNECT:\(name) - | gpsbridge watch -")
  }
}
