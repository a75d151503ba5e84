package import GPSSockets

/// A name and its value: a header of a request or an answer, or a query parameter.
package struct WebField: Sendable, Hashable {
  package var name: String, value: String

  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// The memory that the field needs in a connection, in bytes: its text, and an entry in a list.
  ///
  /// The library keeps a copy of cookies, with an entry for each.
  var weight: Int {
    let size = name.utf8.count + value.utf8.count + Self.place
    guard isNamed("Cookie") else { return size }
    return size + value.utf8.count + value.utf8.count { $0 == UInt8(ascii: "=") } * Self.place
  }

  /// The size of a list entry in bytes, including the four characters around the text.
  private static let place = 68

  /// Whether the field has this name, ignoring case.
  package func isNamed(_ other: String) -> Bool {
    let (name, other) = (name.utf8, other.utf8)
    return name.count == other.count
      && zip(name, other).allSatisfy { Self.lowercased($0) == Self.lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}

/// A request of a browser or a program, without the connection on which it came.
///
/// Rules and routes see only this value, so a test or a fuzzer can send any request a client could.
package struct WebRequest: Sendable, Hashable {
  package var method = "GET"
  /// The path with `%` escapes decoded; it is untrusted.
  package var path: String
  /// The host and port of an absolute-form target, as proxies send it.
  private(set) var authority: String?
  /// The memory that the address needs in a connection, in bytes.
  private(set) var addressWeight: Int
  /// The query parameters in order, with escapes decoded.
  package var query: [WebField] = []
  /// The headers in order; a name may appear twice.
  package var headers: [WebField] = []
  package var peer = EndAddress.four(0x7F00_0001, port: 0)
  /// Whether the connection is encrypted.
  var isSecure = false
  package var hasBody = false
  /// Whether a parameter has an invalid escape, a zero byte, or text that is not UTF-8, and so is refused.
  private(set) var hasWrongEscape = false

  package init(path: String) { (self.path, addressWeight) = (path, path.utf8.count) }

  /// Parses a target as it was sent; the path is empty if it has an invalid escape or a zero byte.
  package init(target: String) {
    addressWeight = target.utf8.count
    var rest = target[...]
    for scheme in ["http://", "https://"] where target.prefix(scheme.count).lowercased() == scheme {
      let behind = target.dropFirst(scheme.count)
      let end = behind.firstIndex(of: "/") ?? behind.endIndex
      authority = String(behind[..<end])
      rest = end == behind.endIndex ? "/" : behind[end...]
    }
    path = URLText.unescaped(String(rest), isQuery: false) ?? ""
  }

  package mutating func add(parameter field: WebField) {
    addressWeight += field.weight
    guard let name = URLText.unescaped(field.name, isQuery: true),
      let value = URLText.unescaped(field.value, isQuery: true)
    else {
      hasWrongEscape = true
      return
    }
    query.append(WebField(name, value))
  }

  /// The memory that the request's head needs in a connection, in bytes.
  var weight: Int { headers.reduce(addressWeight) { $0 + $1.weight } }

  package func headers(_ name: String) -> [String] { headers.filter { $0.isNamed(name) }.map(\.value) }

  package func header(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }

  package func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }

  var acceptsGzip: Bool {
    headers("Accept-Encoding").contains { value in
      value.split(separator: ",").contains { entry in
        let words = entry.lowercased().filter { $0 != " " && $0 != "\t" }.split(separator: ";")
        let isRefused = words.dropFirst().contains { word in
          word.hasPrefix("q=") && word.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
        }
        return words.first == "gzip" && !isRefused
      }
    }
  }

  /// Whether the client already has the version with this tag.
  package func hasTag(_ tag: String) -> Bool {
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
