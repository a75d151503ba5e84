internal import GPSBase
internal import GPSBridge
internal import GPSEventRuntime
internal import GPSFleetLink
internal import GPSFleetProtocol
internal import GPSFleetPublisher
internal import GPSFormats
internal import GPSStore
internal import GPSSystemCalls
internal import TerminalKit

/// `gpsbridge publish`: sends the track store to the collectors of a fleet.
struct PublishCommand {
  /// The command line, with the settings that it does not have.
  private let parsed: ParsedArguments
  private let device: FleetDevice
  private let store: String
  private let thinning: FleetBatch.Thinning
  private let form: FleetBatch.Form
  private let output: ByteOutput
  private let origins: Origins

  /// The flags that files of settings can have.
  private static let settable = FlagSettings.flags(of: .publish)

  /// The files and lines of the flags that the command line does not have.
  private typealias Origins = [(flag: Flag, place: String)]

  /// The flags that are filled in: the command line decides between two that exclude each other.
  private static func settable(given parsed: ParsedArguments) -> [Flag] {
    settable.filter { flag in
      !(flag == .within && parsed.has(.every) || flag == .every && parsed.has(.within))
    }
  }

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) {
    let configuration = try Configuration.load(.gpsbridge)
    var words = parsed
    configuration.publish.fill(&words, Self.settable(given: parsed))
    if words.operands.isEmpty { words.operands = words.values(of: .brokers).map { Argument($0) } }
    (self.parsed, self.output) = (words, output)
    let origins = Self.origins(configuration.publish, without: parsed)
    guard let tenant = try Self.name(words, .tenant, .tenant, origins) else { throw Self.nameless(.tenant) }
    guard let name = try Self.name(words, .fleetDevice, .device, origins) else {
      throw Self.nameless(.device)
    }
    device = FleetDevice(tenant: tenant, name: name)
    store = try StorePlace.path(
      words.argument(of: .storeFile)?.bytes ?? Array("auto".utf8), configuration.store)
    thinning = try Self.thinning(words, origins)
    form = words.value(of: .batchForm).flatMap { FleetBatch.Form(rawValue: $0) } ?? .compact
    self.origins = origins
  }

  /// Refuses settings that can't be used, without a command line.
  static func check(_ settings: FlagSettings) throws(ToolError) {
    var words = ParsedArguments()
    settings.fill(&words, Self.settable)
    let origins = origins(settings, without: ParsedArguments())
    _ = try name(words, .tenant, .tenant, origins)
    _ = try name(words, .fleetDevice, .device, origins)
    _ = try addresses(words.values(of: .brokers), origins)
    _ = try batch(words, origins)
    _ = try thinning(words, origins)
  }

  private static func origins(
    _ settings: FlagSettings, without parsed: ParsedArguments
  ) -> Origins {
    Self.settable.compactMap { flag in
      let isGiven = parsed.has(flag) || flag == .brokers && !parsed.operands.isEmpty
      return isGiven ? nil : settings[flag].map { (flag, $0.origin) }
    }
  }

  /// Runs a closure, and adds the file and line of a flag to its complaint.
  private static func blaming<Value>(
    _ flag: Flag, _ origins: Origins, _ body: () throws(ToolError) -> Value
  ) throws(ToolError) -> Value {
    do throws(ToolError) { return try body() } catch {
      guard let origin = origins.first(where: { $0.flag == flag })?.place else { throw error }
      throw error.because("\(origin) names it")
    }
  }

  private static func nameless(_ role: FleetName.Role) -> ToolError {
    ToolError(
      code: "name_missing", exit: .usage, message: "the \(role.rawValue) has no name",
      reason: "collectors distinguish devices by tenant and name",
      hint: "name both: --tenant acme --device truck-42")
  }

  private static func name(
    _ parsed: ParsedArguments, _ flag: Flag, _ role: FleetName.Role, _ origins: Origins
  ) throws(ToolError) -> FleetName? {
    guard let text = parsed.value(of: flag) else { return nil }
    return try blaming(flag, origins) { () throws(ToolError) in try name(text, flag, role) }
  }

  static func name(
    _ text: String, _ flag: Flag, _ role: FleetName.Role
  ) throws(ToolError) -> FleetName {
    do throws(FleetName.Fault) { return try FleetName(text, of: role) } catch {
      throw ToolError(
        code: "malformed_name", exit: .usage, message: "--\(flag.name) is wrong", reason: error.description,
        hint: "choose another name")
    }
  }

  func run() throws(ToolError) -> ExitCode {
    if parsed.has(.publishStatus) || parsed.has(.publishDryRun) { return try show() }
    let settings = try settings()
    let queue = EventQueue<FleetPublisher.Status>()
    let interrupts = Interrupts { queue.interrupt($0) }
    let publisher: FleetPublisher
    do {
      publisher = try FleetPublisher(on: EventLoop.shared, settings) { queue.put($0) }
    } catch let error as StoreError { throw ToolError(reading: error) } catch {
      throw ToolError(
        code: "publisher_busy", exit: .busy, message: "this store can't be published as \(device)",
        reason: "\(error)", hint: "end the other program, or make its folder writable")
    }
    ErrorReport.say("note: \(VisibleText.escaped(store.utf8)) is published as \(device)\n")
    publisher.later { $0.start() }
    defer { withExtendedLifetime((interrupts, publisher)) {} }
    var notes = PublishNotes()
    while true {
      switch queue.take(until: nil) {
      case .event(let status): for note in notes.take(status) { ErrorReport.say("note: \(note)\n") }
      case .interrupt(.end(let signal)):
        stop(publisher)
        Interrupts.end(by: signal)
        return .unexpected
      case .interrupt(.statsWanted): ErrorReport.say(notes.report)
      case .interrupt: break
      case .deadline: return .done
      }
    }
  }

  private func stop(_ publisher: FleetPublisher) {
    let done = EventQueue<Bool>(limit: 1)
    publisher.later(keepsAlive: true) {
      $0.stop()
      done.put(true)
    }
    _ = done.take(until: .now + .seconds(3))
  }

  // MARK: - Settings

  private func settings() throws(ToolError) -> FleetPublisher.Settings {
    guard !parsed.operands.isEmpty else {
      throw ToolError(
        code: "broker_missing", exit: .usage, message: "no broker is named", reason: nil,
        hint: "name one: gpsbridge publish mqtts://broker.example --tenant acme --device truck-42")
    }
    let addresses = try Self.addresses(parsed.operands.map(\.text), origins)
    let hosts = try Self.hosts(addresses, parsed, client: device.client)
    return try complete(FleetPublisher.Settings(store: store, device: device, hosts: hosts))
  }

  /// How to connect to brokers, with the files and the user that the flags name.
  static func hosts(
    _ addresses: [BrokerAddress], _ parsed: ParsedArguments, client: String
  ) throws(ToolError) -> [FleetLinkSettings] {
    var hosts: [FleetLinkSettings] = []
    do throws(FleetLinkFault) {
      var password: String?
      if let path = parsed.value(of: .passwordFile) ?? credential(parsed) {
        password = try FleetLinkSettings.password(inFile: path)
      }
      for address in addresses {
        var host = FleetLinkSettings(address, client: client)
        host.authorities = parsed.value(of: .authorities)
        (host.certificate, host.key) = (parsed.value(of: .deviceCertificate), parsed.value(of: .deviceKey))
        (host.user, host.password) = (parsed.value(of: .brokerUser), password)
        try host.checkFiles()
        hosts.append(host)
      }
      try FleetLink.checkLibrary()
    } catch { throw complaint(error) }
    return hosts
  }

  /// The password file that systemd passes to the unit, whose dynamic user could read no other one.
  private static func credential(_ parsed: ParsedArguments) -> String? {
    guard parsed.has(.brokerUser), let folder = UserFolders.environment("CREDENTIALS_DIRECTORY") else {
      return nil
    }
    let path = "\(folder)/gpsbridge-publish.password"
    return Kernel.exists(path) ? path : nil
  }

  static func addresses(
    _ texts: [String], _ origins: [(flag: Flag, place: String)] = []
  ) throws(ToolError) -> [BrokerAddress] {
    try blaming(.brokers, origins) { () throws(ToolError) in
      do throws(FleetLinkFault) {
        var addresses: [BrokerAddress] = []
        for text in texts { addresses.append(try BrokerAddress(text)) }
        return addresses
      } catch { throw complaint(error) }
    }
  }

  private static func batch(
    _ parsed: ParsedArguments, _ origins: Origins
  ) throws(ToolError) -> Duration? {
    try blaming(.batchTime, origins) { () throws(ToolError) in try parsed.duration(of: .batchTime) }
  }

  /// Which positions are left out.
  private static func thinning(
    _ parsed: ParsedArguments, _ origins: Origins
  ) throws(ToolError) -> FleetBatch.Thinning {
    let distance = try blaming(.within, origins) { () throws(ToolError) in
      try size(
        .within, of: parsed,
        try parsed.measure(.within, "write meters like --within 2m", Measure.meters).map { $0 * 100 },
        1_000_000, "a distance from 1cm to 10km")
    }
    let interval = try blaming(.every, origins) { () throws(ToolError) in
      try size(
        .every, of: parsed, try parsed.duration(of: .every).map { $0 / .milliseconds(1) }, 864_000_000,
        "a time from 1ms to 10d")
    }
    switch (distance, interval) {
    case (nil, nil): return .none
    case (let centimeters?, nil): return .within(centimeters: centimeters)
    case (nil, let milliseconds?): return .every(milliseconds: milliseconds)
    case (_?, _?):
      throw Usage.contradiction(
        "--within and --every exclude each other",
        "keep --within, which keeps each turn, or --every for a fixed interval")
    }
  }

  /// A size as a batch has it.
  private static func size(
    _ flag: Flag, of parsed: ParsedArguments, _ found: Double?, _ most: Double, _ range: String
  ) throws(ToolError) -> UInt32? {
    guard let found else { return nil }
    guard found >= 1, found <= most, let size = UInt32(exactly: found.rounded()) else {
      throw Usage.wrongForm(
        flag, parsed.value(of: flag) ?? "", expected: "\(range) is expected",
        "without --\(flag.name) all positions are sent")
    }
    return size
  }

  private static func complaint(_ fault: FleetLinkFault) -> ToolError {
    let isInstallation = fault.code == .library
    return ToolError(
      code: "broker_\(fault.code.rawValue)", exit: isInstallation ? .unexpected : .usage,
      message: "the broker can't be used", reason: fault.description,
      hint: isInstallation ? "apt install libmosquitto1" : "gpsbridge publish --help shows the flags")
  }

  private func complete(_ settings: FleetPublisher.Settings) throws(ToolError) -> FleetPublisher.Settings {
    var settings = settings
    if let batch = try Self.batch(parsed, origins) { settings.batch = batch }
    (settings.thinning, settings.form) = (thinning, form)
    let moment = LiveMoment(SystemTime())
    let now = Int64(moment.utcSeconds)
    settings.second = max(0, now - Self.begin)
    if let span = try parsed.duration(of: .sendAgain) {
      settings.again = (now - span.components.seconds) * 1000
    }
    return settings
  }

  /// 2020-01-01, in seconds since 1970.
  static let begin: Int64 = 1_577_836_800

  // MARK: - Status

  private func show() throws(ToolError) -> ExitCode {
    let pending: PendingEntries
    do throws(StoreError) {
      pending = try PendingEntries(of: device, in: store, thinning: thinning, form: form)
    } catch {
      throw ToolError(reading: error)
    }
    var lines = ["\(device): \(pending.delivered) delivered, \(pending.count) to send"]
    for (reason, count) in pending.refused.sorted(by: { $0.key < $1.key }) {
      lines.append("refused by a collector, \(VisibleText.escaped(reason.utf8)): \(count)")
    }
    for database in pending.databases {
      lines.append("committed in database \(database.identifier), timeline \(database.timeline)")
    }
    if parsed.has(.publishDryRun) {
      guard let size = pending.measure() else {
        throw ToolError(
          code: "store_failed", exit: .unexpected, message: "the store can't be read", reason: nil,
          hint: "gpsbridge track check examines it")
      }
      lines.append("\(Plural.of(size.batches, "message")), \(Plural.of(size.bytes, "byte"))")
    }
    output.write(text: lines.joined(separator: "\n") + "\n")
    return .done
  }
}

/// The notes of a publisher: each new condition, and how far it is.
struct PublishNotes {
  private var last: FleetPublisher.Status?

  /// Returns what is new in a status.
  mutating func take(_ status: FleetPublisher.Status) -> [String] {
    var notes: [String] = []
    if status.condition != last?.condition {
      if let advice = FleetAdvice(status.condition) {
        notes.append(advice.line)
      } else if status.condition == .delivering {
        notes.append("connected; \(status.pending) to send")
      }
    }
    if let fault = status.fault, fault != last?.fault { notes.append(fault) }
    for (reason, count) in status.refused where count != last?.refused[reason] {
      notes.append("a collector refuses \(count) entries: \(VisibleText.escaped(reason.utf8))")
    }
    last = status
    return notes
  }

  /// How far it is, for SIGUSR1.
  var report: String { "\(last?.delivered ?? 0) delivered since the start, \(last?.pending ?? 0) to send\n" }
}

// MARK: - Command line

extension Command {
  static let publish = Command(
    verb: .publish,
    summary: "send the track store to the collectors of a fleet",
    operands: [
      Operand(
        placeholder: "URL",
        help: "a broker, mqtts://HOST[:PORT], or mqtt://127.0.0.1 on this machine; of several, one at a time",
        isOptional: true, isRepeated: true)
    ],
    flags: [
      .tenant, .fleetDevice, .storeFile, .authorities, .deviceCertificate, .deviceKey, .brokerUser,
      .passwordFile, .batchTime, .batchForm, .within, .every, .sendAgain, .publishStatus, .publishDryRun,
    ],
    exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied, .busy],
    examples: [
      Example(
        "gpsbridge publish mqtts://hub.example --tenant acme --device t-42 --ca ca.pem",
        "each position is sent until a collector has committed it"),
      Example("gpsbridge publish --tenant acme --device truck-42 --status", "what is delivered"),
    ])
}

extension Flag {
  static let tenant = Flag(
    name: "tenant", value: .text(placeholder: "NAME"), help: "the owner of the device, as collectors know it")
  static let fleetDevice = Flag(
    name: "device", value: .text(placeholder: "NAME"), help: "the name of this device, one of the tenant's")
  static let authorities = Flag(
    name: "ca", value: .text(placeholder: "FILE"),
    help: "the certificates that are trusted; without it, the ones of the system")
  static let deviceCertificate = Flag(
    name: "cert", value: .text(placeholder: "FILE"), help: "the certificate of this device")
  static let deviceKey = Flag(
    name: "key", value: .text(placeholder: "FILE"), help: "the key of the certificate")
  static let brokerUser = Flag(
    name: "user", value: .text(placeholder: "NAME"), help: "the user at the broker")
  static let passwordFile = Flag(
    name: "password-file", value: .text(placeholder: "FILE"),
    help: "a file with the user's password that other users can't read")
  static let batchTime = Flag(
    name: "batch", value: .text(placeholder: "TIME"), help: "send after this time; 60s by default")
  static let batchForm = Flag(
    name: "format",
    value: .word(placeholder: "FORMAT", choices: FleetBatch.Form.allCases.map(\.rawValue)),
    help: "how batches are written: compact (the default), or json, for subscribers of other kinds as well")
  static let within = Flag(
    name: "within", value: .text(placeholder: "METERS"),
    help:
      "leave out positions that lie within this distance, such as 2m, of where a constant speed between the others would be"
  )
  static let every = Flag(
    name: "every", value: .text(placeholder: "TIME"), help: "send one position in each interval, such as 5s")
  static let sendAgain = Flag(
    name: "again", value: .text(placeholder: "TIME"), help: "send what is this recent again, such as 2h")
  static let publishStatus = Flag(name: "status", help: "show what is delivered, and end")
  static let publishDryRun = Flag(name: "dry-run", help: "show how much would be sent, and send nothing")
}
