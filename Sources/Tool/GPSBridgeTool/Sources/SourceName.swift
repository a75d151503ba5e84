internal import GPSBridge
internal import GPSSystemCalls
internal import Glibc
internal import SerialPorts
internal import GPSBase

/// The parsed operand SOURCE: one grammar for all commands.
///
/// | written | means |
/// |---|---|
/// | nothing | the source in `GPSBRIDGE_SOURCE` or a settings file, else `auto` |
/// | `auto` | the receiver that is plugged in |
/// | `/dev/ttyACM0`, a link to it, a pseudo-terminal | this port |
/// | `id:…`, `path:…`, `serial:…`, `usb:1546:01a8` | the port of this device or place |
/// | `sim:walk?seed=7` | a simulated receiver |
/// | `gpsd://host/dev/ttyUSB0`, `tcp://host:10110`, `udp://:10110` | a receiver on the network |
/// | `walk.nmea` | a recording |
/// | `store`, `store:track.db` | the track store of this user, or a file |
/// | `-` | standard input |
///
/// A file whose name looks like one of the others needs its folder: `./auto`.
package enum SourceName: Hashable, Sendable {
  case automatic
  /// The text for `Receiver.shared(named:)`.
  case port(String)
  /// The text for `Receiver.shared(named:)`, with its `sim:`.
  case simulated(String)
  /// The text for `Receiver.shared(named:)`: a server's address, or a local address for datagrams.
  case network(String)
  case file(Argument)
  case standardInput
  /// A track store: a path, or `auto`.
  case store(Argument)

  package init(named text: String) throws(ToolError) { try self.init(written: Argument(text)) }

  /// Parses an argument, which need not be UTF-8.
  package init(written argument: Argument) throws(ToolError) {
    let text = argument.text
    switch text {
    case "":
      throw ToolError(
        code: "malformed_source", exit: .usage, message: "SOURCE is empty",
        reason: "a port, a recording, sim:NAME, an address or - is needed",
        remedy: "leave it out for the receiver that is plugged in")
    case "-": self = .standardInput
    case "auto": self = .automatic
    case "store": self = .store(Argument("auto"))
    default:
      // Its path need not be UTF-8.
      let prefix = Array("store:".utf8)
      if argument.bytes.starts(with: prefix) {
        self = .store(Argument(Array(argument.bytes.dropFirst(prefix.count))))
        return
      }
      if let scheme = Self.scheme(of: text) {
        self = try Self.named(text, scheme)
      } else {
        self = try Self.path(argument)
      }
    }
  }

  /// Whether it names a receiver rather than a recording.
  package var isLive: Bool {
    switch self {
    case .automatic, .port, .simulated, .network: true
    case .file, .standardInput, .store: false
    }
  }

  var isSimulated: Bool { if case .simulated = self { true } else { false } }

  var isOnNetwork: Bool { if case .network = self { true } else { false } }

  /// The local port of the gpsd it connects to; nil for other sources and machines.
  package var portOfGPSDHere: UInt16? {
    guard case .network(let text) = self, text.hasPrefix("gpsd://") else { return nil }
    let authority = text.dropFirst("gpsd://".count).prefix { $0 != "/" }
    for host in ["localhost", "127.0.0.1", "[::1]"] where authority.hasPrefix(host) {
      let rest = authority.dropFirst(host.count)
      if rest.isEmpty { return 2947 }
      if rest.hasPrefix(":") { return UInt16(rest.dropFirst()) }
    }
    return nil
  }

  /// The source's name in records while its device is not open.
  package var device: String {
    switch self {
    case .automatic: "auto"
    case .port(let text), .simulated(let text), .network(let text): text
    case .file(let argument): argument.text
    case .standardInput: "-"
    case .store: "store"
    }
  }

  /// The source's name in messages.
  package var shown: String {
    switch self {
    case .automatic: "the receiver"
    case .port(let text), .simulated(let text), .network(let text): VisibleText.escaped(text.utf8)
    case .file(let argument): argument.shown
    case .standardInput: "standard input"
    case .store(let argument): argument.text == "auto" ? "the track store" : "store:\(argument.shown)"
    }
  }

  // MARK: - Parsing

  /// The word before a colon, if it is a known scheme.
  private static func scheme(of text: String) -> Substring? {
    guard let colon = text.firstIndex(of: ":"), !text.hasPrefix("/"), !text.hasPrefix(".") else { return nil }
    let scheme = text[..<colon]
    // An address with an unsupported protocol is not a file.
    let isAddress =
      text[colon...].hasPrefix("://") && scheme.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
    return isAddress || ["id", "path", "serial", "usb", "sim", "gpsd", "tcp", "udp", "file"].contains(scheme)
      ? scheme : nil
  }

  private static func named(_ text: String, _ scheme: Substring) throws(ToolError) -> SourceName {
    switch scheme {
    case "sim": return .simulated(text)
    case "id", "path", "serial", "usb":
      do throws(SerialPortSelectionError) { _ = try SerialPortSelector(text) } catch {
        throw ToolError(
          code: "malformed_source", exit: .usage, message: error.found, reason: error.expected,
          remedy: "gpsbridge devices lists the ports and what selects them")
      }
      return .port(text)
    case "gpsd", "tcp", "udp":
      do throws(LocationError) { _ = try NetworkDevice(text) } catch {
        throw ToolError(
          code: "malformed_source", exit: .usage, message: VisibleText.escaped(error.message.utf8),
          reason: error.remedy.map { VisibleText.escaped($0.utf8) },
          remedy: "for a file of that name write ./\(VisibleText.escaped(text.utf8))")
      }
      return .network(text)
    default:
      throw ToolError(
        code: "unknown_source", exit: .usage,
        message: "\(VisibleText.escaped(text.utf8)) is not a source that can be read",
        reason: "it is a port, a recording, sim:NAME, gpsd://HOST, tcp://HOST:PORT, udp://:PORT or -",
        remedy: "for a file of that name write ./\(VisibleText.escaped(text.utf8))")
    }
  }

  private static func path(_ argument: Argument) throws(ToolError) -> SourceName {
    let node = SourceNode(at: argument.bytes)
    if let kind = node.console {
      throw ToolError(
        code: "not_a_port", exit: .usage, message: "\(argument.shown) is not a serial port",
        reason: kind, remedy: "gpsbridge devices lists the ports")
    }
    guard node.isPort else { return .file(argument) }
    guard let text = String(validating: argument.bytes, as: UTF8.self) else {
      throw ToolError(
        code: "malformed_source", exit: .usage, message: "the port \(argument.shown) can't be named",
        reason: "its name is not UTF-8", remedy: "make a link to it that has a plain name")
    }
    return .port(text.hasPrefix("/") ? text : SourceNode.workingFolder + "/" + text)
  }
}

extension ByteInput {
  /// Opens the recording that a source names.
  ///
  /// - Throws: A complaint if it is a receiver, or can't be opened.
  package init(_ source: SourceName) throws(ToolError) {
    switch source {
    case .standardInput: self.init()
    case .file(let argument): try self.init(opening: argument.bytes)
    case .store: throw ToolError(notRecorded: source)
    case .automatic, .port, .simulated, .network:
      throw ToolError(
        code: "not_a_recording", exit: .usage,
        message: "\(source.shown) is a receiver, and a recording is needed",
        remedy: "name a file, or - for standard input")
    }
  }
}

/// The kind of file at the path of a source.
private struct SourceNode {
  /// Whether it is a port, or the path of a port that is not plugged in.
  let isPort: Bool
  /// The description of a terminal that can have no receiver; nil for anything else.
  let console: String?

  package init(at path: [UInt8]) {
    do throws(Errno) {
      let node = try Kernel.look(path)
      console = node.isCharacterDevice ? Self.console(node) : nil
      // A memory device such as `/dev/null`, with the major number 1, is read as a file.
      isPort = node.isCharacterDevice && node.major != 1 && !Self.isOwn(path)
    } catch {
      console = nil
      // A loop of links never becomes a port.
      isPort = error.rawValue != ELOOP && Self.isPlaceOfPort(path)
    }
  }

  /// Whether a port may appear at a missing path, so that we wait for it instead of reporting a missing file.
  private static func isPlaceOfPort(_ path: [UInt8]) -> Bool {
    let slash = UInt8(ascii: "/")
    guard let last = path.last, last != slash else { return false }
    // Recordings are not kept in /dev, so the device is not plugged in.
    if path.starts(with: Array("/dev/".utf8)) { return true }
    // A link to a pseudo-terminal whose program has ended.
    if Kernel.node(path, ofLink: true)?.kind == S_IFLNK { return true }
    // Such a link before its program runs: an absolute path outside the root folder whose name, unlike a
    // recording's, has no extension.
    guard path.first == slash, let end = path.lastIndex(of: slash), end > 0 else { return false }
    let name = path[(end + 1)...]
    return name.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ".") }
      && Kernel.node(path[..<end])?.kind == S_IFDIR
  }

  /// Terminals of the kernel that no cable leads to, by their major and minor numbers.
  private static func console(_ node: Kernel.Node) -> String? {
    switch (node.major, node.minor) {
    case (4, 0..<64), (5, 1): "it is a console of this machine"
    case (5, 2): "it makes a new terminal each time it is opened"
    default: nil
    }
  }

  /// Whether it is this program's own input, which is read as it is and never set up as a port.
  private static func isOwn(_ path: [UInt8]) -> Bool {
    ["/dev/stdin", "/dev/fd/", "/dev/tty", "/proc/self/"].contains { own in
      own.hasSuffix("/") ? path.starts(with: Array(own.utf8)) : path == Array(own.utf8)
    }
  }

  /// The working folder, to complete relative paths.
  static var workingFolder: String {
    guard let folder = unsafe getcwd(nil, 0) else { return "" }
    defer { unsafe free(folder) }
    let text = unsafe String(cString: folder)
    return text == "/" ? "" : text
  }
}
