/// A file of a page, and the tag that tells a browser whether its copy is current.
package struct WebFile: Sendable {
  package let type: String
  package let bytes: [UInt8]
  package let tag: String

  package init(type: String, bytes: [UInt8]) {
    (self.type, self.bytes) = (type, bytes)
    // FNV-1a: it distinguishes versions of a file; it is not a security measure.
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    tag = "\"" + String(sum, radix: 16) + "\""
  }

  /// The file, or 304 if the browser has it already.
  package func answer(to request: WebRequest) -> WebAnswer {
    let headers = [WebField("ETag", tag), WebField("Cache-Control", "no-cache")]
    return request.hasTag(tag)
      ? WebAnswer(304, type, [], headers: headers) : WebAnswer(200, type, bytes, headers: headers)
  }
}
