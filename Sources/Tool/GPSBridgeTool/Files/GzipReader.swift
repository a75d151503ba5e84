internal import CGPSZlib
internal import GPSSystemCalls
internal import Glibc

/// Decompresses gzip data in pieces.
@safe final class GzipReader {
  private let reader: OpaquePointer
  private var room = [UInt8](repeating: 0, count: 65_536)
  /// Whether bytes that were read may have more content.
  private(set) var mayHaveMore = false

  static let markLength = 3

  /// Whether bytes begin like a gzip file, with its only method.
  static func mayBegin(with bytes: Span<UInt8>) -> Bool {
    bytes.count >= markLength && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8
  }

  /// - Throws: `ELIBACC` if zlib can't be loaded.
  init() throws(Errno) {
    guard unsafe gpsbridge_zlib_open("libz.so.1") else { throw Errno(ELIBACC) }
    guard let begun = unsafe gpsbridge_zlib_begin() else { throw Errno(ENOMEM) }
    unsafe reader = begun
  }

  deinit { unsafe gpsbridge_zlib_end(reader) }

  /// Passes the content of the next bytes to a function, at most 64 KiB of it.
  ///
  /// - Returns: The number of bytes read, and the size of their content.
  /// - Throws: `EBADMSG` if they are damaged.
  func read(_ bytes: Span<UInt8>, _ take: (Span<UInt8>) -> Void) throws(Errno) -> (read: Int, made: Int) {
    var (count, made) = (bytes.count, 0)
    let isFine = unsafe bytes.withUnsafeBytes { bytes in
      unsafe room.withUnsafeMutableBytes { room in
        unsafe gpsbridge_zlib_read(reader, bytes.baseAddress, &count, room.baseAddress, room.count, &made)
      }
    }
    if made > 0 { take(room.span.extracting(0..<made)) }
    guard isFine, count + made > 0 || bytes.isEmpty else { throw Errno(EBADMSG) }
    mayHaveMore = made == room.count
    return (count, made)
  }

  /// Whether everything that was read is complete.
  var hasEnded: Bool { unsafe gpsbridge_zlib_hasEnded(reader) }
}
