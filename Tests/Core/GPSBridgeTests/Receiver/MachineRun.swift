@testable import GPSBridge

/// A receiver's machine on the bench: what it does is noted, its timers fire when the test says so.
struct MachineRun {
  var machine: ReceiverMachine
  /// Everything that was to be done.
  private(set) var log: [ReceiverMachine.Action] = []
  /// What was to be done since the last look.
  private var fresh: [ReceiverMachine.Action] = []
  /// Pauses that are running.
  private(set) var timers: [ReceiverMachine.Timer: Duration] = [:]
  private(set) var isOpen = false
  private(set) var isFollowing = false
  private(set) var lastGood: [String: Int] = [:]
  /// What each opening answers; the last one repeats.
  var openings: [LocationError?] = [nil]

  static let place = DevicePlace(key: "usb-1.2", node: "/dev/ttyUSB0", speed: .unknown)
  static let native = DevicePlace(key: "usb-1.2", node: "/dev/ttyACM0")

  init(_ change: (inout ReceiverOptions) -> Void = { _ in }) {
    var options = ReceiverOptions()
    change(&options)
    machine = ReceiverMachine(options)
  }

  /// A run in which somebody wants locations and a device is plugged in.
  static func plugged(
    _ place: DevicePlace = Self.place, _ change: (inout ReceiverOptions) -> Void = { _ in }
  ) -> MachineRun {
    var run = MachineRun(change)
    run.want()
    run.plug(place)
    return run
  }

  var state: ReceiverState { machine.state }

  /// Tells the machine something and does what it wants done.
  mutating func tell(_ input: (inout ReceiverMachine, Int?) -> Void) {
    input(&machine, lastGood[Self.place.key])
    perform()
  }

  mutating func want(_ isWanted: Bool = true) { tell { machine, _ in machine.demand(isWanted: isWanted) } }
  mutating func plug(_ place: DevicePlace = Self.place) { tell { $0.present(place, lastGood: $1) } }
  mutating func unplug() { tell { machine, _ in machine.absent(Self.gone) } }
  mutating func hangUp() { tell { machine, _ in machine.ended(nil) } }
  mutating func hear(_ evidence: SpeedEvidence) { tell { machine, _ in machine.heard(evidence) } }
  mutating func stand(_ standing: OpenDevice.Standing) { tell { machine, _ in machine.stands(standing) } }

  /// Lets a running pause end; false if it is not running.
  @discardableResult mutating func fire(_ timer: ReceiverMachine.Timer) -> Bool {
    guard timers.removeValue(forKey: timer) != nil else { return false }
    tell { $0.timerFired(timer, lastGood: $1) }
    return true
  }

  /// What was to be done since the last look.
  mutating func look() -> [ReceiverMachine.Action] {
    defer { fresh = [] }
    return fresh
  }

  static let gone = LocationError(.deviceNotFound, "nothing is plugged in")
  static let denied = LocationError(.permissionDenied, "permission denied")

  private mutating func perform() {
    var actions = machine.takeActions()
    while !actions.isEmpty {
      log += actions
      fresh += actions
      for action in actions { perform(action) }
      actions = machine.takeActions()
    }
  }

  private mutating func perform(_ action: ReceiverMachine.Action) {
    switch action {
    case .follow: isFollowing = true
    case .unfollow: isFollowing = false
    case .open(let place, _):
      precondition(!isOpen, "opened twice")
      let refusal = openings.count > 1 ? openings.removeFirst() : openings[0]
      isOpen = refusal == nil
      if let refusal { machine.openFailed(refusal) } else { machine.opened(lastGood: lastGood[place.key]) }
    case .close: isOpen = false
    case .start(let timer, let pause): timers[timer] = pause
    case .stop(let timer): timers[timer] = nil
    case .remember(let speed, let device): lastGood[device] = speed
    case .setSpeed, .tell, .finish: break
    }
  }
}

extension [ReceiverMachine.Action] {
  /// The events among the actions.
  var events: [ReceiverEvent.Kind] { compactMap { if case .tell(let event) = $0 { event } else { nil } } }
  /// The states that were entered.
  var states: [ReceiverState] { events.compactMap { if case .state(let state) = $0 { state } else { nil } } }
  /// The speeds that were set.
  var speeds: [Int] { compactMap { if case .setSpeed(let speed) = $0 { speed } else { nil } } }
}
