internal import GPSPageFiles

/// The files of the page with their tags, created on first use.
struct PageStore: Sendable {
  /// A file, and the tag that tells a browser whether its copy is current.
  struct File: Sendable {
    let type: String
    let bytes: [UInt8]
    let tag: String

    init(type: String, bytes: [UInt8]) {
      (self.type, self.bytes) = (type, bytes)
      // FNV-1a: it distinguishes versions of a file; it is not a security measure.
      var sum: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      tag = "\"" + String(sum, radix: 16) + "\""
    }

    /// The file, or 304 if the browser has it already.
    func answer(to request: WebRequest) -> WebAnswer {
      let headers = [WebField("ETag", tag), WebField("Cache-Control", "no-cache")]
      return request.hasTag(tag)
        ? WebAnswer(304, type, [], headers: headers) : WebAnswer(200, type, bytes, headers: headers)
    }
  }

  static let shared = PageStore()

  private let files: [String: File]
  /// The JSON Schema of records.
  let schema: File

  private init() {
    files = Dictionary(
      PageFile.all.map { ($0.path, File(type: $0.type, bytes: $0.bytes)) },
      uniquingKeysWith: { first, _ in first })
    schema = File(type: "application/schema+json", bytes: PageFile.schema)
  }

  subscript(path: String) -> File? { files[path] }
}

extension WebRequest {
  /// Whether the client already has the version with this tag.
  func hasTag(_ tag: String) -> Bool {
    headers("If-None-Match").contains { value in
      value.split(separator: ",").contains { entry in
        var entry = entry.drop { $0 == " " }
        if entry.hasPrefix("W/") { entry = entry.dropFirst(2) }
        while entry.last == " " { entry.removeLast() }
        return entry == tag || entry == "*"
      }
    }
  }
}
