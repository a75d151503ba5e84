internal import GPSPageFiles

/// The files of the page with their tags, made once, when the page is first asked for.
struct PageStore: Sendable {
  /// A file, and the tag by which a browser knows that it has it already.
  struct File: Sendable {
    let type: String
    let bytes: [UInt8]
    let tag: String

    init(type: String, bytes: [UInt8]) {
      (self.type, self.bytes) = (type, bytes)
      // FNV-1a: it tells versions of a file apart, and keeps nobody out.
      var sum: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      tag = "\"" + String(sum, radix: 16) + "\""
    }

    /// The file, or that the browser has it already.
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
  /// Whether the other end says that it has what a tag names.
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
