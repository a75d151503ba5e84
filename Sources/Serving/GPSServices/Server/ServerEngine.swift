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
actor ServerEngine {
  nonisolated let loop: EventLoop
  nonisolated let receivers: [Receiver]
  nonisolated let time: any TimeSource
  let rules: ServiceRules
  let limits: ServiceLimits

  /// A listening socket for gpsd's clients.
  struct Listener: Sendable {
    let watch: Watch
    let output: OpenOutput
  }

  var listeners: [CInt: Listener] = [:]
  var clients: [Int: ServiceClient] = [:]
  /// Clients in order of arrival; the one served first rotates with each epoch.
  var order: [Int] = []
  var turn = 0
  var lastNumber = 0
  /// The state of each receiver.
  var devices: [DeviceState]
  /// The receiver for clients that do not name one.
  var chosen: ChosenDevice
  var counts = ServiceCounts()
  /// State that can be read from any thread.
  nonisolated let shown = Guarded(Shown())
  var listenings: [ReceiverListening] = []
  /// Counts of clients per costly report; the next properties are in use only while a client wants them.
  var wishes = Wishes()
  var extras: Report.Extras = []
  var packets: [ReceiverListening] = []
  var arrivals: [ReceiverListening] = []
  var silence: (any TimerHandle)?
  private var waiting: [CheckedContinuation<Void, Never>] = []
  var isOver = false
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
  /// The shutdown in progress; its body is called after all pending lines are sent.
  var ending: ServiceEnding?

  /// The part of the state that other threads read.
  struct Shown: Sendable {
    var counts = ServiceCounts()
    var fault: ServiceFault?
    /// The outputs, in the order in which they were requested.
    var outputs: [OpenOutput] = []
  }

  /// The read buffer, shared by all clients.
  var buffer = [UInt8](repeating: 0, count: 8192)
  /// Whether accepting is paused because no descriptor is left.
  var isFull = false

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

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  nonisolated func later(_ body: @escaping @Sendable (isolated ServerEngine) -> Void) {
    loop.async { [weak self] in self?.assumeIsolated(body) }
  }

  // MARK: - Lifecycle

  /// Subscribes to the receivers.
  nonisolated func begin() {
    later { engine in
      engine.listenings = engine.listen(including: []) { $0.take($1, from: $2) }
      engine.watchSilence()
      engine.watchIdleness()
    }
  }

  /// Subscribes to all receivers; with several receivers or a different loop, reports arrive a turn later.
  ///
  /// The choice among several receivers needs a turn of its own, before the epoch is sent. Otherwise clients
  /// would receive "no fix" although another receiver has one.
  nonisolated func listen(
    including extras: Report.Extras,
    _ take: @escaping @Sendable (isolated ServerEngine, Report, Int) -> Void
  ) -> [ReceiverListening] {
    receivers.enumerated().map { index, receiver in
      let isOurs = receiver.loop === loop && receivers.count == 1
      return receiver.onReport(including: extras) { [weak self] report in
        if isOurs {
          self?.assumeIsolated { take($0, report, index) }
        } else {
          self?.later { take($0, report, index) }
        }
      }
    }
  }

  func waitForEnd() async throws(ServiceFault) {
    if !isOver {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiting.append($0) }
      } onCancel: {
        shutDown(nil)
      }
    }
    if let fault = shown.withLock(\.fault) { throw fault }
  }

  nonisolated func shutDown(_ fault: ServiceFault?) {
    loop.async { [self] in assumeIsolated { $0.stop(fault) } }
  }

  func stop(_ fault: ServiceFault?) {
    guard !isOver else { return }
    isOver = true
    shown.withLock { $0.fault = fault }
    for listening in listenings + packets + arrivals { listening.cancel() }
    (listenings, packets, arrivals) = ([], [], [])
    silence?.cancel()
    idleness?.cancel()
    stopListening()
    for number in order { close(number) }
    outputs.stop()
    leaveManager()
    tellCounts()
    for one in waiting { one.resume() }
    waiting = []
    finishEnding()
  }

  func tellCounts() { shown.withLock { [counts] in $0.counts = counts } }

  func close(descriptor: CInt) {
    // Closing our own open descriptor can't fail in a way we could report.
    try? Kernel.close(descriptor)
  }
}
