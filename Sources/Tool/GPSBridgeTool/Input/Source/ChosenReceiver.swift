internal import CommandLineTable
internal import GPSBridge
internal import SerialPorts
internal import SimulatedGPS
internal import Texts
internal import ToolSources

/// A receiver with options that a person has chosen, which no other consumer of its port shares.
enum ChosenReceiver {
  /// A receiver whose commands a person has named.
  ///
  /// Some never say whose they are: SiRF's greet once when they are switched on, and there is no question that all of them
  /// answer.
  static func open(_ source: SourceName, _ dialect: ReceiverDialect) throws(Complaint) -> Receiver {
    var options = ReceiverOptions()
    options.dialect = dialect
    options.strictness = ReadingRules.strictness
    return try open(source, options)
  }

  static func open(_ source: SourceName, _ options: ReceiverOptions) throws(Complaint) -> Receiver {
    switch source {
    case .automatic:
      let memory = PortMemory.load()
      for (key, speed) in memory.speeds { SpeedMemory.shared[key] = speed }
      let remembered = memory.keys(among: SerialPortDescription.all())
      return Receiver(SerialDevice(.auto, remembered: remembered), options: options)
    case .port(let text):
      do throws(SerialPortSelectionError) {
        return Receiver(SerialDevice(try SerialPortSelector(text)), options: options)
      } catch {
        throw Complaint(
          code: "malformed_source", exit: .usage, message: ShownText.of(error.found.utf8), reason: nil,
          hint: "gpsbridge devices lists the ports and what selects them")
      }
    case .simulated(let text):
      try SimulatedRate.check(source: text)
      do throws(ScenarioError) {
        let scenario = try SimulatedSource.scenario(text)
        return Receiver(SimulatedReceiver(scenario), options: options)
      } catch {
        throw Complaint(LocationError(.malformedSource, error.description), source)
      }
    // What is no receiver says so itself.
    case .file, .standardInput: throw LiveSource.refusal(of: source)
    }
  }
}
