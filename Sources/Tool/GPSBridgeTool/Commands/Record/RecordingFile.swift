internal import Glibc
internal import GPSBase
internal import GPSSystemCalls

/// A growing recording: consistent after each write, so that a crash does not damage it.
///
/// Written bytes survive the end of the program; once synced they also survive a crash of the machine.
///
/// The file is locked (`flock`) while it grows, so that no other recording replaces it.
struct RecordingFile: Sendable {
  private(set) var path: [UInt8]
  private(set) var size = 0
  private var isSynced = true
  private let descriptor: CInt
  /// Whether it is a regular file rather than a device or a pipe.
  let isRegular: Bool
  /// Its name until the first bytes are written; until then the old file stays in place.
  private var temporary: [UInt8]?
  /// The file to be replaced, locked until then.
  private var replaced: CInt?
  /// How long to wait for a reader that accepts no bytes.
  private let patience: ReaderPatience

  /// Creates a file; an existing one is replaced only on request, and links are never followed.
  init(_ path: [UInt8], overwrites: Bool, patience: ReaderPatience = ReaderPatience()) throws(ToolError) {
    (self.path, self.patience) = (path, patience)
    let name = VisibleText.escaped(path)
    do throws(Errno) {
      if case .stream(let stream) = try Self.place(path, overwrites) {
        isRegular = false
        descriptor = try PlaceOpening.outputStream(stream, followsLinks: false)
        return
      }
      isRegular = true
      let folder = PathCall.split(path).folder
      let mode = PathCall.mode(in: folder)
      if overwrites, Kernel.node(path, ofLink: true) != nil {
        replaced = try Self.lockExisting(path)
        (descriptor, temporary) = try Kernel.createUnique(in: folder, O_RDWR | O_APPEND, permissions: mode)
      } else {
        descriptor = try Kernel.create(path, O_WRONLY | O_APPEND, permissions: mode)
      }
      // Some file systems have no locks.
      try? Kernel.lock(descriptor)
    } catch  where error.rawValue == EEXIST {
      throw OutputFailure.exists(name)
    } catch  where error.rawValue == EWOULDBLOCK {
      throw Self.isBeingRecorded(name)
    } catch { throw OutputFailure.opening(error.rawValue, name) }
    Self.syncFolder(of: path)
  }

  /// Standard output.
  init(patience: ReaderPatience = ReaderPatience()) {
    self.patience = patience
    path = Array("-".utf8)
    descriptor = STDOUT_FILENO
    isRegular = false
  }

  /// The kind of file at a path; refuses a folder, and leaves other errors to the opening of the file.
  private static func place(_ path: [UInt8], _ overwrites: Bool) throws(Errno) -> OutputPlace {
    let node = Kernel.node(path, ofLink: true)
    if node?.kind == S_IFDIR { throw Errno(EISDIR) }
    // The kernel would report that it is a directory.
    if node == nil, path.last == UInt8(ascii: "/") { throw Errno(ENOENT) }
    return node?.isStream == true ? .stream(path) : .file(path, mode: nil)
  }

  /// Appends complete lines; on failure, none of them remains.
  mutating func append(_ bytes: [UInt8]) throws(Errno) {
    var written = 0
    while written < bytes.count {
      if !isRegular { try waitForReader() }
      let size = min(bytes.count - written, isRegular ? .max : Self.pieceOfPipe)
      do throws(Errno) {
        written += try Kernel.write(descriptor, bytes.span.extracting(written..<written + size))
      } catch  where error != .wouldBlock {
        cutToWholeLines()
        throw error
      } catch {}
    }
    try takeName()
    size += bytes.count
    isSynced = false
  }

  /// The number of bytes that a writable pipe accepts without blocking.
  private static let pieceOfPipe = 4096

  /// Waits until a pipe or a device accepts bytes.
  ///
  /// - Throws: `EAGAIN` if its reader accepts none within a second after the recording's end.
  private func waitForReader() throws(Errno) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while unsafe poll(&request, 1, 50) <= 0 { if patience.isOver { throw Errno(EAGAIN) } }
  }

  /// Removes a partial line after a failed write, without extending a file that another program has cut.
  private func cutToWholeLines() {
    guard isRegular, let file = Kernel.node(of: descriptor), file.size > size else { return }
    ftruncate(descriptor, size)
  }

  /// Replaces the old file, now that the new one has content.
  private mutating func takeName() throws(Errno) {
    guard let temporary else { return }
    try Kernel.moveFile(temporary, to: path)
    self.temporary = nil
    if let replaced { Glibc.close(replaced) }
    replaced = nil
    Self.syncFolder(of: path)
  }

  /// Renames the file within its folder.
  ///
  /// - Throws: `EEXIST` if another file has that name.
  mutating func rename(to name: [UInt8]) throws(Errno) {
    guard temporary == nil, isRegular else { return }
    // Unlike `rename`, `link` never replaces another file.
    try Kernel.addName(name, of: path)
    try? Kernel.removeFile(path)
    path = name
    Self.syncFolder(of: path)
  }

  /// Syncs the file, so that its bytes survive a crash of the machine.
  mutating func sync() throws(Errno) {
    guard !isSynced, isRegular else { return }
    _ = try Kernel.call { fdatasync(descriptor) }
    isSynced = true
  }

  /// Syncs and closes the file; it must not be used afterward.
  mutating func finish() throws(Errno) {
    defer { close() }
    try sync()
  }

  /// Closes the file and removes it, unless its name belongs to another file by now.
  func discard() {
    let name = temporary ?? path
    if isRegular, Self.leads(name, to: descriptor) { try? Kernel.removeFile(name) }
    close()
  }

  /// Closes the file as it is; it must not be used afterward.
  func close() {
    if descriptor != STDOUT_FILENO { Glibc.close(descriptor) }
    if let replaced { Glibc.close(replaced) }
  }

  /// A new name survives a crash only if its folder is synced too.
  private static func syncFolder(of path: [UInt8]) {
    guard let folder = try? Kernel.open(PathCall.split(path).folder, O_RDONLY | O_DIRECTORY) else { return }
    fsync(folder)
    Glibc.close(folder)
  }

  // MARK: - Other programs

  /// The action of another program that removed the file from its name, or bytes from the file.
  enum Loss: String {
    case removed, renamed
    case truncated = "cut short"
  }

  /// The damage done by another program; nil if the file with its name has all that was written.
  var loss: Loss? {
    guard isRegular, temporary == nil, let own = Kernel.node(of: descriptor) else { return nil }
    if own.names == 0 { return .removed }
    if own.size < size { return .truncated }
    do throws(Errno) { return try Kernel.look(path, ofLink: true).isSame(as: own) ? nil : .renamed } catch {
      return error == .noSuchFile ? .renamed : nil
    }
  }

  static func isBeingRecorded(_ path: [UInt8]) -> Bool {
    do throws(Errno) {
      if let file = try lockExisting(path) { Glibc.close(file) }
      return false
    } catch { return error.rawValue == EWOULDBLOCK }
  }

  /// Opens and locks the file with a name; nil if it can't be opened.
  ///
  /// - Throws: `EWOULDBLOCK` if another recording holds it.
  private static func lockExisting(_ path: [UInt8]) throws(Errno) -> CInt? {
    while let file = try? Kernel.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) {
      do throws(Errno) { try Kernel.lock(file) } catch  where error == .wouldBlock {
        Glibc.close(file)
        throw Errno(EWOULDBLOCK)
      } catch {
        // The file system has no locks.
        return file
      }
      // The previous lock holder may have replaced the file before releasing it.
      if leads(path, to: file) { return file }
      Glibc.close(file)
    }
    return nil
  }

  private static func leads(_ path: [UInt8], to descriptor: CInt) -> Bool {
    guard let own = Kernel.node(of: descriptor) else { return false }
    return Kernel.node(path, ofLink: true)?.isSame(as: own) == true
  }

  private static func isBeingRecorded(_ name: String) -> ToolError {
    ToolError(
      code: "busy", exit: .busy, message: "another recording is being written to \(name)",
      reason: "its file is locked", remedy: "end that recording, or choose another name")
  }
}
