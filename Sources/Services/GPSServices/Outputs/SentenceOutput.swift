internal import GPSFormats
internal import GPSSockets
internal import GPSBase

/// A destination of sentences and their selection: `tcp:127.0.0.1:10110,from=fix,only=RMC+GGA`.
struct SentenceOutput: Sendable, Hashable {
  /// The transport of sentences.
  enum Way: Sendable, Hashable {
    /// A listening socket; all its clients receive the sentences.
    case clients(ServiceAddress)
    /// Datagrams to one machine or to a group.
    case datagrams(DatagramTarget)
    /// A pseudo-terminal, with the path of a link to it.
    case port(link: String)
  }

  let way: Way
  private(set) var filter = SentenceFilter()
  /// The maximum number of hops for datagrams.
  private(set) var hops: Int?
  private(set) var interface: String?

  /// The reason why a text is not a valid output.
  struct Invalid: Error, Hashable, Sendable {
    let found: String, expected: String

    init(_ found: some StringProtocol, _ expected: String) {
      self.found = "“\(VisibleText.escaped(found.utf8))”"
      self.expected = expected
    }

    fileprivate init(_ wrong: ServiceAddress.Invalid) { (found, expected) = (wrong.found, wrong.expected) }
    fileprivate init(_ wrong: CoarseCell.InvalidSize) { (found, expected) = (wrong.found, wrong.expected) }
  }

  /// Parses `tcp:`, `udp:` or `unix:`, an address, and comma-separated options.
  init(_ text: String) throws(Invalid) {
    let (place, options) = Self.split(text)
    let kind = place.prefix { $0 != ":" }
    let address = String(place.dropFirst(kind.count + 1))
    switch kind {
    case "tcp", "unix": way = .clients(try Self.address(address, isPath: kind == "unix"))
    case "udp": way = .datagrams(try Self.target(address))
    default: throw Invalid(place, "tcp:HOST:PORT, udp:HOST:PORT or unix:PATH")
    }
    try take(options)
  }

  /// Parses the path of a link to a pseudo-terminal, and comma-separated options.
  init(link text: String) throws(Invalid) {
    let (link, options) = Self.split(text)
    guard !link.isEmpty, !link.utf8.contains(0), link.utf8.count < 4096 else {
      throw Invalid(link, "a path, such as /run/gpsbridge/tty")
    }
    way = .port(link: String(link))
    try take(options)
  }

  /// The path of a Unix socket in the file system; nil for other outputs.
  var path: String? { if case .clients(.path(let path)) = way { path } else { nil } }

  /// Whether another output has the same destination, apart from the choice of sentences.
  func isSamePlace(as other: SentenceOutput) -> Bool {
    way == other.way && hops == other.hops && interface == other.interface
  }

  private static func split(_ text: String) -> (Substring, [Substring]) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    return (parts.first ?? "", Array(parts.dropFirst()))
  }

  private static func address(_ text: String, isPath: Bool) throws(Invalid) -> ServiceAddress {
    let address: ServiceAddress
    do throws(ServiceAddress.Invalid) { address = try ServiceAddress(text) } catch { throw Invalid(error) }
    if case .path = address, !isPath { throw Invalid(text, "a port after tcp:, such as tcp:10110") }
    if case .path = address { return address }
    if isPath { throw Invalid(text, "a path after unix: that begins with / or @") }
    return address
  }

  private static func target(_ text: String) throws(Invalid) -> DatagramTarget {
    let expected = "a numeric address and a port, such as 192.168.1.5:10110 or [ff02::1]:10110"
    guard let colon = text.lastIndex(of: ":") else { throw Invalid(text, expected) }
    var host = text[..<colon]
    if host == "localhost" { host = "127.0.0.1" }
    let digits = text[text.index(after: colon)...]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard let port = UInt16(digits), port > 0, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let target = DatagramTarget(host: String(host), port: port)
    else { throw Invalid(text, expected) }
    return target
  }

  // MARK: - Options

  private mutating func take(_ options: [Substring]) throws(Invalid) {
    for option in options {
      let key = option.prefix { $0 != "=" }
      let value = String(option.dropFirst(key.count + 1))
      switch (key, way) {
      case ("ttl", .datagrams):
        guard let number = Int(value), 1...255 ~= number else { throw Invalid(option, "ttl=1 to ttl=255") }
        hops = number
      case ("if", .datagrams):
        guard 1...15 ~= value.utf8.count else {
          throw Invalid(option, "the name of an interface, such as if=eth0")
        }
        interface = value
      case ("ttl", _), ("if", _): throw Invalid(option, "udp: if \(key) is given")
      default: try filter.take(key, value, option)
      }
    }
  }
}

/// The sentences for an output, and their rate.
struct SentenceFilter: Sendable, Hashable {
  /// Whether to generate sentences from fixes even if the receiver sends its own.
  private(set) var fromFixes = false
  /// The talker of generated sentences; nil to match the satellites in use.
  private(set) var talker: String?
  /// The names of the sentences to send; nil for all.
  private(set) var only: Set<String>?
  /// The maximum number of epochs per second.
  private(set) var rate: Double?
  private(set) var cell: CoarseCell?

  fileprivate mutating func take(
    _ key: Substring, _ value: String, _ option: Substring
  ) throws(SentenceOutput.Invalid) {
    let letters = value.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }
    switch key {
    case "from":
      guard value == "fix" else { throw .init(option, "from=fix; without it sentences are sent as received") }
      fromFixes = true
    case "talker":
      guard value.utf8.count == 2, letters else {
        throw .init(option, "two capital letters, such as talker=GP")
      }
      talker = value
    case "only":
      let names = value.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
      let areNames = names.allSatisfy { name in
        3...8 ~= name.utf8.count && name.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }
      }
      guard areNames else { throw .init(option, "names of sentences, such as only=RMC+GGA") }
      only = Set(names)
    case "rate":
      guard let number = Double(value), 0.01...100 ~= number else {
        throw .init(option, "epochs a second from 0.01 to 100, such as rate=1")
      }
      rate = number
    case "coarse":
      do throws(CoarseCell.InvalidSize) { cell = try CoarseCell(value) } catch { throw .init(error) }
    default: throw .init(option, "from=, talker=, only=, rate=, coarse=, and for udp ttl= and if=")
    }
  }

  /// The kinds of sentences to generate from fixes.
  var kinds: Set<NMEAEpochWriter.Kind> {
    let all = Set(NMEAEpochWriter.Kind.allCases)
    return only.map { only in all.filter { only.contains($0.rawValue) } } ?? all
  }
}
