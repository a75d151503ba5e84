package import GPSBridgeTool
internal import GPSServiceVerbs
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
struct PublishCommand: VerbRun {
  /// The command line, with the settings that it does not have.
  private let parsed: ParsedArguments
  private let device: FleetDevice
  private let store: String
  private let thinning: FleetBatch.Thinning
  /// How batches are written; nil if none are sent.
  private let form: FleetBatch.Form?
  private let guests: [Guest]
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) {
    let configuration = try Configuration.load(parsed.table)
    var words = parsed
    for broker in parsed.operands { words.set(.brokers, broker) }
    try configuration[.publish].fill(&words)
    (self.parsed, self.output) = (words, output)
    device = FleetDevice(
      tenant: try Self.name(words, .tenant, .tenant), name: try Self.name(words, .fleetDevice, .device))
    store = try StorePlace.path(
      words.argument(of: .storeFile)?.bytes ?? Array("auto".utf8), configuration[.store])
    thinning = Self.thinning(words)
    form = FleetBatch.Form(rawValue: words.value(of: .batchForm) ?? FleetBatch.Form.compact.rawValue)
    guests = try Self.guests(words, device)
  }

  /// Refuses settings that can't be used, without a command line.
  static func check(_ settings: FlagSettings) throws(ToolError) {
    var words = ParsedArguments()
    try settings.fill(&words)
    _ = try addresses(words, .brokers)
  }

  /// The programs of others that are sent to, beside batches or in place of them.
  private static func guests(_ parsed: ParsedArguments, _ device: FleetDevice) throws(ToolError) -> [Guest] {
    let form = parsed.value(of: .batchForm)
    var guests: [Guest] = form == Flag.formOfOwnTracks ? [.ownTracks] : []
    let (interval, isHome) = (parsed.duration(of: .live), parsed.has(.homeAssistant))
    if interval != nil || isHome {
      guests.append(.live(every: interval ?? .seconds(5), homeAssistant: isHome))
    }
    guard !isHome || GuestMessage.homeAssistantTakes(device) else {
      throw ToolError(
        code: "malformed_name", exit: .usage, message: "Home Assistant does not take the name \(device)",
        reason: "names in its topics have no dots", hint: "choose a --tenant and a --device without dots")
    }
    guard form != Flag.noForm || !guests.isEmpty else {
      throw Usage.contradiction(
        "--format none leaves nothing to send", "add --live 5s or --home-assistant, or remove it")
    }
    return guests
  }

  /// The name given with a flag, or else the usual one.
  static func name(
    _ parsed: ParsedArguments, _ flag: Flag, _ role: FleetName.Role, or usual: String? = nil
  ) throws(ToolError) -> FleetName {
    if let text = parsed.value(of: flag) ?? usual, let name = try? FleetName(text, of: role) { return name }
    throw ToolError(
      code: "name_missing", exit: .usage, message: "the \(role.rawValue) has no name",
      reason: "collectors distinguish devices by tenant and name",
      hint: "name both: --tenant acme --device truck-42")
  }

  /// News of the publisher, or of one for a guest.
  private enum News {
    case batches(FleetPublisher.Status)
    case guest(Int, GuestPublisher.Status)
  }

  func run() throws(ToolError) -> ExitCode {
    // A plan needs no broker, but one that is named must be right.
    if parsed.has(.publishDryRun), parsed.has(.brokers) { _ = try settings() }
    if parsed.has(.publishStatus) || parsed.has(.publishDryRun) { return try show() }
    let settings = try settings()
    let queue = EventQueue<News>()
    let interrupts = Interrupts { queue.interrupt($0) }
    var publisher: FleetPublisher?
    var others: [GuestPublisher] = []
    do {
      if form != nil {
        publisher = try FleetPublisher(on: EventLoop.shared, settings) { queue.put(.batches($0)) }
      }
      for (place, guest) in guests.enumerated() {
        let settings = self.settings(of: guest, settings)
        others.append(try GuestPublisher(on: EventLoop.shared, settings) { queue.put(.guest(place, $0)) })
      }
    } catch let error as StoreError { throw ToolError(reading: error) } catch {
      throw ToolError(
        code: "publisher_busy", exit: .busy, message: "this store can't be published as \(device)",
        reason: "\(error)", hint: "end the other program, or make its folder writable")
    }
    ErrorReport.say("note: \(VisibleText.escaped(store.utf8)) is published as \(device)\n")
    publisher?.later { $0.start() }
    for other in others { other.later { $0.start() } }
    defer { withExtendedLifetime((interrupts, publisher, others)) {} }
    var notes = PublisherNotes()
    var guestNotes = guests.map { _ in GuestNotes() }
    func say(_ notes: [String]) { for note in notes { ErrorReport.say("note: \(note)\n") } }
    while true {
      switch queue.take(until: nil) {
      case .event(.batches(let status)): say(notes.take(status))
      case .event(.guest(let place, let status)): say(guestNotes[place].take(status))
      case .interrupt(.end(let signal)):
        stop(publisher, others)
        Interrupts.end(by: signal)
        return .unexpected
      case .interrupt(.statsWanted):
        if publisher != nil { ErrorReport.say(notes.report) }
        for notes in guestNotes { ErrorReport.say(notes.report) }
      case .interrupt: break
      case .deadline: return .done
      }
    }
  }

  private func stop(_ publisher: FleetPublisher?, _ others: [GuestPublisher]) {
    let done = EventQueue<Bool>(limit: 1)
    EventLoop.shared.async {
      publisher?.assumeIsolated { $0.stop() }
      for other in others { other.assumeIsolated { $0.stop() } }
      done.put(true)
    }
    _ = done.take(until: .now + .seconds(3))
  }

  private func settings(of guest: Guest, _ settings: FleetPublisher.Settings) -> GuestPublisher.Settings {
    var own = GuestPublisher.Settings(guest, store: store, device: device, hosts: settings.hosts) {
      Int64(LiveMoment(SystemTime()).utcSeconds * 1000)
    }
    (own.thinning, own.again, own.version) = (settings.thinning, settings.again, Tool.version)
    return own
  }

  // MARK: - Settings

  private func settings() throws(ToolError) -> FleetPublisher.Settings {
    guard parsed.has(.brokers) else {
      throw ToolError(
        code: "broker_missing", exit: .usage, message: "no broker is named", reason: nil,
        hint: "name one: gpsbridge publish mqtts://broker.example --tenant acme --device truck-42")
    }
    let hosts = try Self.hosts(Self.addresses(parsed, .brokers), parsed, client: device.client)
    var settings = FleetPublisher.Settings(store: store, device: device, hosts: hosts)
    if let batch = parsed.duration(of: .batchTime) { settings.batch = batch }
    (settings.thinning, settings.form) = (thinning, form ?? .compact)
    let moment = LiveMoment(SystemTime())
    let now = Int64(moment.utcSeconds)
    settings.second = max(0, now - Self.begin)
    if let span = parsed.duration(of: .sendAgain) {
      settings.again = (now - span.components.seconds) * 1000
    }
    return settings
  }

  /// 2020-01-01, in seconds since 1970.
  static let begin: Int64 = 1_577_836_800

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

  /// The brokers that a flag names.
  static func addresses(_ parsed: ParsedArguments, _ flag: Flag) throws(ToolError) -> [BrokerAddress] {
    do throws(FleetLinkFault) {
      return try parsed.values(of: flag).map { text throws(FleetLinkFault) in try BrokerAddress(text) }
    } catch { throw parsed.blaming(complaint(error), flag) }
  }

  /// Which positions are left out.
  private static func thinning(_ parsed: ParsedArguments) -> FleetBatch.Thinning {
    if let meters = parsed.meters(of: .within) {
      return .within(centimeters: UInt32((meters * 100).rounded()))
    }
    return parsed.duration(of: .every).map { .every(milliseconds: UInt32($0 / .milliseconds(1))) } ?? .none
  }

  private static func complaint(_ fault: FleetLinkFault) -> ToolError {
    let isInstallation = fault.code == .library
    return ToolError(
      code: "broker_\(fault.code.rawValue)", exit: isInstallation ? .unexpected : .usage,
      message: "the broker can't be used", reason: fault.description,
      hint: isInstallation ? "apt install libmosquitto1" : "gpsbridge publish --help shows the flags")
  }

  // MARK: - Status

  private func show() throws(ToolError) -> ExitCode {
    let pending: PendingEntries
    let others: [(guest: Guest, progress: GuestProgress)]
    do throws(StoreError) {
      pending = try PendingEntries(of: device, in: store, thinning: thinning, form: form ?? .compact)
      others = try PendingEntries.progress(of: device, in: store, to: guests)
    } catch {
      throw ToolError(reading: error)
    }
    var lines = form == nil ? [] : ["\(device): \(pending.delivered) delivered, \(pending.count) to send"]
    for (reason, count) in pending.refused.sorted(by: { $0.key < $1.key }) {
      lines.append("refused by a collector, \(VisibleText.escaped(reason.utf8)): \(count)")
    }
    for database in pending.databases {
      lines.append("committed in database \(database.identifier), timeline \(database.timeline)")
    }
    for (guest, progress) in others { lines.append("\(device), \(guest.name): \(progress)") }
    if parsed.has(.publishDryRun), form != nil {
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

// MARK: - Command line

extension Verb {
  static let publish = Verb("publish", after: "track", PublishCommand.self) {
    Command(
      summary: "send the track store to the collectors of a fleet",
      operands: [
        Operand(
          placeholder: "URL",
          help:
            "a broker, mqtts://HOST[:PORT], or mqtt://127.0.0.1 on this machine; of several, one at a time",
          isOptional: true, isRepeated: true)
      ],
      flags: [
        .tenant, .fleetDevice, .storeFile, .authorities, .deviceCertificate, .deviceKey, .brokerUser,
        .passwordFile, .batchTime, .batchForm, .live, .homeAssistant, .within, .every, .sendAgain,
        .publishStatus, .publishDryRun,
      ],
      rules: [.either(.within, or: .every)],
      exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied, .busy],
      examples: [
        Example(
          "gpsbridge publish mqtts://hub.example --tenant acme --device t-42 --ca ca.pem",
          "each position is sent until a collector has committed it"),
        Example("gpsbridge publish --tenant acme --device truck-42 --status", "what is delivered"),
        Example(
          "gpsbridge publish mqtt://127.0.0.1 --tenant home --device car --home-assistant",
          "also the newest position, for Home Assistant"),
      ])
  }
}

extension SettingsGroup {
  package static let publish = SettingsGroup(
    name: Verb.publish.name, content: "the flags of gpsbridge publish as keys",
    example: "{ url: 'mqtts://broker.example', tenant: 'acme', device: 'truck-42' }",
    help: {
      "defaults for publish: { url: 'mqtts://broker.example', tenant: 'acme', device: 'truck-42' }, with the"
        + " flags of gpsbridge-publish(1) as keys, and url for its brokers"
    },
    // All flags, except for acts of one run.
    flags: {
      [.brokers]
        + Verb.publish.listed.flags.filter { ![.sendAgain, .publishStatus, .publishDryRun].contains($0) }
    }, rules: { Verb.publish.listed.rules },
    check: { (settings) throws(ToolError) in try PublishCommand.check(settings) })
}

extension Flag {
  /// The operands as a setting; on a command line there is no such flag.
  static let brokers = Flag(
    "url", "URL", repeats: true,
    help: "the brokers; of several, one at a time")
  static let tenant = Flag(
    "tenant", "NAME", form: .fleetName(.tenant, example: "acme"),
    help: "the owner of the device, as collectors know it")
  static let fleetDevice = Flag(
    "device", "NAME", form: .fleetName(.device, example: "truck-42"),
    help: "the name of this device, one of the tenant's")
  static let authorities = Flag(
    "ca", "FILE",
    help: "the certificates that are trusted; without it, the ones of the system")
  static let deviceCertificate = Flag(
    "cert", "FILE", help: "the certificate of this device")
  static let deviceKey = Flag(
    "key", "FILE", help: "the key of the certificate")
  static let brokerUser = Flag(
    "user", "NAME", help: "the user at the broker")
  static let passwordFile = Flag(
    "password-file", "FILE",
    help: "a file with the user's password that other users can't read")
  static let batchTime = Flag(
    "batch", "TIME", form: .duration,
    help: "send after this time; 60s by default")
  static let batchForm = Flag(
    "format",
    .word(
      placeholder: "FORMAT", choices: FleetBatch.Form.allCases.map(\.rawValue) + [formOfOwnTracks, noForm]),
    help:
      "how batches are written: compact (the default), or json, for subscribers of other kinds as well; owntracks sends a message for each position to OwnTracks, and none sends no positions but --live"
  )
  static let (formOfOwnTracks, noForm) = ("owntracks", "none")
  static let live = Flag(
    "live", "TIME",
    form: .duration(.seconds(1) ... .seconds(86_400), "a time from 1s to 1d", example: "5s"),
    help: "send the newest position as often as this, retained, such as 5s")
  static let homeAssistant = Flag(
    "home-assistant", help: "let Home Assistant find this device; implies --live, of 5s by default")
  static let within = Flag(
    "within", "METERS",
    form: Form("a distance from 1cm to 10km is expected", example: "2m") { text in
      Measure.meters(text).flatMap { 0.01...10_000 ~= $0 ? $0 : nil }
    },
    help:
      "leave out positions that lie within this distance, such as 2m, of where a constant speed between the others would be"
  )
  static let every = Flag(
    "every", "TIME",
    form: .duration(.milliseconds(1) ... .seconds(864_000), "a time from 1ms to 10d", example: "5s"),
    help: "send one position in each interval, such as 5s")
  static let sendAgain = Flag(
    "again", "TIME", form: .duration,
    help: "send what is this recent again, such as 2h")
  static let publishStatus = Flag("status", help: "show what is delivered, and end")
  static let publishDryRun = Flag("dry-run", help: "show how much would be sent, and send nothing")
}

extension Form {
  /// A name that collectors know.
  fileprivate static func fleetName(_ role: FleetName.Role, example: String) -> Form {
    Form(example: example) { text, flag in
      do throws(FleetName.Fault) { _ = try FleetName(text, of: role) } catch {
        return ToolError(
          code: "malformed_name", exit: .usage, message: "--\(flag.name) is wrong",
          reason: error.description, hint: "choose another name")
      }
      return nil
    }
  }
}
