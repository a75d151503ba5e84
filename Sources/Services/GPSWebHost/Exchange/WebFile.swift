internal import CGPSZlib
internal import GPSSystemCalls

/// A file of a page, and the tag that tells a browser whether its copy is current.
package struct WebFile: Sendable {
  package let type: String
  package let bytes: [UInt8]
  package let tag: String
  /// The compressed bytes, after the first request for them; empty if they save little, or without zlib.
  private let compressed = Guarded<[UInt8]?>(nil)
  private let library: String

  /// The name of zlib's file; only tests use another name.
  package init(type: String, bytes: [UInt8], library: String = "libz.so.1") {
    (self.type, self.bytes, self.library) = (type, bytes, library)
    // FNV-1a: it distinguishes versions of a file; it is not a security measure.
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    tag = "\"" + String(sum, radix: 16) + "\""
  }

  /// The file, compressed for a client that accepts that, or 304 if the client has it already.
  package func answer(to request: WebRequest) -> WebAnswer {
    let packed = request.acceptsGzip ? compressedBytes : []
    // Each form has a tag of its own: a cache must not take one for the other.
    let tag = packed.isEmpty ? tag : tag.dropLast() + "-gzip\""
    var headers = [
      WebField("ETag", tag), WebField("Cache-Control", "no-cache"), WebField("Vary", "Accept-Encoding"),
    ]
    if request.hasTag(tag) { return WebAnswer(304, type, [], headers: headers) }
    guard !packed.isEmpty else { return WebAnswer(200, type, bytes, headers: headers) }
    headers.append(WebField("Content-Encoding", "gzip"))
    return WebAnswer(200, type, packed, headers: headers)
  }

  private var compressedBytes: [UInt8] {
    compressed.withLock { known in
      if let known { return known }
      let packed = unsafe gpsbridge_zlib_open(library) ? packed() : []
      known = packed
      return packed
    }
  }

  private func packed() -> [UInt8] {
    // Less than a tenth is not worth the decompression.
    let most = bytes.count / 10 * 9
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { room in
      let count = unsafe gpsbridge_zlib_compress(bytes, bytes.count, room.baseAddress, most)
      return unsafe [UInt8](room[..<count])
    }
  }
}
