internal import Glibc

/// Files that are read as a whole, because they are small.
enum SmallFile {
  /// No route that a person has drawn or walked is larger.
  static let limit = 64 << 20

  /// Why a file is not read.
  struct Failure: Error, Hashable, CustomStringConvertible {
    var description: String
  }

  /// The bytes of a file.
  static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    let number = errno
    guard descriptor >= 0 else { throw failed("cannot be opened", number) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(description: "this is no file")
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      let number = errno
      if count > 0 { bytes += piece[0..<count] }
      guard bytes.count <= limit else {
        throw Failure(description: "it has more than \(limit >> 20) MB; simplify it")
      }
      if count == 0 { return bytes }
      if count < 0, number != EINTR { throw failed("cannot be read", number) }
    }
  }

  private static func failed(_ what: String, _ number: CInt) -> Failure {
    Failure(description: "it \(what): \(unsafe String(cString: strerror(number)))")
  }
}
