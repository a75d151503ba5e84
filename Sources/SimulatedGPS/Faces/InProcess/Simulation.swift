public import GPSBridge

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
    let scenarios = try Scenario.receivers(parsing: text) { path in try SmallFile.bytes(path) }
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
        scenario = try Scenario(parsing: "sim:\(name)") { path in try SmallFile.bytes(path) }
      } catch {
        throw LocationError(.malformedSource, error.description)
      }
      return SimulatedDevice(SimulatedReceiverEngine(scenario), DevicePlace(scenario), SystemTime())
    }
  }
}
