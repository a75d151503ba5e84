import Dispatch
import GPSEventRuntime
import GPSBridge
import GPSSystemCalls
import SerialPorts

/// A device that a test plugs in, talks through, and pulls out.
final class FakeDevice: ReceiverDevice {
  private struct State {
    var presence = DevicePresence.absent(LocationError(.deviceNotFound, "nothing is plugged in"))
    var watchers: [ObjectIdentifier: (loop: EventLoop, change: @Sendable (DevicePresence) -> Void)] = [:]
    var source: FakeSource?
    var refusal: LocationError?
    var openings: [(place: DevicePlace, speed: Int?)] = []
    var answer: (@Sendable ([UInt8]) -> [UInt8]?)?
    var readers: [PortHolder] = []
    var closesLate = false
    var gate: DispatchSemaphore?
  }

  private let state = Guarded(State())
  let time: any TimeSource
  let place = DevicePlace(key: "fake", node: "/dev/fake0", name: "fake receiver")

  init(_ time: any TimeSource, plugged: Bool = true) {
    self.time = time
    if plugged { state.withLock { [place] in $0.presence = .present(place) } }
  }

  /// How often, where and at which speed it was opened.
  var openings: [(place: DevicePlace, speed: Int?)] { state.withLock { $0.openings } }
  /// Whether somebody has it open now.
  var isOpen: Bool { source?.isOpen ?? false }
  /// Whether somebody waits for it.
  var isFollowed: Bool { state.withLock { !$0.watchers.isEmpty } }
  /// What was written to it since it was opened last.
  var written: [[UInt8]] { source?.written ?? [] }
  /// The speeds that were set since it was opened last.
  var speeds: [Int] { source?.speeds ?? [] }
  /// The open source, or the last one.
  var source: FakeSource? { state.withLock { $0.source } }

  /// Refuses each opening with an error, or none with nil.
  func refuse(_ error: LocationError?) { state.withLock { $0.refusal = error } }

  /// How often somebody asked who else reads from it, since it was opened last.
  var questions: Int { source?.questions ?? 0 }

  /// Sets the answer to that.
  func share(with readers: [PortHolder]) { state.withLock { $0.readers = readers } }

  /// Lets the next sources take their time to close; give it back with ``FakeSource/finishClosing()``.
  func closesLate() { state.withLock { $0.closesLate = true } }

  /// Lets each opening wait on a thread of its own until the gate is signalled.
  func opensSlowly(behind gate: DispatchSemaphore) { state.withLock { $0.gate = gate } }

  var opensSlowly: Bool { state.withLock { $0.gate != nil } }

  /// What it says to what is written, each time it is opened from now on.
  func answer(_ answer: @escaping @Sendable ([UInt8]) -> [UInt8]?) { state.withLock { $0.answer = answer } }

  /// Plugs it in, under a name.
  func plug(_ place: DevicePlace? = nil) { tell(.present(place ?? self.place)) }

  /// Pulls it out: first the hang-up, then the news, as a kernel does it.
  func unplug(hangsUp: Bool = true) {
    if hangsUp { source?.hangUp(LocationError(.disconnected, "/dev/fake0 has gone")) }
    tell(.absent(LocationError(.deviceNotFound, "nothing is plugged in")))
  }

  /// Says something.
  func say(_ bytes: [UInt8]) { source?.say(bytes) }

  func follow(on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void) -> any DeviceWatch {
    let watch = FakeWatch(self)
    let presence = state.withLock { state in
      state.watchers[ObjectIdentifier(watch)] = (loop, change)
      return state.presence
    }
    loop.async { change(presence) }
    return watch
  }

  func open(_ place: DevicePlace, speed: Int?, on loop: EventLoop) throws(LocationError) -> any ByteSource {
    let source = FakeSource(time, loop, late: state.withLock { $0.closesLate }) { [weak self] in
      self?.state.withLock { $0.readers } ?? []
    }
    let refusal = state.withLock { state in
      state.openings.append((place, speed))
      if state.refusal == nil { state.source = source }
      if let answer = state.answer { source.answer(answer) }
      return state.refusal
    }
    state.withLock { $0.gate }?.wait()
    if let refusal { throw refusal }
    return source
  }

  fileprivate func forget(_ watch: FakeWatch) {
    _ = state.withLock { $0.watchers.removeValue(forKey: ObjectIdentifier(watch)) }
  }

  private func tell(_ presence: DevicePresence) {
    let watchers = state.withLock { state in
      state.presence = presence
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.loop.async { watcher.change(presence) } }
  }
}

private final class FakeWatch: DeviceWatch {
  private let device: FakeDevice

  init(_ device: FakeDevice) { self.device = device }

  func cancel() { device.forget(self) }
}

/// The open end of a fake device.
final class FakeSource: ByteSource {
  private struct State {
    var bytes: (@Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void)?
    var end: (@Sendable (LocationError?) -> Void)?
    var isOpen = true
    var written: [[UInt8]] = []
    var speeds: [Int] = []
    var answer: (@Sendable ([UInt8]) -> [UInt8]?)?
    var questions = 0
    var closed: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())
  private let time: any TimeSource
  private let loop: EventLoop
  private let closesLate: Bool
  private let readers: @Sendable () -> [PortHolder]

  init(
    _ time: any TimeSource, _ loop: EventLoop, late: Bool = false,
    _ readers: @escaping @Sendable () -> [PortHolder] = { [] }
  ) {
    self.time = time
    self.loop = loop
    closesLate = late
    self.readers = readers
  }

  var questions: Int { state.withLock { $0.questions } }

  func findOtherReaders(_ found: @escaping @Sendable ([PortHolder]) -> Void) {
    state.withLock { $0.questions += 1 }
    loop.async { [readers] in found(readers()) }
  }

  func close(_ closed: @escaping @Sendable () -> Void) {
    close()
    if closesLate { state.withLock { $0.closed = closed } } else { closed() }
  }

  /// The descriptor is closed.
  func finishClosing() {
    let closed = state.withLock { state in
      defer { state.closed = nil }
      return state.closed
    }
    if let closed { loop.async(closed) }
  }

  /// Whether somebody listens to it: what is said before is lost, as on a cable.
  var isOpen: Bool { state.withLock { $0.isOpen && $0.bytes != nil } }
  var written: [[UInt8]] { state.withLock { $0.written } }
  var speeds: [Int] { state.withLock { $0.speeds } }

  /// What it says to what is written.
  func answer(_ answer: @escaping @Sendable ([UInt8]) -> [UInt8]?) { state.withLock { $0.answer = answer } }

  func say(_ bytes: [UInt8]) {
    let deliver = state.withLock { $0.bytes }
    loop.async { [self] in if isOpen { deliver?(bytes.span, time.now) } }
  }

  /// Says something at once, as a source may that has an answer ready; on the loop only.
  func sayNow(_ bytes: [UInt8]) { state.withLock { $0.bytes }?(bytes.span, time.now) }

  func hangUp(_ error: LocationError?) {
    let end = state.withLock { $0.end }
    loop.async { [self] in if isOpen { end?(error) } }
  }

  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void
  ) {
    state.withLock { ($0.bytes, $0.end) = (bytes, end) }
  }

  func write(_ bytes: [UInt8], timeout: Duration, _ done: @escaping @Sendable (LocationError?) -> Void) {
    let answer = state.withLock { state in
      state.written.append(bytes)
      return state.answer
    }
    loop.async { done(nil) }
    if let reply = answer?(bytes) { say(reply) }
  }

  func setSpeed(_ bitsPerSecond: Int) throws(LocationError) {
    state.withLock { $0.speeds.append(bitsPerSecond) }
  }

  func close() {
    state.withLock { ($0.isOpen, $0.bytes, $0.end) = (false, nil, nil) }
  }
}
