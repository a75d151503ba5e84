internal import GPSBridge
internal import SerialPorts

/// The receiver behind a source that is no recording.
enum LiveSource {
  /// The receiver that a name means; nothing is opened before somebody listens to it.
  ///
  /// - Throws: That the name means none; that none is there yet is no error, since it may come.
  static func open(_ name: SourceName) throws(Complaint) -> Receiver {
    switch name {
    case .automatic: return Receiver.shared(.auto)
    case .port(let text), .simulated(let text):
      do throws(LocationError) {
        return try Receiver.shared(named: text)
      } catch {
        throw Complaint(error, name)
      }
    case .file, .standardInput:
      throw Complaint(
        code: "not_live", exit: .usage, message: "\(name.shown) is a recording, and a receiver is needed",
        reason: nil, hint: "name a port, sim:walk, or nothing for the receiver that is plugged in")
    }
  }
}
