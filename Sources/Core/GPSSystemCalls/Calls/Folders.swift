import Glibc

// Access to files relative to an open folder, which renames and links can't redirect.

extension Kernel {
  package static func openFolder(_ path: String) throws(Errno) -> CInt {
    try open(Array(path.utf8), O_RDONLY | O_DIRECTORY)
  }

  /// Opens a regular file in a folder for reading.
  ///
  /// Links and anything else that is not a regular file are rejected, without waiting for a pipe's writer.
  ///
  /// - Parameters:
  ///   - name: The name in the folder; paths are rejected.
  ///   - folder: The folder's descriptor.
  /// - Returns: The descriptor and the size of the file in bytes.
  /// - Throws: The kernel's error; "no such file" for anything that is not a regular file.
  package static func openFile(_ name: String, in folder: CInt) throws(Errno) -> (CInt, size: Int64) {
    guard !name.utf8.contains(0), !name.utf8.contains(UInt8(ascii: "/")) else { throw .noSuchFile }
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = try call { unsafe openat(folder, name, flags) }
    guard let node = node(of: descriptor), node.isFile else {
      try? close(descriptor)
      throw .noSuchFile
    }
    return (descriptor, node.size)
  }

  /// Reads from an offset of a file, up to the length of the buffer, which does not change.
  package static func read(_ descriptor: CInt, at place: Int64, into buffer: inout [UInt8]) throws(Errno)
    -> Int
  {
    try call {
      unsafe buffer.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(place))
      }
    }
  }

  /// Writes at an offset of a file, as many bytes as the kernel accepts at once.
  package static func write(_ descriptor: CInt, at place: Int64, _ bytes: borrowing Span<UInt8>) throws(Errno)
    -> Int
  {
    try call {
      unsafe bytes.withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(place))
      }
    }
  }
}
