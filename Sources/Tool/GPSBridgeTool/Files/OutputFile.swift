internal import GPSSystemCalls
internal import Glibc
internal import GPSBase

/// A file that appears when it is complete; until then it has no name, or a temporary one.
///
/// Bytes for a device or a pipe are written directly.
package final class OutputFile {
  package let output: ByteOutput
  /// A folder with space for bytes that must wait.
  package let folder: [UInt8]
  package let name: String

  private let place: OutputPlace
  private let overwrites: Bool
  private let descriptor: CInt
  /// Its temporary name, if the file system needs one.
  private var temporary: [UInt8]?

  /// Opens it; `-` is standard output.
  package init(_ path: [UInt8], overwrites: Bool) throws(ToolError) {
    place = try OutputPlace(path, overwrites: overwrites)
    self.overwrites = overwrites
    name = place == .standardOutput ? "standard output" : VisibleText.escaped(path)
    do throws(Errno) {
      switch place {
      case .standardOutput: (descriptor, folder) = (STDOUT_FILENO, Self.roomyFolder)
      case .stream(let path):
        (descriptor, folder) = (try PlaceOpening.outputStream(path, followsLinks: true), Self.roomyFolder)
      case .file(let path, let mode):
        folder = PathCall.split(path).folder
        let newMode = PathCall.mode(in: folder)
        if let unnamed = try? Unnamed.openReally(in: folder, mode: newMode) {
          descriptor = unnamed
        } else {
          (descriptor, temporary) = try Kernel.createUnique(in: folder, O_RDWR, permissions: newMode)
        }
        // Users who could not read the old file must not be able to read the new one.
        if let mode, let own = Kernel.node(of: descriptor) { fchmod(descriptor, own.mode & mode) }
      }
    } catch { throw OutputFailure.opening(error.rawValue, VisibleText.escaped(path)) }
    output = ByteOutput(descriptor)
  }

  deinit {
    if let temporary { try? Kernel.removeFile(temporary) }
    if place != .standardOutput { close(descriptor) }
  }

  /// Completes the file: from now on it exists, even after a power failure.
  package func finish() throws(ToolError) {
    try check()
    guard case .file(let path, _) = place else { return }
    do throws(Errno) {
      try Kernel.synchronize(descriptor)
      try giveName(path)
    } catch  where error.rawValue == EEXIST {
      throw OutputFailure.exists(name)
    } catch { throw OutputFailure.writing(error.rawValue, name, left: "it was not created") }
  }

  /// Throws if something could not be written; a reader that has gone is not an error.
  func check() throws(ToolError) {
    output.flush()
    guard let failure = output.failure, failure != EPIPE else { return }
    var left = output.hasWritten ? "earlier output is there" : "nothing was written"
    if case .file(_, let mode) = place {
      left = mode == nil ? "it was not created" : "the old one is as it was"
    }
    throw OutputFailure.writing(failure, name, left: left)
  }

  // MARK: - Naming

  private func giveName(_ path: [UInt8]) throws(Errno) {
    guard overwrites else { return try nameNew(path) }
    let name = temporary ?? Kernel.uniqueName(in: folder)
    if temporary == nil { try linkUnnamed(as: name) }
    temporary = name
    try Kernel.moveFile(name, to: path)
    temporary = nil
  }

  /// Never replaces a file created meanwhile, which `link` refuses atomically.
  private func nameNew(_ path: [UInt8]) throws(Errno) {
    guard let temporary else { return try linkUnnamed(as: path) }
    do throws(Errno) {
      try Kernel.addName(path, of: temporary)
    } catch  where error.rawValue == EPERM || error.rawValue == EOPNOTSUPP {
      // On a file system without links, such as a memory stick's, we can only check again.
      if Kernel.node(path, ofLink: true) != nil { throw Errno(EEXIST) }
      try Kernel.moveFile(temporary, to: path)
      self.temporary = nil
    }
  }

  private func linkUnnamed(as path: [UInt8]) throws(Errno) {
    _ = try Kernel.call {
      unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, PathCall.text(path), AT_SYMLINK_FOLLOW)
    }
  }

  /// A folder for large temporary files; `/tmp` may be memory.
  private static let roomyFolder = Array((UserFolders.environment("TMPDIR") ?? "/var/tmp").utf8)
}
