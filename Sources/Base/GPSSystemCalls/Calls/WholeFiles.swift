import Glibc

// Files of a few kilobytes that are read and written as a whole, and their folders. Names are bytes: a person's file may have one that
// is not UTF-8.

extension Kernel {
  /// A whole file, where it is no longer than a limit; a longer one throws EFBIG.
  package static func wholeFile(_ path: [UInt8], limit: Int) throws(Errno) -> [UInt8] {
    let name = try cName(path)
    let descriptor = try call { unsafe Glibc.open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    defer { try? close(descriptor) }
    let bytes = try read(descriptor, limit: limit + 1)
    guard bytes.count <= limit else { throw .fileTooLarge }
    return bytes
  }

  /// Writes a file as a whole, for this user alone: readers find the old bytes or the new ones, also after a power cut.
  package static func replaceFile(_ path: [UInt8], with bytes: [UInt8]) throws(Errno) {
    let (descriptor, beside) = try makeFile(beside: path)
    do throws(Errno) {
      try fill(descriptor, bytes)
      try rename(beside, to: path)
    } catch {
      try? removeFile(beside)
      throw error
    }
  }

  /// Removes a file; one that is not there is gone already.
  package static func removeFile(_ path: [UInt8]) throws(Errno) {
    let name = try cName(path)
    do throws(Errno) {
      _ = try call { unsafe unlink(name) }
    } catch  where error == .noSuchFile {}
  }

  /// Makes a folder, and those above it that are missing, for this user alone.
  package static func makeFolder(_ path: [UInt8]) throws(Errno) {
    let ends = path.indices.filter { $0 > 0 && path[$0] == UInt8(ascii: "/") } + [path.count]
    for end in ends {
      let name = try cName(path[..<end])
      do throws(Errno) {
        _ = try call { unsafe mkdir(name, 0o700) }
      } catch  where error == .exists || end < path.count {
        // A folder above may be there and closed, or be only readable: the last one has to be ours.
      }
    }
  }

  /// Makes a file in the same folder, under a name that nobody can foresee, so that no link waits there.
  private static func makeFile(beside path: [UInt8]) throws(Errno) -> (CInt, name: [UInt8]) {
    let folder = path.prefix((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)
    while true {
      let path = folder + Array(".gpsbridge-\(String(UInt64.random(in: .min ... .max), radix: 36))".utf8)
      let name = try cName(path)
      do throws(Errno) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return (try call { unsafe Glibc.open(name, flags, 0o600) }, Array(path))
      } catch  where error == .exists {}
    }
  }

  private static func fill(_ descriptor: CInt, _ bytes: [UInt8]) throws(Errno) {
    defer { try? close(descriptor) }
    var written = 0
    while written < bytes.count { written += try write(descriptor, bytes.span.extracting(written...)) }
    try synchronize(descriptor)
  }

  private static func rename(_ path: [UInt8], to other: [UInt8]) throws(Errno) {
    let (old, new) = (try cName(path), try cName(other))
    _ = try call { unsafe Glibc.rename(old, new) }
  }

  /// A name in C's form.
  ///
  /// One with a NUL in it would lead to another file.
  private static func cName(_ path: some Collection<UInt8>) throws(Errno) -> [CChar] {
    guard !path.contains(0) else { throw .noSuchFile }
    return path.map { CChar(bitPattern: $0) } + [0]
  }
}
