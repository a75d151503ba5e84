internal import GPSEventRuntime
internal import GNSS
internal import GPSBridge
internal import GPSDProtocol
internal import GPSSystemCalls
internal import GPSSockets

/// Accepts clients, runs their sessions, and sends them reports, on the receiver's event loop.
///
/// Each call is a complete step that never blocks. In a turn, receivers come first, since reports are sent
/// from within their step; then requests, limited to a fair share per client; then new clients.
actor ServerEngine: LoopService {
  nonisolated let loop: EventLoop
  nonisolated let receivers: [Receiver]
  nonisolated let time: any TimeSource
  let rules: ServiceRules
  let limits: ServiceLimits

  /// The phases of a server, in order.
  enum Phase: Sendable {
    case serving
    /// Nothing is accepted or added any more; clients may still receive their pending data.
    case ending(ServiceEnding)
    /// Closed, at once or after an ending.
    case over(after: ServiceEnding?)
  }

  nonisolated let life = ServiceLife()
  var phase = Phase.serving
  /// The outputs for gpsd clients, by listening socket.
  var listeners: [CInt: OpenOutput] = [:]
  lazy var acceptor = Acceptor(
    on: loop, sparing: Kernel.sparedDescriptors, handler { $0.accepted($1) },
    turnEnded: handler { engine, isShort in
      if isShort { engine.letSilentGo() }
      engine.tellCounts()
    })
  var clients = ClientTable<ServiceClient>()
  /// The state of each receiver.
  var devices: [DeviceState]
  /// The receiver for clients that do not name one.
  var chosen: ChosenDevice
  var counts = ServiceCounts()
  /// State that can be read from any thread.
  nonisolated let shown = Guarded(Shown())
  var listenings: [ReceiverListening] = []
  /// Counts of clients per costly report; the next properties are in use only while a client wants them.
  var demand = ReportDemand()
  var extras: Report.Extras = []
  var packets: [ReceiverListening] = []
  var arrivals: [ReceiverListening] = []
  var silence: (any TimerHandle)?
  /// The cell size for coarse positions.
  nonisolated let cell: CoarseCell?
  /// The outputs for sentences.
  var outputs: SentenceOutputs
  /// The service manager, if there is one.
  var link: ServiceLink?
  /// The number of clients per address.
  var addresses = AddressTally()
  /// Timer for disconnecting idle clients.
  var idleness: (any TimerHandle)?

  /// The part of the state that other threads read.
  struct Shown: Sendable {
    var counts = ServiceCounts()
    /// The outputs, in the order in which they were requested.
    var outputs: [OpenOutput] = []
  }

  /// The read buffer, shared by all clients.
  var buffer = [UInt8](repeating: 0, count: 8192)

  init(_ receivers: [Receiver], _ options: ServiceOptions) {
    precondition(!receivers.isEmpty, "a server needs a receiver")
    self.receivers = receivers
    (loop, time) = (receivers[0].loop, receivers[0].time)
    (rules, limits, cell) = (options.rules, options.limits, options.coarseCell)
    outputs = SentenceOutputs(coarse: options.coarseCell)
    let now = time.now
    devices = receivers.indices.map { index in
      let name = options.names.indices.contains(index) ? options.names[index] : ""
      return DeviceState(ServedDevice.ID(index), name: name.isEmpty ? nil : name, at: now)
    }
    chosen = ChosenDevice(receivers, tellsAll: options.choice == .all)
  }

  /// Whether it serves, and is not about to end.
  var isServing: Bool { if case .serving = phase { true } else { false } }

  /// The shutdown during which pending data is sent, if there is or was one.
  var ending: ServiceEnding? {
    switch phase {
    case .serving: nil
    case .ending(let ending): ending
    case .over(let ending): ending
    }
  }

  // MARK: - Lifecycle

  /// Subscribes to the receivers.
  nonisolated func begin() {
    later { engine in
      engine.listenings = engine.listen(including: [])
      engine.watchSilence()
      engine.watchIdleness()
    }
  }

  /// Subscribes to all receivers; with several receivers, reports arrive a turn later.
  ///
  /// The choice among several receivers needs a turn of its own, before the epoch is sent. Otherwise clients
  /// would receive "no fix" although another receiver has one.
  nonisolated func listen(including extras: Report.Extras) -> [ReceiverListening] {
    receivers.enumerated().map { index, receiver in
      let isAlone = receivers.count == 1
      let take: @Sendable (Report) -> Void = handler { $0.take($1, from: index) }
      return receiver.onReport(including: extras) { [weak self] report in
        switch report {
        case .sentence, .message: break
        // It comes again, with its epoch.
        case .sky: return
        // The subscription without extras has it. Only that one is permanent, so no epoch comes twice.
        default: if !extras.isEmpty { return }
        }
        if isAlone { take(report) } else { self?.later { $0.take(report, from: index) } }
      }
    }
  }

  func close() {
    let ending = ending
    phase = .over(after: ending)
    for listening in listenings + packets + arrivals { listening.cancel() }
    (listenings, packets, arrivals) = ([], [], [])
    silence?.cancel()
    idleness?.cancel()
    stopListening()
    for number in clients.order { close(number) }
    outputs.stop()
    leaveManager()
    tellCounts()
    ending?.deadline.cancel()
    ending?.body()
  }

  func tellCounts() {
    (counts.clients, counts.dropped) = (clients.count, clients.dropped)
    (counts.waiting, counts.shortages) = (acceptor.waiting, acceptor.shortages)
    shown.withLock { [counts] in $0.counts = counts }
  }

  func close(descriptor: CInt) {
    // Closing our own open descriptor can't fail in a way we could report.
    try? Kernel.close(descriptor)
  }
}
