internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import SerialPorts
internal import GPSBase

/// A report to send to others, in plain text so that its sender can check the contents.
///
/// It has no serial numbers, no user names, and no position unless requested.
struct SupportBundle {
  private let facts: HostFacts
  private let report: DoctorReport
  private let source: SourceName
  private let time: UTC
  private let version: String
  private let isWithRaw: Bool
  private let isWithPosition: Bool

  init(
    _ facts: HostFacts, _ report: DoctorReport, _ source: SourceName, at time: UTC, version: String,
    isWithRaw: Bool = false, isWithPosition: Bool = false
  ) {
    (self.facts, self.report, self.source, self.time, self.version) = (facts, report, source, time, version)
    (self.isWithRaw, self.isWithPosition) = (isWithRaw, isWithPosition)
  }

  var text: String {
    var parts = [head, section("findings", findings), section("ports", ports), section("usb", usb)]
    parts.append(section("programs", programs))
    if let heard = facts.heard { parts.append(section("heard", counts(heard))) }
    if isWithRaw {
      parts.append(section(isWithPosition ? "raw, with the position" : "raw, without the position", raw))
    }
    return redact(parts.joined(separator: "\n"))
  }

  private var head: String {
    let system = facts.system
    return """
      gpsbridge-report 1
      made: \(Timestamp.text(time))
      gpsbridge: \(version)
      kernel: \(system.kernel ?? "unknown")
      system: \(system.distribution ?? "unknown")
      udev: \(system.hasUdev ? "runs" : "does not run")
      rules: \(system.rules ?? "not installed")
      source: \(Self.shown(source))

      """
  }

  private func section(_ name: String, _ lines: [String]) -> String {
    (["[\(name)]"] + (lines.isEmpty ? ["none"] : lines)).map { $0 + "\n" }.joined()
  }

  private var findings: [String] {
    report.findings.map { finding in
      [finding.level.rawValue, finding.code, finding.what, finding.why, finding.remedy.map { "try: \($0)" }]
        .compactMap { $0 }.joined(separator: " | ")
    }
  }

  private var ports: [String] {
    facts.ports.map { port in
      let usb = port.port.usb
      let owner = port.owner.map {
        "group \(facts.user.groupName($0.group)) mode \(String($0.mode, radix: 8))"
      }
      let number = usb?.serialNumber == nil ? "no serial number" : "serial number left out"
      return [
        port.node, usb.map { "\($0.identity)" }, port.port.displayName, port.port.driver,
        port.port.classification.kind.word, usb?.place, usb == nil ? nil : number, owner,
        port.port.isAccessible ? "may be opened" : "may not be opened",
      ].compactMap { $0 }.map { VisibleText.escaped($0.utf8) }.joined(separator: " | ")
    }
  }

  private var usb: [String] {
    facts.usb.map { device in
      let drivers = device.drivers.sorted().joined(separator: "+")
      return [
        device.place, "\(device.identity)", device.name, device.speed.map { "\(Int($0)) Mb/s" },
        drivers.isEmpty ? "no driver" : drivers, device.terminals.joined(separator: "+"),
      ].compactMap { $0 }.filter { !$0.isEmpty }.map { VisibleText.escaped($0.utf8) }.joined(separator: " | ")
    }
  }

  private var programs: [String] {
    let hidden =
      facts.processes.sawAll ? [] : ["files open in other users' programs are not visible to this user"]
    return facts.processes.processes.map { "\($0.words): \(devices($0))" } + hidden
  }

  private func devices(_ process: RunningProcess) -> String {
    process.devices.isEmpty
      ? "no port open" : process.devices.sorted().map { VisibleText.escaped($0.utf8) }.joined(separator: " ")
  }

  private func counts(_ heard: HeardFacts) -> [String] {
    let counts = heard.counts
    let sky = heard.facts.sky
    return [
      "port: \(heard.node.map { VisibleText.escaped($0.utf8) } ?? "not opened")",
      "speed: \(heard.facts.port.speed.map { "\($0)" } ?? "none")",
      "bytes: \(counts.bytes), sentences: \(counts.sentences), messages: \(counts.messages)",
      "bad checksums: \(counts.badChecksums), refused: \(counts.badFields), cut off: \(counts.cutSentences), "
        + "junk bytes: \(counts.junkBytes)",
      "epochs: \(counts.epochs), with a fix: \(counts.fixes - counts.refusedPositions), "
        + "refused positions: \(counts.refusedPositions)",
      "satellites: \(word(sky.inView)) known, \(word(sky.heard)) heard, \(word(sky.used)) used, best \(word(sky.best)) dB-Hz",
    ]
  }

  private func word(_ count: ReceiverFacts.Fact<Int>) -> String { count.value.map { "\($0)" } ?? "unknown" }

  /// A recording, which the recipient can cut out and play.
  private var raw: [String] {
    guard let heard = facts.heard, !heard.chunks.isEmpty else { return [] }
    let excerpt = RawExcerpt(
      heard.chunks, begun: heard.begun ?? time, version: version, isWithPosition: isWithPosition)
    return excerpt.text.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Removes serial numbers from names and links, the path of the track store, and refused fields, which may be of a position.
  private func redact(_ text: String) -> String {
    var text = text
    for field in facts.heard?.counts.failingTypes.refused.compactMap(\.refusal?.text) ?? []
    where !field.isEmpty { text = text.with("'(left out)'", inPlaceOf: "'\(field)'") }
    // Its path may have the user's name.
    for path in facts.examination.secrets { text = text.with("(path left out)", inPlaceOf: path) }
    for usb in facts.ports.compactMap(\.port.usb) where usb.hasTellingSerialNumber {
      guard let number = usb.serialNumber, number.count > 3 else { continue }
      text = text.with("(serial number)", inPlaceOf: number)
    }
    return text
  }

  /// The source without serial numbers, folders and settings, which may identify a person or a place.
  private static func shown(_ source: SourceName) -> String {
    let text = source.shown
    for scheme in ["serial:", "id:"] where text.hasPrefix(scheme) { return scheme + "(left out)" }
    if source.isOnNetwork { return text.prefix { $0 != ":" } + "://(left out)" }
    if source.isSimulated { return String(text.prefix { $0 != "?" }) }
    return text.hasPrefix("/") && !text.hasPrefix("/dev/") ? "(a path outside /dev)" : text
  }
}
