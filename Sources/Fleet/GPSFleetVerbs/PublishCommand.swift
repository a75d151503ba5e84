package import GPSBridgeTool
internal import GPSServiceVerbs
internal import GPSBase
internal import GPSBridge
internal import GPSEventRuntime
internal import GPSFleetProtocol
internal import GPSFleetPublisher
internal import GPSFormats
internal import GPSStore
internal import GPSSystemCalls
internal import TerminalKit

/// `gpsbridge publish`: sends the track store to a collector of a fleet.
struct PublishCommand: VerbRun {
  /// The command line, completed by settings.
  private let parsed: ParsedArguments
  private let store: String
  private let thinning: FleetBatch.Thinning
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) {
    let configuration = try Configuration.load(parsed.table)
    var words = parsed
    for url in parsed.operands { words.set(.collector, url) }
    try configuration[.publish].fill(&words)
    (self.parsed, self.output) = (words, output)
    store = try StorePlace.path(
      words.argument(of: .storeFile)?.bytes ?? Array("auto".utf8), configuration[.store])
    thinning = Self.thinning(words)
  }

  /// Refuses unusable settings, without a command line.
  static func check(_ settings: FlagSettings) throws(ToolError) {
    var words = ParsedArguments()
    try settings.fill(&words)
    _ = try address(words)
  }

  func run() throws(ToolError) -> ExitCode {
    if parsed.has(.publishStatus) || parsed.has(.publishDryRun) { return try show() }
    var settings = FleetPublisher.Settings(store: store, post: try post(), clock: Self.clock)
    if let batch = parsed.duration(of: .batchTime) { settings.batch = batch }
    settings.thinning = thinning
    if let span = parsed.duration(of: .sendAgain) {
      settings.again = Self.clock() - span.components.seconds * 1000
    }
    do throws(FleetFault) {
      try settings.post.check()
      try BatchPost.checkLibrary()
    } catch { throw Self.complaint(error) }
    let queue = EventQueue<FleetPublisher.Status>()
    let interrupts = Interrupts { queue.interrupt($0) }
    let publisher: FleetPublisher
    do {
      publisher = try FleetPublisher(on: EventLoop.shared, settings) { queue.put($0) }
    } catch let error as StoreError { throw ToolError(reading: error) } catch {
      throw ToolError(
        code: "publisher_busy", exit: .busy,
        message: "this store can't be published to \(settings.post.address.host)",
        reason: "\(error)", remedy: "end the other program, or make its folder writable")
    }
    ErrorReport.say(
      "note: \(VisibleText.escaped(store.utf8)) is published to \(settings.post.address.host)\n")
    publisher.later { $0.start() }
    defer { withExtendedLifetime((interrupts, publisher)) {} }
    var notes = PublisherNotes()
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

  /// Waits for pending requests; a second signal ends the program at once.
  private func stop(_ publisher: FleetPublisher) {
    let done = EventQueue<Bool>(limit: 1)
    publisher.later { $0.stop { done.put(true) } }
    _ = done.take(until: .now + .seconds(6))
  }

  private static let clock: @Sendable () -> Int64 = { Int64(LiveMoment(SystemTime()).utcSeconds * 1000) }

  // MARK: - Settings

  /// How to post, without examining the files.
  private func post() throws(ToolError) -> PostSettings {
    guard let address = try Self.address(parsed) else {
      throw ToolError(
        code: "collector_missing", exit: .usage, message: "no collector is given", reason: nil,
        remedy: "name one: gpsbridge publish https://fleet.example --token-file /etc/gpsbridge/token")
    }
    var post = PostSettings(address, try receiver())
    post.authorities = parsed.value(of: .authorities)
    (post.certificate, post.key) = (parsed.value(of: .deviceCertificate), parsed.value(of: .deviceKey))
    post.user = parsed.value(of: .receiverUser)
    switch post.receiver {
    case .collector: post.secretFile = parsed.value(of: .tokenFile) ?? Self.credential("token")
    case .ownTracks:
      post.secretFile =
        parsed.value(of: .passwordFile) ?? (post.user == nil ? nil : Self.credential("password"))
    }
    post.version = Tool.version
    return post
  }

  private func receiver() throws(ToolError) -> PostSettings.Receiver {
    guard parsed.value(of: .batchForm) == Flag.formOfOwnTracks else { return .collector }
    func name(_ flag: Flag, _ role: FleetName.Role) throws(ToolError) -> FleetName {
      if let text = parsed.value(of: flag), let name = try? FleetName(text, of: role) { return name }
      throw ToolError(
        code: "name_missing", exit: .usage, message: "the \(role.rawValue) has no name",
        reason: "OwnTracks has both names in each message",
        remedy: "name both: --tenant acme --device truck-42")
    }
    return .ownTracks(FleetDevice(tenant: try name(.tenant, .tenant), name: try name(.fleetDevice, .device)))
  }

  private static func address(_ parsed: ParsedArguments) throws(ToolError) -> FleetAddress? {
    do throws(FleetFault) {
      return try parsed.value(of: .collector).map { text throws(FleetFault) in try FleetAddress(text) }
    } catch { throw parsed.blaming(complaint(error), .collector) }
  }

  /// A file that systemd passes to the unit, because its dynamic user can't read other files.
  private static func credential(_ name: String) -> String? {
    guard let folder = UserFolders.environment("CREDENTIALS_DIRECTORY") else { return nil }
    let path = "\(folder)/gpsbridge-publish.\(name)"
    return Kernel.exists(path) ? path : nil
  }

  private static func thinning(_ parsed: ParsedArguments) -> FleetBatch.Thinning {
    if let meters = parsed.meters(of: .within) {
      return .within(centimeters: UInt32((meters * 100).rounded()))
    }
    return parsed.duration(of: .every).map { .every(milliseconds: UInt32($0 / .milliseconds(1))) } ?? .none
  }

  private static func complaint(_ fault: FleetFault) -> ToolError {
    let isInstallation = fault.code == .library
    return ToolError(
      code: "collector_\(fault.code.rawValue)", exit: isInstallation ? .unexpected : .usage,
      message: "the collector can't be used", reason: fault.description,
      remedy: isInstallation ? "apt install libcurl4" : "gpsbridge publish --help shows the flags")
  }

  // MARK: - Status

  private func show() throws(ToolError) -> ExitCode {
    guard parsed.has(.collector) || parsed.has(.publishDryRun) else { return try showAll() }
    let (post, pending): (PostSettings, PendingEntries)
    post = try self.post()
    do throws(StoreError) {
      pending = try PendingEntries(for: post, in: store, thinning: thinning)
    } catch { throw ToolError(reading: error) }
    let verb = post.receiver == .collector ? "delivered" : "accepted or left out"
    var lines = ["\(post.address.host): \(pending.delivered) \(verb), \(pending.count) to send"]
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
          remedy: "gpsbridge track check examines it")
      }
      lines.append("\(Plural.of(size.messages, "message")), \(Plural.of(size.bytes, "byte"))")
    }
    output.write(text: lines.joined(separator: "\n") + "\n")
    return .done
  }

  private func showAll() throws(ToolError) -> ExitCode {
    let sinks: [FoundSink]
    do throws(StoreError) { sinks = try FoundSink.read(of: store) } catch { throw ToolError(reading: error) }
    if sinks.isEmpty { output.write(text: "nothing of this store is published\n") }
    for sink in sinks { output.write(text: "\(sink.words)\n") }
    return .done
  }
}

// MARK: - Command line

extension Verb {
  package static let fleet: [Verb] = [publish]

  /// The progress of each publisher of a store, in words.
  package static func sinks(of path: String) -> [String] { FoundSink.all(of: path).map(\.words) }

  static let publish = Verb("publish", PublishCommand.self) {
    Command(
      .share, summary: "send the track store to the collector of a fleet",
      description: """
        Posts each position until the collector has committed it, and continues after a restart with the \
        rest. Its flags can be settings, which gpsbridge-config(1) describes.
        """,
      operands: [
        Operand(
          placeholder: "URL",
          help:
            "the collector: https://HOST[:PORT][/PATH], or http://127.0.0.1 on this machine; by default that of the settings",
          isOptional: true)
      ],
      flags: [
        .tokenFile, .storeFile, .authorities, .deviceCertificate, .deviceKey, .batchTime, .within, .every,
        .sendAgain, .batchForm, .tenant, .fleetDevice, .receiverUser, .passwordFile, .publishStatus,
        .publishDryRun,
      ], rules: [.either(.within, or: .every)],
      exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied, .busy],
      examples: [
        Example(
          "gpsbridge publish https://fleet.example --token-file token",
          "each position, until the collector has committed it"),
        Example("gpsbridge publish --status", "how much is delivered, and to which collector"),
        Example(
          "gpsbridge publish https://a.example --format owntracks --tenant a --device car",
          "each position for OwnTracks' Recorder, as soon as it is stored"),
      ])
  }
}

extension SettingsGroup {
  package static let publish = SettingsGroup(
    name: Verb.publish.name, content: "the flags of gpsbridge publish as keys",
    example: "{ url: 'https://fleet.example', 'token-file': '/etc/gpsbridge/token' }",
    help: {
      "defaults for publish: { url: 'https://fleet.example', 'token-file': '/etc/gpsbridge/token' }, with the"
        + " flags of gpsbridge-publish(1) as keys, and url for its collector"
    },
    // All flags, except for acts of one run.
    flags: {
      [.collector]
        + Verb.publish.listed.flags.filter { ![.sendAgain, .publishStatus, .publishDryRun].contains($0) }
    }, rules: { Verb.publish.listed.rules },
    check: { (settings) throws(ToolError) in try PublishCommand.check(settings) })
}

extension Flag {
  /// The operand as a setting, which has no flag.
  static let collector = Flag("url", "URL", help: "the collector")
  static let tokenFile = Flag(
    "token-file", "FILE",
    help: "a file with the device's token, readable only by this user; gpsbridge-collect device add writes it"
  )
  static let authorities = Flag("ca", "FILE", help: "the certificates to trust; by default the system's")
  static let deviceCertificate = Flag(
    "cert", "FILE", help: "the certificate of this device, for a proxy that requires one")
  static let deviceKey = Flag("key", "FILE", help: "the key of the certificate")
  static let batchTime = Flag(
    "batch", "TIME", form: .duration, help: "send a batch after this time; 60s by default")
  static let batchForm = Flag(
    "format", .word(placeholder: "FORMAT", choices: ["batch", formOfOwnTracks]),
    help: "batch (the default) for a collector, or owntracks for OwnTracks' Recorder, Home Assistant or "
      + "Traccar, which get one position at a time")
  static let formOfOwnTracks = "owntracks"
  static let tenant = Flag(
    "tenant", "NAME", form: .fleetName(.tenant, example: "acme"),
    help: "the user in messages for OwnTracks; a collector knows the owner by the token")
  static let fleetDevice = Flag(
    "device", "NAME", form: .fleetName(.device, example: "truck-42"),
    help: "the device in messages for OwnTracks")
  static let receiverUser = Flag(
    "user", "NAME", help: "the user name, for a server for OwnTracks that requires one")
  static let passwordFile = Flag(
    "password-file", "FILE", help: "a file with the password of --user, readable only by this user")
  static let within = Flag(
    "within", "METERS",
    form: Form("a distance from 1cm to 10km is expected", example: "2m") { text in
      Measure.meters(text).flatMap { 0.01...10_000 ~= $0 ? $0 : nil }
    },
    help: "leave out positions that are within this distance, such as 2m, of a path at constant speed "
      + "between the others")
  static let every = Flag(
    "every", "TIME",
    form: .duration(.milliseconds(1) ... .seconds(864_000), "a time from 1ms to 10d", example: "5s"),
    help: "send one position per interval, such as 5s")
  static let sendAgain = Flag(
    "again", "TIME", form: .duration,
    help: "send recent positions again, as far back as this time, such as 2h")
  static let publishStatus = Flag("status", help: "show how much is delivered, and end")
  static let publishDryRun = Flag("dry-run", help: "show how much would be sent, and send nothing")
}

extension Form {
  fileprivate static func fleetName(_ role: FleetName.Role, example: String) -> Form {
    Form(example: example) { text, flag in
      do throws(FleetName.Fault) { _ = try FleetName(text, of: role) } catch {
        return ToolError(
          code: "malformed_name", exit: .usage, message: "--\(flag.name) is wrong",
          reason: error.description, remedy: "choose another name")
      }
      return nil
    }
  }
}
