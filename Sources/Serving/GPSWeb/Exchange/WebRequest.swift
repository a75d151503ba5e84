internal import GPSSockets

/// One name and its value: a header of a request or an answer, or a parameter behind the `?`.
struct WebField: Sendable, Hashable {
  var name: String, value: String

  init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// The memory that it takes in a connection: what was sent, and a place in a list.
  ///
  /// Of cookies there is a copy, in which each has its place.
  var weight: Int {
    let size = name.utf8.count + value.utf8.count + Self.place
    guard isNamed("Cookie") else { return size }
    return size + value.utf8.count + value.utf8.count { $0 == UInt8(ascii: "=") } * Self.place
  }

  /// What a list takes for each of its members, and the four characters around it.
  private static let place = 68

  /// Whether it has a name, which counts without its case.
  func isNamed(_ other: String) -> Bool {
    let (name, other) = (name.utf8, other.utf8)
    return name.count == other.count
      && zip(name, other).allSatisfy { Self.lowercased($0) == Self.lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}

/// A request of a browser or a program, without the connection on which it came.
///
/// Rules and routes take this value and nothing else, so a test, a recording and a fuzzer can ask as a stranger would.
struct WebRequest: Sendable, Hashable {
  /// The method as it was sent.
  var method = "GET"
  /// The path, with `%` escapes undone, and with whatever a stranger put in it.
  var path: String
  /// The name and the port in an address that is whole, as proxies send it.
  private(set) var authority: String?
  /// The memory that the address takes in a connection.
  private(set) var addressWeight: Int
  /// The parameters behind the `?`, escapes undone, in their order.
  var query: [WebField] = []
  /// The headers in their order; a name may come twice.
  var headers: [WebField] = []
  /// The other end.
  var peer = EndAddress.four(0x7F00_0001, port: 0)
  /// Whether the connection is encrypted.
  var isSecure = false
  /// Whether a body follows.
  var hasBody = false
  /// Whether a parameter has an escape that is none, a zero, or text that is no UTF-8: nobody knows what it was to say.
  private(set) var hasWrongEscape = false

  init(path: String) { (self.path, addressWeight) = (path, path.utf8.count) }

  /// Reads a path as it was sent; one with escapes that are none, or with a zero, leads nowhere.
  init(target: String) {
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

  /// Adds a parameter as it was sent.
  mutating func add(parameter field: WebField) {
    addressWeight += field.weight
    guard let name = URLText.unescaped(field.name, isQuery: true),
      let value = URLText.unescaped(field.value, isQuery: true)
    else {
      hasWrongEscape = true
      return
    }
    query.append(WebField(name, value))
  }

  /// The memory that its head takes in a connection.
  var weight: Int { headers.reduce(addressWeight) { $0 + $1.weight } }

  /// All values of a header.
  func headers(_ name: String) -> [String] { headers.filter { $0.isNamed(name) }.map(\.value) }

  /// The first value of a header.
  func header(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }

  /// The first value of a parameter.
  func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
