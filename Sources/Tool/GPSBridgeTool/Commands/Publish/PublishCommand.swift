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
  /// How batches are written; nil if none are sent.
  private let form: FleetBatch.Form?
  private let guests: [Guest]
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
    form = FleetBatch.Form(rawValue: words.value(of: .batchForm) ?? FleetBatch.Form.compact.rawValue)
    guests = try Self.guests(words, device, origins)
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
    _ = try interval(words, origins)
  }

  /// The programs of others that are sent to, beside batches or in place of them.
  private static func guests(
    _ parsed: ParsedArguments, _ device: FleetDevice, _ origins: Origins
  ) throws(ToolError) -> [Guest] {
    let form = parsed.value(of: .batchForm)
    var guests: [Guest] = form == Flag.formOfOwnTracks ? [.ownTracks] : []
    let (interval, isHome) = (try interval(parsed, origins), parsed.has(.homeAssistant))
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

  /// How often the newest position is sent.
  private static func interval(_ parsed: ParsedArguments, _ origins: Origins) throws(ToolError) -> Duration? {
    try blaming(.live, origins) { () throws(ToolError) in
      guard let interval = try parsed.duration(of: .live) else { return nil }
      guard interval >= .seconds(1), interval <= .seconds(86_400) else {
        throw Usage.wrongForm(
          .live, parsed.value(of: .live) ?? "", expected: "a time from 1s to 1d is expected",
          "write it like --live 5s")
      }
      return interval
    }
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

  /// News of the publisher, or of one for a guest.
  private enum News {
    case batches(FleetPublisher.Status)
    case guest(Int, GuestPublisher.Status)
  }

  func run() throws(ToolError) -> ExitCode {
    // A plan needs no broker, but one that is named must be right.
    if parsed.has(.publishDryRun), !parsed.operands.isEmpty { _ = try settings() }
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
    (settings.thinning, settings.form) = (thinning, form ?? .compact)
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
