/// Everything that a receiver decides, without doing any of it: what it is told goes in, what is to be done comes out.
///
/// ```
///  idle ─demand─▶ waiting ─present─▶ (open) ─▶ detecting speed ─▶ silent · no fix · fix · lost
///    ▲               ▲  ▲              │                             │
///    └──── linger ───┴──┴── refused ───┴────────── gone ─────────────┘
/// ```
///
/// It reads no clock: pauses are actions, and their end is an input. So each way through it is a test without a wait.
struct ReceiverMachine: Sendable {
  /// Pauses that somebody must wait for on the machine's behalf.
  enum Timer: Sendable, Hashable, CaseIterable { case linger, retry, trial, silence }

  /// What is to be done now, in this order.
  enum Action: Sendable, Hashable {
    case follow, unfollow
    case open(DevicePlace, speed: Int?)
    case close
    case setSpeed(Int)
    case remember(Int, device: String)
    case start(Timer, Duration), stop(Timer)
    case tell(ReceiverEvent.Kind)
    case finish(LocationError)
  }

  enum Phase: Sendable {
    case idle
    /// Followed and not there.
    case absent(LocationError)
    /// There, and to be tried again after a pause.
    case refused(DevicePlace, LocationError)
    /// Asked to be opened; the answer is on its way.
    case opening(DevicePlace)
    case open(OpenDevice)
    case failed(LocationError)
  }

  let options: ReceiverOptions
  var phase = Phase.idle
  var isWanted = false
  /// How often the device was refused in a row.
  var refusals = 0
  /// How often a silent device was opened again without a byte since.
  var reopenings = 0
  var actions: [Action] = []
  private(set) var state = ReceiverState.idle

  init(_ options: ReceiverOptions) { self.options = options }

  /// What is to be done since the last call.
  mutating func takeActions() -> [Action] {
    noteState()
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// Notes what the receiver is doing, where that has changed.
  mutating func noteState() {
    let now = currentState
    guard now != state else { return }
    state = now
    actions.append(.tell(.state(now)))
  }

  private var currentState: ReceiverState {
    switch phase {
    case .idle: .idle
    case .absent(let error): .waitingForDevice(error)
    case .refused(_, let error): .waitingToRetry(error)
    case .opening: state
    case .open(let device): device.state
    case .failed(let error): .failed(error)
    }
  }
}
