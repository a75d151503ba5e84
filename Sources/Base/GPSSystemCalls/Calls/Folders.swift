import Glibc

// Files of a folder that is open: what others rename or link meanwhile leads nowhere else.

extension Kernel {
  /// Opens a folder, to open files in it.
  package static func openFolder(_ path: String) throws(Errno) -> CInt {
    guard !path.utf8.contains(0) else { throw .noSuchFile }
    return try call { unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  /// Opens a plain file of a folder to read it.
  ///
  /// A link is refused, wherever it leads, and so is anything else that is no file; a pipe is not waited for.
  ///
  /// - Parameters:
  ///   - name: The name in the folder; a path is refused.
  ///   - folder: The folder's descriptor.
  /// - Returns: The descriptor, and how many bytes there are.
  /// - Throws: What the kernel said; that there is no such file for what is no plain one.
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

  /// Reads from a place of a file, at most as much as a buffer has room for; the buffer keeps its length.
  package static func read(_ descriptor: CInt, at place: Int64, into buffer: inout [UInt8]) throws(Errno)
    -> Int
  {
    try count {
      unsafe buffer.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(place))
      }
    }
  }
}
