public import GPSEventRuntime
public import GPSBridge

/// A simulated GPS receiver inside the program, which handles it like a real one.
///
/// ```swift
/// let time = ManualTime()
/// let simulated = SimulatedReceiver(.tunnel, time: time)
/// let manager = LocationManager(simulated.receiver)
/// manager.startUpdatingLocation()
/// await time.advance(by: .seconds(80))            // it took no time
/// print(manager.latest?.reason ?? "")             // fix_lost: it is in the tunnel
/// ```
///
/// It is plugged in when it is created, and runs from then on, even if no program opens it. Its output, its
/// reactions to commands, and faults of its cable and port all follow from its ``Scenario``; with a
/// ``ManualTime`` they are reproducible to the byte. Like a real receiver it has one port; a second user
/// finds it busy.
///
/// To make it visible to other programs as a device, see ``PseudoTerminalReceiver``.
public final class SimulatedReceiver: ReceiverDevice {
  /// The library's receiver that is connected to this one; give it to a `LocationManager`.
  public let receiver: Receiver
  private let device: SimulatedDevice

  /// Plugs in a receiver that plays a scenario.
  ///
  /// ```swift
  /// var options = ReceiverOptions()
  /// options.profile = [Setting.updateRate(.hertz(5))]
  /// let simulated = SimulatedReceiver(.walk, time: time, options: options)
  /// ```
  ///
  /// - Parameters:
  ///   - scenario: The scenario to play.
  ///   - time: The clock to use.
  ///   - options: The options of its ``receiver``. Unless they name a memory of speeds, it has its own.
  public convenience init(
    _ scenario: Scenario = .staticDesk, time: some TimeSource = SystemTime(),
    options: ReceiverOptions = ReceiverOptions()
  ) {
    self.init(SimulatedReceiverMachine(scenario, at: time.utcSeconds), DevicePlace(scenario), time, options)
  }

  /// Plugs in a receiver that plays a scenario with a story of your own.
  ///
  /// ```swift
  /// let simulated = SimulatedReceiver(.drive, time: time) {
  ///   Story.Wait(for: .seconds(60))
  ///   Story.Unplug(for: .seconds(5), returningAs: "ttyUSB1")
  /// }
  /// ```
  public convenience init(
    _ scenario: Scenario, time: some TimeSource = SystemTime(), options: ReceiverOptions = ReceiverOptions(),
    @Story.Builder story steps: () -> [any Story.Step]
  ) { self.init(scenario.telling(steps), time: time, options: options) }

  /// Plugs in a recording that is played back.
  ///
  /// ```swift
  /// let walk = try Simulation.Recording(contentsOf: "walk.gbr")
  /// let simulated = SimulatedReceiver(playing: Simulation.Replay(walk), time: time)
  /// ```
  ///
  /// - Parameters:
  ///   - replay: The recording and its pace.
  ///   - name: The device name that its locations report.
  ///   - time: The clock to use.
  ///   - options: The options of its ``receiver``.
  public convenience init(
    playing replay: Simulation.Replay, name: String = "replay", time: some TimeSource = SystemTime(),
    options: ReceiverOptions = ReceiverOptions()
  ) { self.init(replay, DevicePlace(key: name, speed: .meaningless, isSimulated: true), time, options) }

  init(
    _ source: some EmissionSource, _ place: DevicePlace, _ time: some TimeSource, _ options: ReceiverOptions
  ) {
    let device = SimulatedDevice(source, place, time)
    self.device = device
    var options = options
    // With a shared memory, one test could influence the next.
    if options.speedMemory === SpeedMemory.shared { options.speedMemory = SpeedMemory() }
    receiver = Receiver(device, time: time, options: options)
  }

  /// Adds the events of a story to the scenario, from now on.
  ///
  /// ```swift
  /// simulated.tell { Story.Unplug(for: .seconds(5)) }
  /// await time.advance(by: .seconds(2))             // the cable is out
  /// ```
  ///
  /// A recording ignores them.
  public func tell(@Story.Builder _ steps: () -> [any Story.Step]) {
    let now = device.elapsed
    device.add(Story(steps).events.map { $0.later(by: now) })
  }

  /// The time since the receiver was created, or since the beginning of that second if it is the start.
  public var elapsed: Duration { device.elapsed }

  /// The last epoch, before its line and its faults changed it; nil before the first one.
  public var lastEpoch: SimulatedEpoch? {
    device.catchUp()
    return device.player.standing.lastEpoch
  }

  /// Bits per second at which the receiver currently sends; nil for native USB.
  public var speed: Int? {
    device.catchUp()
    return device.player.standing.speed
  }

  // MARK: - Device

  /// The place at which the receiver is plugged in, or was last.
  public var place: DevicePlace { device.place }

  /// Whether the receiver is plugged in.
  public var isPresent: Bool { device.isPresent }

  /// Reports the current presence on the loop, and each change from then on.
  public func follow(
    on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch { device.follow(on: loop, change) }

  /// Opens a reported place, or throws the error of a real port that cannot be opened.
  public func open(
    _ place: DevicePlace, speed: Int?, on loop: EventLoop
  ) throws(LocationError) -> any ByteSource { try device.open(place, speed: speed, on: loop) }
}

extension DevicePlace {
  /// The place of a receiver that plays a scenario.
  init(_ scenario: Scenario) {
    let hasLine = (scenario.speed ?? scenario.dialect.speed) != nil
    self.init(
      key: scenario.text ?? "sim:\(scenario.name)/\(scenario.device)", node: "sim/\(scenario.device)",
      name: "\(scenario.dialect.product) (simulated)", speed: hasLine ? .unknown : .meaningless,
      isSimulated: true)
  }
}

/// Simulated receivers by name, and recordings to play back.
public enum Simulation {
  /// Returns the receivers that a text names, plugged in: several for `sim:multi`, otherwise one.
  ///
  /// ```swift
  /// for simulated in try Simulation.receivers(named: "sim:multi?seed=7") { show(simulated.receiver) }
  /// ```
  ///
  /// - Parameters:
  ///   - text: The name of a scenario, with its settings: `sim:tunnel?seed=7`.
  ///   - time: The clock of all of them.
  /// - Returns: The receivers, each at a different place.
  /// - Throws: An error that names the invalid part of the text.
  public static func receivers(
    named text: String, time: some TimeSource = SystemTime()
  ) throws(ScenarioError) -> [SimulatedReceiver] {
    let scenarios = try Scenario.receivers(parsing: text) { path in try RouteFile.bytes(path) }
    // All in the same second: on one car, each is where the others are.
    let present = time.utcSeconds
    return scenarios.map {
      SimulatedReceiver(SimulatedReceiverMachine($0, at: present), DevicePlace($0), time, ReceiverOptions())
    }
  }

  /// Registers the `sim` scheme, so that receivers such as `sim:tunnel?seed=7` can be named anywhere.
  ///
  /// ```swift
  /// Simulation.register()
  /// let receiver = try Receiver.shared(named: "sim:tunnel?seed=7")
  /// ```
  ///
  /// From then on `GPSBRIDGE_SOURCE=sim:drive` in the environment gives an unchanged program a simulated
  /// receiver, which runs in real time. The setting `route=FILE.gpx` reads the route from that file.
  public static func register() {
    ReceiverSources.register(scheme: "sim") { name throws(LocationError) in
      let scenario: Scenario
      do throws(ScenarioError) {
        scenario = try Scenario(parsing: "sim:\(name)") { path in try RouteFile.bytes(path) }
      } catch { throw LocationError(.malformedSource, error.description) }
      let time = SystemTime()
      return SimulatedDevice(
        SimulatedReceiverMachine(scenario, at: time.utcSeconds), DevicePlace(scenario), time)
    }
  }
}
