package import CGPSPageFiles

/// A file of the web page, embedded in the program.
package struct PageFile: Sendable {
  /// The URL path of the file.
  package let path: String
  /// The media type sent to browsers.
  package let type: String
  /// The contents as sent to browsers.
  package let bytes: [UInt8]

  /// All files of the page, separately.
  package static let all = unsafe Self.all(in: gpsbridge_page_files)

  /// The files of the page as a service sends them: one script for the last position, and one for all other
  /// code that is always loaded.
  package static let joined = PageBundles.joining(all, heads: ["/early.js", "/main.js"])

  /// The JSON Schema of records, as in the documentation.
  package static let schema = unsafe contents(of: gpsbridge_records_schema.pointee)

  /// Returns the files of a table in C; `Page/index.html` has the path `/`.
  package static func all(in table: UnsafePointer<gpsbridge_embedded_file>) -> [PageFile] {
    var (next, files) = unsafe (table, [PageFile]())
    while let name = unsafe next.pointee.path {
      let path = unsafe String(cString: name).dropFirst("Page".utf8.count)
      files.append(unsafe PageFile(path == "/index.html" ? "/" : String(path), contents(of: next.pointee)))
      unsafe next += 1
    }
    return files
  }

  /// Returns the bytes of a file in C.
  package static func contents(of file: gpsbridge_embedded_file) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  /// A file as it was written; browsers get a script, a style or a page without its comments.
  package init(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    (type, self.bytes) =
      switch path.split(separator: ".").last {
      case "js": ("text/javascript; charset=utf-8", Self.withoutComments(bytes) { CompactScript.compact($0) })
      case "css": ("text/css; charset=utf-8", Self.withoutComments(bytes) { CompactScript.compactStyle($0) })
      case "svg": ("image/svg+xml", bytes)
      case "png": ("image/png", bytes)
      case "json": ("application/manifest+json", bytes)
      case "bin": ("application/octet-stream", bytes)
      default: ("text/html; charset=utf-8", Self.withoutComments(bytes))
      }
  }

  /// The file with other, unchanged contents.
  init(_ file: PageFile, bytes: [UInt8]) { (path, type, self.bytes) = (file.path, file.type, bytes) }

  /// Removes comments and indentation from a page, a script or a style sheet.
  ///
  /// It works line by line: no comment of several lines may follow code on its first line, and no string may
  /// span lines.
  ///
  /// - Parameters:
  ///   - bytes: The source file.
  ///   - compact: Shortens a line, and ends it where a line end is needed.
  /// - Returns: The lines that browsers need.
  static func withoutComments(
    _ bytes: [UInt8], _ compact: (ArraySlice<UInt8>) -> [UInt8] = { $0 + [UInt8(ascii: "\n")] }
  ) -> [UInt8] {
    var kept: [UInt8] = []
    var isInComment = false
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      if !isInComment, text.starts(with: "/*".utf8) { isInComment = true }
      if isInComment {
        isInComment = !text.reversed().starts(with: "/*".utf8)
      } else if !text.isEmpty, !text.starts(with: "//".utf8) {
        kept += compact(text)
      }
    }
    return kept
  }
}
