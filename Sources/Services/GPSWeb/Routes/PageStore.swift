internal import GPSPageFiles
internal import GPSWebHost

/// The files of the page with their tags, created on first use.
struct PageStore: Sendable {
  static let shared = PageStore()

  private let files: [String: WebFile]
  let schema: WebFile

  private init() {
    files = Dictionary(
      PageFile.joined.map { ($0.path, WebFile(type: $0.type, bytes: $0.bytes)) },
      uniquingKeysWith: { first, _ in first })
    schema = WebFile(type: "application/schema+json", bytes: PageFile.schema)
  }

  subscript(path: String) -> WebFile? { files[path] }
}
