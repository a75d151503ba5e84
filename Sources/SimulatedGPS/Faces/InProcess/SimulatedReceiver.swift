public import GPSEventRuntime
public import GPSBridge

/// A GPS receiver that is not there, for a program that need not know.
///
/// ```swift
/// let time = ManualTime()
/// let simulated = SimulatedReceiver(.tunnel, time: time)
/// let manager = LocationManager(simulated.receiver)
/// manager.startUpdatingLocation()
/// time.advance(by: .seconds(80))                  // it took no time
/// print(manager.latest?.reason ?? "")             // fix_lost: it is in the tunnel
/// ```
///
/// It is plugged in when it is made, and lives from then on, whether or not somebody listens. What it says, what it makes
/// of commands, how its cable is pulled and its port refuses: all that follows from its ``Scenario``, and with a
/// ``ManualTime`` to the byte. Like a real one it has one port; a second user finds it busy.
///
/// To meet it as a program outside would, behind a name in `/dev`, see ``PseudoTerminalReceiver``.
public final class SimulatedReceiver: ReceiverDevice {
  /// The receiver of the library that has this one at its end; give it to a `LocationManager`.
  public let receiver: Receiver
  private let device: SimulatedDevice

  /// Plugs a receiver in that plays a scenario.
  ///
  /// ```swift
  /// var options = ReceiverOptions()
  /// options.profile = [.updateRate(.hertz(5))]
  /// let simulated = SimulatedReceiver(.walk, time: time, options: options)
  /// ```
  ///
  /// - Parameters:
  ///   - scenario: What it lives through.
  ///   - time: The clock that it lives by.
  ///   - options: How its ``receiver`` behaves. It has a memory of speeds of its own, unless they name one.
  public convenience init(
    _ scenario: Scenario = .staticDesk, time: some TimeSource = SystemTime(),
    options: ReceiverOptions = ReceiverOptions()
  ) {
    self.init(SimulatedReceiverEngine(scenario), DevicePlace(scenario), time, options)
  }

  /// Plugs a receiver in that lives through a story of yours.
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
  ) {
    self.init(scenario.telling(steps), time: time, options: options)
  }

  /// Plugs in a recording that is played back.
  ///
  /// ```swift
  /// let walk = try Simulation.Recording(contentsOf: "walk.gbr")
  /// let simulated = SimulatedReceiver(playing: Simulation.Replay(walk), time: time)
  /// ```
  ///
  /// - Parameters:
  ///   - replay: The recording, and how fast it is played.
  ///   - name: The device that its locations name.
  ///   - time: The clock that it lives by.
  ///   - options: How its ``receiver`` behaves.
  public convenience init(
    playing replay: Simulation.Replay, name: String = "replay", time: some TimeSource = SystemTime(),
    options: ReceiverOptions = ReceiverOptions()
  ) {
    self.init(replay, DevicePlace(key: name, speed: .meaningless, isSimulated: true), time, options)
  }

  init(
    _ source: some EmissionSource, _ place: DevicePlace, _ time: some TimeSource, _ options: ReceiverOptions
  ) {
    let device = SimulatedDevice(source, place, time)
    self.device = device
    var options = options
    // A shared memory would let one test change what another one sees.
    if options.speedMemory === SpeedMemory.shared { options.speedMemory = SpeedMemory() }
    receiver = Receiver(device, time: time, options: options)
  }

  /// Lets something happen that was not foreseen, from now on.
  ///
  /// ```swift
  /// simulated.tell { Story.Unplug(for: .seconds(5)) }
  /// time.advance(by: .seconds(2))                   // the cable is out
  /// ```
  ///
  /// To a recording nothing can happen.
  public func tell(@Story.Builder _ steps: () -> [any Story.Step]) {
    let now = device.elapsed
    device.add(Story(steps).events.map { $0.later(by: now) })
  }

  /// How long it has been there.
  public var elapsed: Duration { device.elapsed }

  /// The last epoch as it was meant, before its line and its faults changed it; nil before the first one.
  public var lastEpoch: SimulatedEpoch? {
    device.catchUp()
    return device.player.standing.lastEpoch
  }

  /// Bits per second at which it speaks now; nil for one that is USB itself.
  public var speed: Int? {
    device.catchUp()
    return device.player.standing.speed
  }

  // MARK: - Device

  /// The place at which it is plugged in, or was.
  public var place: DevicePlace { device.place }

  /// Whether it is plugged in.
  public var isPresent: Bool { device.isPresent }

  /// Follows it: tells on the loop where it is now, and each change from then on.
  public func follow(
    on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch {
    device.follow(on: loop, change)
  }

  /// Opens it at a place that was told, or says why a real port could not be opened.
  public func open(
    _ place: DevicePlace, speed: Int?, on loop: EventLoop
  ) throws(LocationError) -> any ByteSource {
    try device.open(place, speed: speed, on: loop)
  }
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

/// Simulated receivers by their names, and recordings that are played back.
public enum Simulation {
  /// The receivers that a text names, plugged in: several for `sim:multi`, one for everything else.
  ///
  /// ```swift
  /// for simulated in try Simulation.receivers(named: "sim:multi?seed=7") { show(simulated.receiver) }
  /// ```
  ///
  /// - Parameters:
  ///   - text: The name of a scenario, with its settings: `sim:tunnel?seed=7`.
  ///   - time: The clock that all of them live by.
  /// - Returns: The receivers, each at a place of its own.
  /// - Throws: The part of the text that is not understood.
  public static func receivers(
    named text: String, time: some TimeSource = SystemTime()
  ) throws(ScenarioError) -> [SimulatedReceiver] {
    let scenarios = try Scenario.receivers(parsing: text) { path in try RouteFile.bytes(path) }
    return scenarios.map { SimulatedReceiver($0, time: time) }
  }

  /// Lets this program name simulated receivers wherever it names a receiver: `sim:tunnel?seed=7`.
  ///
  /// ```swift
  /// Simulation.register()
  /// let receiver = try Receiver.shared(named: "sim:tunnel?seed=7")
  /// ```
  ///
  /// From then on `GPSBRIDGE_SOURCE=sim:drive` in the environment gives an unchanged program a simulated receiver, on the
  /// machine's own time. A setting `route=FILE.gpx` is read from the disk.
  public static func register() {
    ReceiverSources.register(scheme: "sim") { name throws(LocationError) in
      let scenario: Scenario
      do throws(ScenarioError) {
        scenario = try Scenario(parsing: "sim:\(name)") { path in try RouteFile.bytes(path) }
      } catch {
        throw LocationError(.malformedSource, error.description)
      }
      return SimulatedDevice(SimulatedReceiverEngine(scenario), DevicePlace(scenario), SystemTime())
    }
  }
}
