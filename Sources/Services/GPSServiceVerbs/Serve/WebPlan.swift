internal import GPSBridgeTool
internal import GPSBridge
internal import GPSSystemCalls
internal import GPSWeb
internal import GPSWebHost
internal import Glibc
internal import GPSBase
internal import TerminalKit

/// The page requested on the command line: its address, its access, and its limits.
struct WebPlan {
  private let address: String
  private let isOfThisMachine: Bool
  private let tokenFile: String?
  private let certificate: (chain: [UInt8], key: [UInt8])?
  private let hasCode: Bool
  private var options: WebOptions
  /// The flags, with the settings of files.
  private let words: ParsedArguments

  /// The default port of the page, for this machine only.
  static let usual = "8947"

  /// Parses flags, and opens nothing; nil if no page is requested.
  ///
  /// - Parameter words: The flags, including ones from settings.
  /// - Throws: A complaint about the first invalid flag.
  init?(_ words: ParsedArguments) throws(ToolError) {
    self.words = words
    guard let address = words.value(of: .webAddress) ?? (words.has(.web) ? Self.usual : nil) else {
      for flag in Flag.ofPage where words.has(flag) {
        throw words.blaming(
          Usage.contradiction(
            "--\(flag.name) is about a page, and none is requested", "add --http 8947, or leave it out"), flag
        )
      }
      return nil
    }
    self.address = address
    tokenFile = words.value(of: .tokenFile)
    do throws(ServiceFault) { isOfThisMachine = try WebServer.isOfThisMachine(address) } catch {
      throw words.blaming(ToolError(error, "--http"), .webAddress)
    }
    guard isOfThisMachine || tokenFile != nil else { throw words.blaming(.unguarded(address), .webAddress) }
    hasCode = words.has(.webCode)
    guard !hasCode || !isOfThisMachine else {
      throw words.blaming(
        Usage.contradiction(
          "--http-code is for a phone, and the page is for this machine only",
          "add --http '*:8947' and --token-file FILE"), .webCode)
    }
    certificate = words.argument(of: .certificate).flatMap { chain in
      words.argument(of: .certificateKey).map { (chain.bytes, $0.bytes) }
    }
    options = WebOptions()
    (options.version, options.stateFolder) = (Tool.version, UserFolders.state)
    options.hostNames = words.values(of: .webName)
    options.tellsPositionInMetrics = words.has(.metricsPosition)
    options.tiles = words.value(of: .tiles)
    if let folder = words.argument(of: .recordings) {
      options.recordings = try words.blaming(.recordings) { () throws(ToolError) in
        try Self.folder(folder.bytes)
      }
    }
    if let count = words.whole(of: .webListeners) { options.limits.listeners = count }
  }

  /// Opens the page, and prints its address and its access.
  ///
  /// - Parameters:
  ///   - receivers: The receivers to show.
  ///   - names: Their names, for when their ports don't distinguish them.
  ///   - keeping: The track store, for the page's past days and its `/healthz`.
  /// - Returns: The page, which is served until it is stopped.
  /// - Throws: Why it can't be opened.
  func open(
    _ receivers: [Receiver], names: [String], keeping: TrackKeeping? = nil
  ) throws(ToolError) -> WebServer {
    var options = options
    (options.names, options.past) = (names, keeping?.days)
    if let keeping { options.faults = keeping.faults }
    if let tokenFile { options.token = try token(tokenFile) }
    if let certificate {
      let chain = try text(certificate.chain, .certificate)
      options.certificate = (chain, try text(certificate.key, .certificateKey))
    }
    let server = WebServer(receivers, options: options)
    let port: UInt16
    do throws(ServiceFault) { port = try server.listen(address) } catch {
      throw words.blaming(ToolError(error, "--http"), .webAddress)
    }
    ErrorReport.say("note: the page is at \(place(port))\n")
    if !isOfThisMachine {
      let others = certificate == nil ? "; without --http-cert, so can anyone on the network" : ""
      ErrorReport.say("note: anyone with the token can see the position\(others)\n")
    }
    if hasCode { showCode(options.token ?? "", port) }
    return server
  }

  static func report(_ counts: WebCounts) -> String {
    "the page: \(counts.listeners) \(counts.listeners == 1 ? "listener" : "listeners"), "
      + "\(counts.answered) requests, \(counts.refused) of them refused; "
      + "\(counts.droppedListeners) slow listeners disconnected\n"
  }

  /// The address for a browser, never with the token itself.
  private func place(_ port: UInt16) -> String {
    let isEverywhere = host == nil
    let shown = host.map { VisibleText.escaped($0.utf8) } ?? "localhost"
    let token = tokenFile == nil ? "" : "?token=TOKEN"
    return "\(scheme)://\(shown):\(port)/\(token)"
      + (isEverywhere ? ", and at all addresses of this machine" : "")
      + (tokenFile.map { "; put the content of \(VisibleText.escaped($0.utf8)) in place of TOKEN" } ?? "")
  }

  private var scheme: String { certificate == nil ? "http" : "https" }

  /// The host of the address; nil for all addresses of this machine.
  private var host: String? {
    let host = address.lastIndex(of: ":").map { String(address[..<$0]) } ?? "localhost"
    return ["*", "", "0.0.0.0", "[::]"].contains(host) ? nil : host
  }

  /// Shows a QR code of the address with its token, only on a terminal, since other output may remain in a log.
  private func showCode(_ token: String, _ port: UInt16) {
    func note(_ text: String) { ErrorReport.say("note: \(text)\n") }
    guard isatty(STDERR_FILENO) == 1 else {
      return note("--http-code needs a terminal for the code, and standard error is not one")
    }
    guard let host = options.hostNames.first ?? host ?? WebServer.hostOnRoute else {
      return note(
        "the address of this machine is unknown: set it for the code, such as --http-name 192.168.1.5")
    }
    let base = "\(scheme)://\(host):\(port)/"
    guard let code = QRCode(base + "?token=" + token) else {
      return note("the address with its token is too long for a code of \(QRCode.longest) bytes")
    }
    let isPlain = !TerminalRules.isUTF8(UserFolders.environment)
    let terminal = TerminalMode.size(of: STDERR_FILENO) ?? .usual
    // The cursor stands on a line of its own.
    let fitting = QRCode.margins.first { margin in
      let room = code.room(isPlain: isPlain, margin: margin)
      return room.width <= terminal.width && room.height < terminal.height
    }
    guard let margin = fitting else {
      let room = code.room(isPlain: isPlain, margin: QRCode.margins.min() ?? 0)
      return note(
        "the code needs \(room.width) columns and \(room.height + 1) lines, and the terminal has "
          + "\(terminal.width) and \(terminal.height)")
    }
    note("this code opens \(base) with the token; anyone who sees it can see the position")
    let output = ByteOutput(STDERR_FILENO)
    output.write(text: code.lines(isPlain: isPlain, margin: margin).joined(separator: "\n") + "\n")
    output.flush()
  }

  /// A folder that can be read; its name must be UTF-8, like the names of the recordings in it.
  private static func folder(_ path: [UInt8]) throws(ToolError) -> String {
    let shown = VisibleText.escaped(path)
    guard let text = String(validating: path, as: UTF8.self) else {
      throw ToolError(
        code: "not_text", exit: .usage, message: "\(shown) is not a name in UTF-8",
        reason: "--recordings names it", remedy: "rename it, or name another one")
    }
    do throws(Errno) { try Kernel.close(Kernel.open(path, O_RDONLY | O_DIRECTORY)) } catch {
      switch error {
      case .noSuchFile:
        throw ToolError(
          code: "not_found", exit: .notFound, message: "there is no folder \(shown)",
          reason: "--recordings names it", remedy: "make it, or name another one")
      case Errno(ENOTDIR):
        throw ToolError(
          code: "not_a_folder", exit: .usage, message: "\(shown) is not a folder",
          reason: "--recordings names it", remedy: "name the folder that contains the recordings")
      default: throw OpenFailure.complaint(error.rawValue, path)
      }
    }
    return text
  }

  private func token(_ path: String) throws(ToolError) -> String {
    do throws(TokenFile.Fault) { return try TokenFile.text(in: path) } catch {
      let complaint = ToolError(
        code: "token_file", exit: .permissionDenied, message: error.message, remedy: error.remedy)
      throw words.blaming(complaint, .tokenFile)
    }
  }

  private func text(_ path: [UInt8], _ flag: Flag) throws(ToolError) -> String {
    let origin = words.origin(of: flag) ?? "--\(flag.name)"
    // Opening a named pipe would block until another process writes to it.
    if let node = Kernel.node(path), !node.isFile {
      throw ToolError(
        code: "not_a_file", exit: .usage, message: "\(VisibleText.escaped(path)) is not a file",
        reason: "\(origin) names it", remedy: "name a file in PEM form")
    }
    if flag == .certificateKey, let node = Kernel.node(path), node.mode & 0o007 != 0 || !node.isTrusted {
      throw ToolError(
        code: "exposed_key", exit: .permissionDenied,
        message: "others know the key in \(VisibleText.escaped(path)), or may read it",
        reason: node.isTrusted
          ? "it has the mode \(String(node.mode & 0o777, radix: 8))"
          : "it belongs to the user \(node.ownerName)",
        remedy: node.isTrusted ? "chmod o= it" : "name a key of your own")
    }
    guard let bytes = try SmallFile.read(path) else {
      throw ToolError(
        code: "not_found", exit: .notFound, message: "there is no file \(VisibleText.escaped(path))",
        reason: "\(origin) names it", remedy: "name a file in PEM form")
    }
    let (what, verb) = flag == .certificate ? ("CERTIFICATE-----", "x509") : ("PRIVATE KEY-----", "pkey")
    guard let text = String(validating: bytes, as: UTF8.self), text.holds("-----BEGIN "), text.holds(what)
    else {
      throw ToolError(
        code: "malformed", exit: .usage,
        message:
          "\(VisibleText.escaped(path)) has no \(flag == .certificate ? "certificate" : "key") in PEM form",
        reason: "\(origin) names it",
        remedy: "a line of it ends with \(what); openssl \(verb) -outform PEM converts other forms")
    }
    guard flag == .certificate || !text.holds("ENCRYPTED") else {
      throw ToolError(
        code: "encrypted", exit: .usage, message: "\(VisibleText.escaped(path)) needs a passphrase",
        reason: "\(origin) names it, and a service can't ask for it",
        remedy: "openssl pkey -in KEY -out OTHER writes it without one, readable only by you")
    }
    return text
  }
}

extension ToolError {
  /// The page would be open to other machines without any protection.
  fileprivate static func unguarded(_ address: String) -> ToolError {
    let text = VisibleText.escaped(address.utf8)
    return ToolError(
      code: ServiceFault.Code.unguarded.rawValue, exit: .usage, message: "can't listen at \(text)",
      reason: "other machines can reach it, but there is no token", remedy: tokenWanted)
  }
}

extension Flag {
  /// The page's flags, except for its address.
  static let ofPage: [Flag] = [
    .tokenFile, .certificate, .certificateKey, .webName, .webCode, .webListeners, .metricsPosition,
    .recordings, .tiles,
  ]
  static let webAddress = Flag(
    "http", "ADDRESS",
    help: "serve a page at 8947 (this machine only), ADDRESS:PORT or *:PORT; the last two need --token-file")
  static let web = Flag(
    "web", help: "show a page in a browser instead of a screen, at port 8947 or the address of --http")
  static let webName = Flag(
    "http-name", "NAME", repeats: true,
    help: "a host name of the page for browsers, such as boat.local; may be repeated")
  static let webCode = Flag(
    "http-code", help: "show a QR code on the terminal, which opens the page with its token on a phone")
  static let webListeners = Flag(
    "http-listeners", "N", form: .whole(1...100_000, example: 64),
    help: "the maximum number of clients that follow the page's events; 64 by default")
  static let tokenFile = Flag(
    "token-file", "FILE",
    help: "a file, readable only by this user, with the secret that opens the page; created if it does "
      + "not exist")
  static let certificate = Flag(
    "http-cert", "FILE", help: "encrypt with this certificate and its chain, as PEM")
  static let certificateKey = Flag("http-key", "FILE", help: "the key of the certificate, as PEM")
  static let recordings = Flag(
    "recordings", "DIR",
    help: "let the page play the recordings in this folder; anyone who can open the page can read them")
  static let tiles = Flag(
    "tiles", "FILE", help: "draw the map with the tiles of this MBTiles file: PNG, JPEG or WebP")
  static let metricsPosition = Flag(
    "metrics-position", help: "include the position in /metrics; by default it is left out")
}
