internal import GPSBase

/// The client side of the gpsd protocol, without the connection: bytes go in, answers come out.
///
/// ```
///  greeting ─VERSION─▶ asked ─DEVICES─▶ there ◀──DEVICE, data──▶ not there
/// ```
///
/// It requests the receiver's own sentences, so that epochs, freshness and verdicts are computed as for a
/// cable. Of gpsd's own reports, it reads only the lists of receivers, and positions if no sentences arrive.
struct GPSDConversation: Sendable {
  enum Answer: Sendable, Hashable {
    case send([UInt8])
    case present(path: String, release: String)
    /// gpsd answers, but has no receiver for us.
    case absent(LocationError)
    case data([UInt8])
    /// The connection is of no further use: close it.
    case leave(LocationError)
  }

  private enum Phase: Sendable { case greeting, asked, notThere, there, over }

  private let address: NetworkAddress
  /// Server and port, as in `gpsd at localhost:2947`.
  private let server: String
  /// The path of the requested receiver; nil for the only one.
  private let wanted: String?
  private var phase = Phase.greeting
  private var reader = GPSDLineReader()
  /// gpsd's version.
  private var release = ""
  private var chosen: String?
  /// Whether we asked gpsd for the data of this receiver only.
  private var isPinned: Bool
  /// The last error message from gpsd.
  private var complaint: String?
  /// Whether the receiver has sent any data since it became present.
  private var hasData = false
  private var positions = GPSDReportSentences()

  init(_ address: NetworkAddress) {
    self.address = address
    server = "gpsd at \(address.hostAndPort)"
    wanted = address.device
    isPinned = address.device != nil
  }

  /// Whether gpsd has sent its version.
  var hasGreeted: Bool { if case .greeting = phase { false } else { true } }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [Answer] {
    var answers: [Answer] = []
    var lines: [GPSDLineReader.Line] = []
    reader.take(bytes) { lines.append($0) }
    for line in lines {
      if case .over = phase { break }
      switch line {
      case .data(let bytes): hear(bytes, &answers)
      case .object(let text): hear(object: text, &answers)
      case .tooLong:
        leave(.notServed("\(server) sent a line of more than \(GPSDLineReader.longest) bytes"), &answers)
      }
    }
    return answers
  }

  /// The error if the server has closed the connection.
  func reasonOfEnd() -> LocationError {
    if let complaint { return .notServed("\(server) has ended the connection: \(complaint)") }
    guard hasGreeted else {
      return .notServed(
        "\(server) ended the connection before it identified itself",
        remedy: "Check whether it has reached its limit of clients, or another program uses that port."
      )
    }
    return .notServed("\(server) has ended the connection")
  }

  /// The error if the server did not answer in time.
  func reasonOfSilence() -> LocationError {
    hasGreeted
      ? .notServed("\(server) does not answer")
      : .notServed(
        "the program at \(server) does not identify itself as gpsd",
        remedy: "Check which program uses that port; for one that sends plain sentences write tcp://.")
  }

  private mutating func leave(_ error: LocationError, _ answers: inout [Answer]) {
    phase = .over
    answers.append(.leave(error))
  }

  // MARK: - Data from the receiver

  private mutating func hear(_ bytes: [UInt8], _ answers: inout [Answer]) {
    switch phase {
    case .greeting:
      let shown = VisibleText.replaced(String(decoding: bytes.prefix(40), as: UTF8.self), limit: 40)
      return leave(
        .notServed(
          "no \(server): the program there began with \"\(shown)\"",
          remedy: "If it sends plain sentences, write tcp:// in place of gpsd://."), &answers)
    // Until gpsd names its receivers, the data may belong to a different one.
    case .asked, .over: return
    case .notThere:
      // The receiver sends data, whatever gpsd reported about it.
      guard let chosen else { return }
      isThere(chosen, &answers)
    case .there: break
    }
    hasData = true
    if case .data(let before)? = answers.last {
      answers[answers.count - 1] = .data(before + bytes)
    } else {
      answers.append(.data(bytes))
    }
  }

  // MARK: - Reports from gpsd

  private mutating func hear(object text: [UInt8], _ answers: inout [Answer]) {
    if text.starts(with: Self.position) { return position(text, &answers) }
    guard !text.starts(with: Self.sky), let object = try? JSON5Reader.read(text) else { return }
    switch (object["class"]?.text, phase) {
    case ("VERSION", .greeting):
      release = VisibleText.replaced(object["release"]?.text ?? "", limit: 40)
      phase = .asked
      answers.append(.send(Self.watch(wanted)))
    case (_, .greeting): leave(reasonOfSilence(), &answers)
    case ("DEVICES", _): receivers(object["devices"]?.elements ?? [], &answers)
    case ("DEVICE", .there), ("DEVICE", .notThere): receiver(object, &answers)
    case ("ERROR", _): complained(object["message"]?.text ?? "", &answers)
    default: break
    }
  }

  private static let position = Array(#"{"class":"TPV""#.utf8)
  private static let sky = Array(#"{"class":"SKY""#.utf8)

  /// Converts a position to sentences if gpsd passes on no data from its receiver.
  private mutating func position(_ text: [UInt8], _ answers: inout [Answer]) {
    guard case .there = phase, !hasData, let report = try? JSON5Reader.read(text),
      report["device"]?.text == chosen, let sentences = positions.take(report)
    else { return }
    answers.append(.data(sentences))
  }

  /// The list of gpsd's receivers; a receiver that is closed or unplugged has no activation time.
  private mutating func receivers(_ listed: [JSON5], _ answers: inout [Answer]) {
    let paths = listed.compactMap { $0["path"]?.text }
    let open = listed.filter(Self.isOpen).compactMap { $0["path"]?.text }
    if let wanted = wanted ?? chosen {
      guard paths.contains(wanted) else { return isNotThere(lacks(wanted, paths), &answers) }
      chosen = wanted
      if paths.count > 1 { pin(&answers) }
      return open.contains(wanted)
        ? isThere(wanted, &answers) : isNotThere(.notServed("\(shown(wanted)) is not there now"), &answers)
    }
    guard open.count < 2 else {
      let all = open.map(Self.quoted).joined(separator: ", ")
      let first = NetworkAddress(.gpsd, host: address.host, port: address.port, device: open[0])
      return leave(
        LocationError(
          .deviceAmbiguous, "\(server) has several receivers: \(all)",
          remedy: "Name one of them, as in \(first.text)."), &answers)
    }
    guard let path = open.first else {
      return isNotThere(
        .notServed(
          paths.isEmpty ? "\(server) has no receiver" : "the receiver of \(server) is not there now",
          remedy: "Plug it in where gpsd runs."), &answers)
    }
    chosen = path
    if paths.count > 1 { pin(&answers) }
    isThere(path, &answers)
  }

  /// A report about one receiver: it has appeared or disappeared, or gpsd has identified it.
  private mutating func receiver(_ object: JSON5, _ answers: inout [Answer]) {
    guard let path = object["path"]?.text else { return }
    if wanted == nil, chosen == nil, Self.isOpen(object) { chosen = path }
    guard path == chosen ?? wanted else {
      // Without this, the data of both receivers would be mixed.
      if Self.isOpen(object) { pin(&answers) }
      return
    }
    if Self.isOpen(object) {
      chosen = path
      isThere(path, &answers)
    } else if object["activated"]?.number == 0 {
      isNotThere(.notServed("\(shown(path)) is gone"), &answers)
    }
  }

  private mutating func complained(_ message: String, _ answers: inout [Answer]) {
    complaint = VisibleText.replaced(message, limit: 120)
    guard case .asked = phase, message.hasPrefix("No such device"), let wanted else { return }
    leave(lacks(wanted, []), &answers)
  }

  private mutating func isThere(_ path: String, _ answers: inout [Answer]) {
    if case .there = phase { return }
    phase = .there
    (hasData, positions) = (false, GPSDReportSentences())
    answers.append(.present(path: path, release: release))
  }

  private mutating func isNotThere(_ error: LocationError, _ answers: inout [Answer]) {
    phase = .notThere
    answers.append(.absent(error))
  }

  private mutating func pin(_ answers: inout [Answer]) {
    guard !isPinned, let chosen else { return }
    isPinned = true
    answers.append(.send(Self.watch(chosen)))
  }

  private func lacks(_ path: String, _ others: [String]) -> LocationError {
    let listed = others.map(Self.quoted).joined(separator: ", ")
    return .notServed(
      "\(server) has no receiver \(Self.quoted(path))",
      remedy: listed.isEmpty ? "Use the name that gpsd was given." : "Name one of its receivers: \(listed).")
  }

  // MARK: - Text

  private func shown(_ path: String) -> String { "\(Self.quoted(path)) of \(server)" }
  private static func harmless(_ path: String) -> String { VisibleText.replaced(path, limit: 60) }
  private static func quoted(_ path: String) -> String { "\"\(harmless(path))\"" }

  private static func isOpen(_ object: JSON5) -> Bool {
    object["activated"]?.text != nil || (object["activated"]?.number ?? 0) > 0
  }

  static func watch(_ device: String?) -> [UInt8] {
    var text = JSONWriter()
    text.object { wish in
      wish.member("enable", true)
      wish.member("raw", 1)
      wish.member("json", true)
      wish.member("device", device)
    }
    return Array("?WATCH=".utf8) + text.bytes + Array(";\n".utf8)
  }
}

extension LocationError {
  /// The server has no receiver for us, or cannot be reached.
  static func notServed(_ message: String, remedy: String? = nil) -> LocationError {
    LocationError(.notServed, message, remedy: remedy)
  }
}
