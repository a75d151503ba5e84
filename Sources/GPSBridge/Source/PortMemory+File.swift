internal import Glibc

extension PortMemory {
  /// Reads a memory from a file.
  ///
  /// - Throws: That the file cannot be read, is longer than a megabyte, or is no JSON.
  public init(contentsOf path: String) throws {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(.reading, path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw FileError(.reading, path)
      }
      if count == 0 { break }
      bytes += buffer[..<count]
      // Something endless is no memory of ours.
      guard bytes.count <= 1 << 20 else { throw FileError(.reading, path, errno: EFBIG) }
    }
    try self.init(text: bytes)
  }

  /// Writes the memory to a file that only this user may read.
  ///
  /// Readers find the old text or the new one, never a part, also after a power cut.
  ///
  /// - Throws: That the file cannot be written; its folder must be there.
  public func write(to path: String) throws(FileError) {
    // A name that nobody can foresee, so that no link waits there.
    let beside = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let descriptor = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(.writing, path) }
    do throws(FileError) {
      defer { close(descriptor) }
      var rest = text[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw FileError(.writing, path) }
        rest = rest.dropFirst(count)
      }
      guard fsync(descriptor) == 0, unsafe rename(beside, path) == 0 else {
        throw FileError(.writing, path)
      }
    } catch {
      unsafe unlink(beside)
      throw error
    }
  }

  /// Why a memory could not be read or written.
  public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    enum Action: String, Sendable, Hashable { case reading = "read", writing = "write" }

    /// The file.
    public let path: String
    /// The system's number for the reason.
    public let errno: Int32
    private let action: Action

    init(_ action: Action, _ path: String, errno: Int32 = Glibc.errno) {
      self.action = action
      self.path = path
      self.errno = errno
    }

    /// The reason as a line for people: `cannot write ports.json: No space left on device`.
    public var description: String {
      let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
      return "cannot \(action.rawValue) \(ShortText.harmless(path)): \(reason)"
    }
  }
}
