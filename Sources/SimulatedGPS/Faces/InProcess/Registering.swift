public import GPSBridge

/// The receivers that a text names, plugged in: several for `sim:multi`, one for everything else.
///
/// ```swift
/// for simulated in try SimulatedGPS.receivers(named: "sim:multi?seed=7") { show(simulated.receiver) }
/// ```
///
/// Each has a place of its own.
public func receivers(
  named text: String, time: some TimeSource = SystemTime()
) throws(ScenarioError) -> [SimulatedReceiver] {
  let scenarios = try Scenario.receivers(parsing: text) { path in try SmallFile.bytes(path) }
  return scenarios.map { SimulatedReceiver($0, time: time) }
}

/// Lets this program name simulated receivers wherever it names a receiver: `sim:tunnel?seed=7`.
///
/// ```swift
/// SimulatedGPS.register()
/// let receiver = try Receiver.shared(named: "sim:tunnel?seed=7")
/// ```
///
/// From then on `GPSBRIDGE_SOURCE=sim:drive` in the environment gives a program a receiver that is not there, without a
/// change. It runs on the machine's own time. A setting `route=FILE.gpx` is read from the disk.
public func register() {
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
