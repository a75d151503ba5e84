internal import GPSBridgeTool
internal import GPSBridge
internal import GPSServices
internal import GPSBase

/// The configuration of `serve`, from its command line or else from settings files.
struct ServePlan {
  /// The addresses for gpsd clients; nil for the default.
  private let addresses: [String]?
  /// The destinations of sentences, and the links of pseudo-terminals.
  private let sentences: [String], links: [String]
  let options: ServiceOptions
  /// The page, if requested.
  let page: WebPlan?
  /// The flags, with the settings of files.
  private let words: ParsedArguments
  /// The values of flags that take effect only at the start.
  let lasting: [Flag: [String]]

  /// gpsd's port on this machine.
  private static let usual = ["2947"]

  /// Parses flags and settings, and opens nothing.
  ///
  /// - Throws: A complaint about the first error, with the file and line if it is in one.
  init(_ parsed: ParsedArguments, _ settings: FlagSettings) throws(ToolError) {
    var words = parsed
    try settings.fill(&words)
    self.words = words
    addresses = words.value(of: .gpsdAddress).map {
      $0 == "none" ? [] : $0.split(separator: ",").map(String.init)
    }
    (sentences, links) = (words.values(of: .sentenceOutput), words.values(of: .portLink))
    page = try WebPlan(words)
    guard page != nil || !((addresses ?? Self.usual) + sentences + links).isEmpty else {
      throw Usage.contradiction(
        "--gpsd none leaves nothing to serve", "name an output by --nmea, --pty or --http")
    }
    var options = ServiceOptions()
    options.version = Tool.version
    options.allowsDeviceWrites = words.has(.allowDeviceWrites)
    options.greetsWithFix = !words.has(.noGreetingFix)
    options.choice = words.value(of: .several).flatMap(ReceiverChoice.init) ?? .best
    if let version = words.value(of: .protocolVersion).flatMap(Form.version) {
      options.protocolVersion = version
    }
    options.coarseCell = words.value(of: .coarse).flatMap { try? CoarseCell($0) }
    // Its form refuses any other text, which would reveal the exact position here.
    precondition(options.coarseCell != nil || !words.has(.coarse), "a size that was not checked")
    self.options = options
    let outputs = [Flag.gpsdAddress, .sentenceOutput, .portLink]
    let others = Verb.serve.listed.flags.filter { !outputs.contains($0) && words.has($0) }
    lasting = Dictionary(uniqueKeysWithValues: others.map { ($0, words.values(of: $0)) })
  }

  /// All outputs, each with its text and its flag.
  ///
  /// - Parameter isPassed: Whether a service manager has passed gpsd's port, which replaces the default one.
  /// - Returns: The outputs, starting with the ones for gpsd clients.
  /// - Throws: A complaint about an invalid text; ``init(_:_:)`` has ruled that out.
  func outputs(
    besidePassed isPassed: Bool
  ) throws(ToolError) -> [(text: String, output: ServiceOutput, flag: Flag)] {
    var outputs: [(text: String, output: ServiceOutput, flag: Flag)] = []
    for (flag, texts) in [
      (Flag.gpsdAddress, addresses ?? (isPassed ? [] : Self.usual)), (.sentenceOutput, sentences),
      (.portLink, links),
    ] { for text in texts { outputs.append((text, try Self.output(text, flag), flag)) } }
    return outputs
  }

  /// Opens the store.
  ///
  /// - Parameter receivers: The receivers, of which it has all tracks.
  /// - Returns: The store; nil if none is requested.
  /// - Throws: A complaint with the content found instead of a store, or with the other writer.
  func keeping(_ receivers: [Receiver]) throws(ToolError) -> TrackKeeping? {
    guard let store = words.argument(of: .store)?.bytes, let receiver = receivers.first else { return nil }
    return try words.blaming(.store) { () throws(ToolError) in
      try TrackKeeping(
        store, receiver, and: Array(receivers.dropFirst()), words.table, listens: true, startsAnyway: true)
    }
  }

  func refuse(_ source: SourceName) throws(ToolError) {
    guard let port = source.portOfGPSDHere,
      let address = (addresses ?? Self.usual).first(where: { Self.port(of: $0) == port })
    else { return }
    throw Usage.contradiction(
      "\(source.shown) is where this server itself would answer (--gpsd \(VisibleText.escaped(address.utf8)))",
      "name another port, such as --gpsd 2948, or the port of the receiver in place of gpsd's")
  }

  /// The port of an address; nil for a path.
  private static func port(of address: String) -> UInt16? {
    address.split(separator: ":").last.flatMap { UInt16($0) }
  }

  // MARK: - Values

  static func output(_ text: String, _ flag: Flag) throws(ToolError) -> ServiceOutput {
    do throws(ServiceFault) {
      switch flag {
      case .portLink: return try .port(link: text)
      case .sentenceOutput: return try .nmea(text)
      default: return try .gpsd(text)
      }
    } catch { throw ToolError(error, "--\(flag.name)") }
  }
}
