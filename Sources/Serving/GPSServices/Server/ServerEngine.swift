internal import GPSEventRuntime
internal import GNSS
internal import GPSBridge
internal import GPSDProtocol
internal import GPSSystemCalls
internal import GPSSockets

/// Listens, accepts, asks sessions, and tells all clients of an epoch; on the loop of the receiver.
///
/// Each call is one whole step, and nothing waits. In a turn the receiver comes first, since its reports are told within
/// its own step; then requests, of each client no more than its share; then newcomers.
actor ServerEngine {
  nonisolated let loop: EventLoop
  nonisolated let receivers: [Receiver]
  nonisolated let time: any TimeSource
  let rules: ServiceRules
  let limits: ServiceLimits

  /// An address where newcomers are heard.
  struct Listener: Sendable {
    let watch: Watch
    let output: OpenOutput
  }

  var listeners: [CInt: Listener] = [:]
  var clients: [Int: ServiceClient] = [:]
  /// The clients in the order of their coming; whom an epoch is told first goes round.
  var order: [Int] = []
  var turn = 0
  var lastNumber = 0
  /// What is known of each receiver.
  var devices: [DeviceState]
  /// The one that counts.
  var chosen: ChosenDevice
  var counts = ServiceCounts()
  /// What others may look at, from any thread.
  nonisolated let shown = Guarded(Shown())
  var listenings: [ReceiverListening] = []
  /// What clients want that costs something; the rest runs while they want it.
  var wishes = Wishes()
  var extras: Report.Extras = []
  var packets: [ReceiverListening] = []
  var arrivals: [ReceiverListening] = []
  var silence: (any TimerHandle)?
  private var waiting: [CheckedContinuation<Void, Never>] = []
  var isOver = false
  /// How coarse positions are told.
  nonisolated let cell: CoarseCell?
  /// The outputs of sentences.
  var outputs: SentenceOutputs
  /// The service manager, where there is one.
  var link: ServiceLink?
  /// How many clients there are from where.
  var addresses = AddressTally()
  /// Runs until those are let go who want nothing.
  var idleness: (any TimerHandle)?
  /// What is called when all waiting lines are out, once the end has begun.
  var ending: ServiceEnding?

  /// The part of the state that others look at.
  struct Shown: Sendable {
    var counts = ServiceCounts()
    var fault: ServiceFault?
    /// The outputs, in the order in which they were asked for.
    var outputs: [OpenOutput] = []
  }

  /// Bytes of whichever client speaks: none has a buffer of its own.
  var buffer = [UInt8](repeating: 0, count: 8192)
  /// Whether newcomers wait in the kernel's queue, since no descriptor is left for them.
  var isFull = false

  init(_ receivers: [Receiver], _ options: ServiceOptions) {
    precondition(!receivers.isEmpty, "a server has a receiver")
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

  // MARK: - Life

  /// Begins to listen to the receivers.
  nonisolated func begin() {
    later { engine in
      engine.listenings = engine.listen(including: []) { $0.take($1, from: $2) }
      engine.watchSilence()
      engine.watchIdleness()
    }
  }

  /// Listens to all receivers; reports of several ones, and of other loops, are taken a turn later.
  ///
  /// The choice among several receivers takes a turn of its own, and has to be made before its epoch is sent: clients
  /// would else be sent that there is no fix, though another receiver has one.
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
    // It is ours and open: nothing is to be told of it.
    try? Kernel.close(descriptor)
  }
}
