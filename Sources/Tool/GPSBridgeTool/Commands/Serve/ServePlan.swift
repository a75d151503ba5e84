internal import CommandLineTable
internal import GPSServices
internal import GPSBase
internal import ToolSources

/// What `serve` is to do, by its command line and, where that does not say it, by files of settings.
struct ServePlan {
  /// Where to listen for clients of gpsd, if anything says so.
  private let addresses: [String]?
  /// Where sentences go, and the links of pseudo-terminals.
  private let sentences: [String], links: [String]
  let options: ServiceOptions
  /// The page, if one is asked for.
  let page: WebPlan?
  /// The values of the flags that count from the start alone.
  let lasting: [Flag: [String]]

  /// gpsd's port on this machine.
  private static let usual = ["2947"]

  /// Reads flags and settings, and opens nothing.
  ///
  /// - Throws: A complaint about the first that is wrong, with its file and its line where it stands in one.
  init(_ parsed: ParsedArguments, _ settings: ServeSettings) throws(ToolError) {
    var words = parsed
    settings.fill(&words, Command.serve.flags)
    addresses = words.value(of: .gpsdAddress).map {
      $0 == "none" ? [] : $0.split(separator: ",").map(String.init)
    }
    (sentences, links) = (words.values(of: .sentenceOutput), words.values(of: .portLink))
    /// Where a flag stands that the command line has not.
    func origin(_ flag: Flag) -> String? { parsed.has(flag) ? nil : settings[flag]?.origin }
    let origins = Flag.ofPage + [.webAddress]
    page = try WebPlan(
      words,
      Dictionary(uniqueKeysWithValues: origins.compactMap { flag in origin(flag).map { (flag, $0) } }))
    guard page != nil || !((addresses ?? Self.usual) + sentences + links).isEmpty else {
      throw Usage.contradiction(
        "--gpsd none leaves nothing to serve", "name an output by --nmea, --pty or --http")
    }
    // What is written wrong is told before anything is opened.
    for (flag, texts) in [
      (Flag.gpsdAddress, addresses ?? []), (.sentenceOutput, sentences), (.portLink, links),
    ] {
      for text in texts {
        try Self.named(by: origin(flag)) { () throws(ToolError) in _ = try Self.output(text, flag) }
      }
    }
    var options = ServiceOptions()
    options.version = Tool.version
    options.allowsDeviceWrites = words.has(.allowDeviceWrites)
    options.greetsWithFix = !words.has(.noGreetingFix)
    options.choice = words.value(of: .several).flatMap(ReceiverChoice.init) ?? .best
    if let text = words.value(of: .protocolVersion) {
      options.protocolVersion = try Self.named(by: origin(.protocolVersion)) { () throws(ToolError) in
        try Self.version(text)
      }
    }
    if let text = words.value(of: .coarse) {
      options.coarseCell = try Self.named(by: origin(.coarse)) { () throws(ToolError) in try Self.cell(text) }
    }
    guard page == nil || options.coarseCell == nil else {
      let complaint = Usage.contradiction(
        "--coarse hides where exactly it is, and the page would tell", "leave out --coarse or --http")
      throw (origin(.coarse) ?? origin(.webAddress)).map { complaint.because("\($0) names it") } ?? complaint
    }
    self.options = options
    let outputs = [Flag.gpsdAddress, .sentenceOutput, .portLink]
    let others = Command.serve.flags.filter { !outputs.contains($0) && words.has($0) }
    lasting = Dictionary(uniqueKeysWithValues: others.map { ($0, words.values(of: $0)) })
  }

  /// All outputs, each with its words and its flag.
  ///
  /// - Parameter isPassed: Whether a service manager has passed gpsd's port: then the usual one is left to it.
  /// - Returns: The outputs, those for clients of gpsd first.
  /// - Throws: A complaint about a text that names none; ``init(_:_:)`` has made sure that there is none.
  func outputs(
    besidePassed isPassed: Bool
  ) throws(ToolError) -> [(text: String, output: ServiceOutput, flag: Flag)] {
    var outputs: [(text: String, output: ServiceOutput, flag: Flag)] = []
    for (flag, texts) in [
      (Flag.gpsdAddress, addresses ?? (isPassed ? [] : Self.usual)), (.sentenceOutput, sentences),
      (.portLink, links),
    ] {
      for text in texts { outputs.append((text, try Self.output(text, flag), flag)) }
    }
    return outputs
  }

  /// A server that hears itself would tell nobody anything.
  func refuse(_ source: SourceName) throws(ToolError) {
    guard let port = source.portOfGPSDHere,
      let address = (addresses ?? Self.usual).first(where: { Self.port(of: $0) == port })
    else { return }
    throw Usage.contradiction(
      "\(source.shown) is where this server itself would answer (--gpsd \(VisibleText.escaped(address.utf8)))",
      "name another port, as --gpsd 2948, or the port of the receiver in place of gpsd's")
  }

  /// The port of an address; nil for a path.
  private static func port(of address: String) -> UInt16? {
    address.split(separator: ":").last.flatMap { UInt16($0) }
  }

  // MARK: - Values

  /// Reads what a flag names.
  static func output(_ text: String, _ flag: Flag) throws(ToolError) -> ServiceOutput {
    do throws(ServiceFault) {
      switch flag {
      case .portLink: return try .port(link: text)
      case .sentenceOutput: return try .nmea(text)
      default: return try .gpsd(text)
      }
    } catch {
      throw ToolError(error, "--\(flag.name)")
    }
  }

  /// Reads a value; a complaint names the line of the file that it stands in.
  private static func named<Value>(
    by origin: String?, _ read: () throws(ToolError) -> Value
  ) throws(ToolError) -> Value {
    do throws(ToolError) {
      return try read()
    } catch {
      throw origin.map { error.because("\($0) names it") } ?? error
    }
  }

  private static func cell(_ text: String) throws(ToolError) -> CoarseCell {
    do throws(CoarseCell.Wrong) {
      return try CoarseCell(text)
    } catch {
      throw Usage.wrongForm(
        .coarse, text, expected: "\(error.expected) is expected", "write it like --coarse 1km")
    }
  }

  private static func version(_ text: String) throws(ToolError) -> (major: Int, minor: Int) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1]), (1...99).contains(major),
      (0...99).contains(minor)
    else {
      throw Usage.wrongForm(
        .protocolVersion, text, expected: "two numbers and a point", "write it like --protocol-version 16.1")
    }
    return (major, minor)
  }
}
