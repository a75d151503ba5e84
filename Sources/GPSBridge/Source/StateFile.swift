internal import Glibc

/// Small files in which something is remembered from one run to the next, for this user alone.
enum StateFile {
  /// Something longer is no memory of ours.
  private static let most = 1 << 20

  static func read(_ path: String) throws(PortMemory.FileError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw PortMemory.FileError(.reading, path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw PortMemory.FileError(.reading, path)
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= most else { throw PortMemory.FileError(.reading, path, errno: EFBIG) }
    }
  }

  /// Writes a file as a whole: readers find the old bytes or the new ones, also after a power cut.
  static func write(_ bytes: [UInt8], to path: String) throws(PortMemory.FileError) {
    // A name that nobody can foresee, so that no link waits there.
    let beside = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let descriptor = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw PortMemory.FileError(.writing, path) }
    do throws(PortMemory.FileError) {
      defer { close(descriptor) }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw PortMemory.FileError(.writing, path) }
        rest = rest.dropFirst(count)
      }
      guard fsync(descriptor) == 0, unsafe rename(beside, path) == 0 else {
        throw PortMemory.FileError(.writing, path)
      }
    } catch {
      unsafe unlink(beside)
      throw error
    }
  }

  /// Removes a file; one that is not there is gone already.
  static func remove(_ path: String) throws(PortMemory.FileError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw PortMemory.FileError(.writing, path) }
  }

  /// Makes a folder, and those above it that are missing.
  static func makeFolder(_ path: String) throws(PortMemory.FileError) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      let isMade = unsafe mkdir(made, 0o700) == 0
      // A folder above may be there and closed: only the last one has to be ours.
      guard isMade || errno == EEXIST || made != path else { throw PortMemory.FileError(.writing, path) }
    }
  }

  /// The files in a folder, sorted by name; none where there is no such folder.
  static func names(in path: String) throws(PortMemory.FileError) -> [String] {
    guard let folder = unsafe opendir(path) else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw PortMemory.FileError(.reading, path)
    }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      var name = unsafe entry.pointee.d_name
      let bytes = unsafe withUnsafeBytes(of: &name) { bytes in unsafe Array(bytes.prefix { $0 != 0 }) }
      names.append(String(decoding: bytes, as: UTF8.self))
    }
    return names.sorted()
  }
}
