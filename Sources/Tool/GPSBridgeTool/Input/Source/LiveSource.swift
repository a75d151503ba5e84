internal import CommandLineTable
internal import GPSBridge
internal import SerialPorts
internal import Texts
internal import ToolFiles
internal import ToolSources

/// The receiver behind a source that is no recording.
enum LiveSource {
  /// The receiver that a name means; nothing is opened before somebody listens to it.
  ///
  /// - Throws: That the name means none; that none is there yet is no error, since it may come.
  static func open(_ name: SourceName) throws(Complaint) -> Receiver {
    if ReadingRules.strictness != .standard {
      var options = ReceiverOptions()
      options.strictness = ReadingRules.strictness
      return try ChosenReceiver.open(name, options)
    }
    switch name {
    case .automatic: return automatic(knownSpeeds())
    case .port(let text), .simulated(let text):
      if name.isSimulated { try SimulatedRate.check(source: text) } else { _ = knownSpeeds() }
      do throws(LocationError) {
        return try Receiver.shared(named: text)
      } catch {
        throw Complaint(error, name)
      }
    case .file, .standardInput: throw refusal(of: name)
    }
  }

  /// Why a source is no receiver: it is a recording, or nothing at all.
  static func refusal(of name: SourceName) -> Complaint {
    if case .file(let path) = name, case .failure(let fault) = PathCall.look(path.bytes, followsLinks: true) {
      return OpenFailure.complaint(fault.number, path.bytes)
    }
    return Complaint(
      code: "not_live", exit: .usage, message: "\(name.shown) is a recording, and a receiver is needed",
      reason: nil, hint: "name a port, sim:walk, or nothing for the receiver that is plugged in")
  }

  /// The receiver that is plugged in, or that will be.
  ///
  /// Of several it is the one that spoke last, and a line says how to name the others. Where none is known by its ids, it is
  /// the port that once spoke.
  private static func automatic(_ memory: PortMemory) -> Receiver {
    let ports = SerialPortDescription.all()
    do throws(SerialPortSelectionError) {
      let choice = try SerialPortSelector.auto.choose(among: ports, preferring: memory.last(among: ports))
      if let note = choice.note {
        ErrorReport.say("note: \(ShownText.of(note.utf8))\n")
        return Receiver.shared(SerialPortSelector.naming(choice.port, among: ports))
      }
    } catch {
      // None is there: the one that comes will be taken.
    }
    return Receiver(SerialDevice(.auto, remembered: memory.keys(among: ports)))
  }

  /// Lets the library begin with the speed at which each port was understood last.
  private static func knownSpeeds() -> PortMemory {
    let memory = PortMemory.load()
    for (key, speed) in memory.speeds { SpeedMemory.shared[key] = speed }
    return memory
  }
}
