internal import GPSBridge
internal import GPSFormats
internal import UBX

/// A receiver whose settings are changed while its reports are followed.
final class ConfigureSession {
  private let reports: LiveReports
  private let timeout: Duration?
  let table: CommandTable
  private(set) var watch = SettingWatch()
  private(set) var outcomes: [SettingKind: SettingChange.Outcome] = [:]
  private(set) var proofs: [SettingKind: SettingProof] = [:]
  /// Settings that were restored in the meantime, after the receiver restarted.
  private(set) var restorings: [SettingRestoring] = []

  /// How long to wait until the receiver is understood: trying all speeds takes 20 s.
  private static let patience = Duration.seconds(30)
  /// The longest time to observe a change; the library gives up slightly earlier.
  private static let longestLook = Duration.seconds(65)

  init(_ options: ConfigureOptions) throws(ToolError) {
    (timeout, table) = (options.timeout, options.parsed.table)
    reports = try LiveReports(
      [options.source], options.parsed, options.dialect, may: [], lostTimeout: .seconds(3), storesPorts: false
    )
    reports.listen()
  }

  var receiver: Receiver { reports.receiver }
  var signal: CInt? { reports.signal }

  /// Waits until the receiver is understood.
  func listen() throws(ToolError) {
    let patience = timeout ?? Self.patience
    var hasSpoken = false
    try wait(for: patience) { report in
      hasSpoken = hasSpoken || Self.isWord(report)
      return hasSpoken
    }
    if signal == nil, !hasSpoken { throw reports.complaint(after: patience) }
  }

  /// Whether a report shows that we understand the receiver: one whose messages are off has no epochs.
  private static func isWord(_ report: Report) -> Bool {
    switch report {
    case .epoch: true
    case .event(let event):
      if case .state(.binary(let language)) = event.kind { language.isRead } else { false }
    default: false
    }
  }

  /// Finds out which commands the receiver understands, with queries if necessary.
  func identify() throws(ToolError) -> Result<ReceiverDialect, LocationError>? {
    try listen()
    guard signal == nil else { return nil }
    return try run { receiver, timeout throws(LocationError) in try await receiver.identify(timeout: timeout)
    }
  }

  /// Runs asynchronous work while following reports; nil if a signal came.
  func run<Answer: Sendable>(
    _ work: @escaping @Sendable (Receiver, Duration?) async throws(LocationError) -> Answer
  ) throws(ToolError) -> Result<Answer, LocationError>? {
    try reports.perform(
      { [receiver, timeout] () throws(LocationError) in try await work(receiver, timeout) }, hear)
  }

  /// Follows reports until the settings are known, or waiting longer is useless.
  func learn(_ kinds: Set<SettingKind>) throws(ToolError) {
    watch.begin()
    // Only CASIC receivers report their constellations.
    let visible = kinds.filter { $0.showsByItself || $0 == .constellations && receiver.dialect == .casic }
    // A receiver with native USB has no line speed.
    let wanted = visible.filter { $0 != .baudRate || receiver.place?.speed != .meaningless }
    try wait(for: .seconds(20)) { _ in
      wanted.allSatisfy { self.watch.values[$0] != nil } || self.watch.epochs > SettingWatch.mostEpochs
    }
  }

  /// A setting with its present value, and the wish for it.
  ///
  /// On native USB there is no baud rate: a known port shows that, and a u-blox reports it on any other.
  func row(_ kind: SettingKind, _ wish: SettingValue?, _ identity: ReceiverIdentity?) -> SettingRow {
    let isMeaningless =
      kind == .baudRate && (receiver.place?.speed == .meaningless || identity?.table.hasSpeed == false)
    return SettingRow(
      kind: kind, old: isMeaningless ? nil : watch.values[kind], new: wish, isMeaningless: isMeaningless)
  }

  /// Queries settings, and stores the answers; returns the ones without an answer, with the reason.
  func ask(_ kinds: [SettingKind]) throws(ToolError) -> [SettingKind: LocationError] {
    var silent: [SettingKind: LocationError] = [:]
    var answers: [Message] = []
    for kind in kinds {
      let result = try run { receiver, timeout throws(LocationError) in
        try await receiver.answers(about: kind, timeout: timeout)
      }
      switch result {
      case .success(let some): answers += some
      case .failure(let error): silent[kind] = error
      case nil: break
      }
      if signal != nil { break }
    }
    do throws(ToolError) { try keep(answers) } catch {
      ErrorReport.say("note: the answers can't be stored for --dry-run: \(error.message)\n")
    }
    return silent
  }

  /// Stores answers for `--dry-run`, which knows only the place, not the serial number.
  func keep(_ answers: [Message]) throws(ToolError) {
    try storeByPlace?.keep(answers: (receiver.identity?.answers ?? []) + answers)
  }

  /// Plans values, one after the other.
  func plan(_ values: [SettingValue]) throws(ToolError) -> [Result<SettingsPlan, LocationError>] {
    var plans: [Result<SettingsPlan, LocationError>] = []
    for value in values {
      guard
        let plan = try run({ receiver, timeout throws(LocationError) in
          try await receiver.plan(value, timeout: timeout)
        })
      else { return plans }
      plans.append(plan)
    }
    return plans
  }

  /// The stored data of this receiver, by serial number, or by place if it has none.
  ///
  /// A simulated receiver ends with this program and has no store.
  var store: SettingStore? {
    guard let place = storeByPlace else { return nil }
    return receiver.identity?.number.flatMap { SettingStore($0.description) } ?? place
  }

  var storeByPlace: SettingStore? {
    guard let place = receiver.place, !place.isSimulated else { return nil }
    return SettingStore(place.key)
  }

  /// The stored data of the last receiver in this place, found without querying it.
  var rememberedStore: SettingStore? {
    guard let answers = storeByPlace?.answers, let number = ReceiverIdentity(answers)?.number else {
      return storeByPlace
    }
    return SettingStore(number.description)
  }

  /// Stores the port and its last working speed.
  func remember() {
    if let note = PortMemory.remember(receiver, at: SystemTime().utcSeconds) { ErrorReport.say(note) }
  }

  /// Follows reports until the library knows whether acknowledged values really took effect.
  func observe() throws(ToolError) {
    guard isObserved else { return }
    try wait(for: Self.longestLook) { _ in !self.isObserved }
  }

  private var isObserved: Bool {
    outcomes.contains { kind, outcome in
      switch outcome {
      case .confirmed(by: .answer): true
      case .confirmed(by: .readBack): kind.showsByItself
      default: false
      }
    }
  }

  /// Follows reports until one of them is enough, the time is over, or a signal comes.
  private func wait(for time: Duration, _ isEnough: (Report) -> Bool) throws(ToolError) {
    _ = try reports.follow(until: reports.now.instant + time) { news in
      if case .heard(let report) = news, hear(news) == .goOn, isEnough(report) { .end } else { .goOn }
    }
  }

  private func hear(_ news: LiveReports.News) -> LiveReports.Step {
    guard case .heard(let report) = news else { return .goOn }
    switch report {
    case .setting(let change):
      outcomes[change.value.kind] = change.outcome
      if case .confirmed(let proof) = change.outcome { proofs[change.value.kind] = proof }
    case .event(let event): if let restoring = SettingRestoring(event.kind) { restorings.append(restoring) }
    default: break
    }
    watch.take(report, bytes: receiver.counts.bytes)
    return .goOn
  }
}
