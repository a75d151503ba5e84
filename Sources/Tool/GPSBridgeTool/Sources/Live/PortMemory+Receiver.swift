internal import GPSBridge
internal import SerialPorts
internal import GPSBase
internal import TerminalKit

// Storage of the port memory, and its use by programs.

extension PortMemory {
  private static var path: String? { UserFolders.state.map { "\($0)/ports.json" } }

  /// The data of earlier runs; empty if the file is missing or invalid.
  static func load() -> PortMemory {
    // It is only a convenience: without it, the user names the receiver.
    path.flatMap { try? PortMemory(contentsOf: $0) } ?? PortMemory()
  }

  /// Stores the port of a working receiver, with its speed and dialect.
  ///
  /// - Parameters:
  ///   - receiver: The receiver; ignored if it is simulated or has no place.
  ///   - utcSeconds: When it worked.
  /// - Returns: A message if storing failed, which is not an error because this is only a convenience.
  static func remember(_ receiver: Receiver, at utcSeconds: Double) -> String? {
    remember(receiver.place, receiver.dialect, at: utcSeconds)
  }

  static func remember(_ place: DevicePlace?, _ dialect: ReceiverDialect?, at utcSeconds: Double) -> String? {
    guard let place, !place.isSimulated, let folder = UserFolders.state, let path else { return nil }
    guard let port = SerialPortDescription.all().first(where: { $0.key == place.key }) else { return nil }
    do throws(ToolError) {
      try SmallFile.holding(Array(folder.utf8)) { () throws(ToolError) in
        var memory = load()
        memory.spoke(port, speed: SpeedMemory.shared[place.key], dialect: dialect, at: Int(utcSeconds))
        do throws(MemoryFileError) { try memory.write(to: path) } catch {
          throw ToolError(
            code: "cannot_write", exit: .unexpected, message: "\(error)", remedy: "check that file")
        }
      }
      return nil
    } catch {
      let reason = error.message
      return "note: \(VisibleText.escaped(port.node.utf8)) can't be stored: \(reason)\n"
    }
  }
}

/// Stores the ports of receivers that work, once after each opening.
struct WorkingPorts {
  private let work = OrderedWork()
  /// Receivers whose ports were stored since they were opened.
  private var stored: Set<Int> = []
  /// Called with the message of a failure.
  private let say: @Sendable (String) -> Void

  init(say: @escaping @Sendable (String) -> Void) { self.say = say }

  /// Notes a report of the receiver with this index.
  ///
  /// Stores on a helper thread: listing the ports takes half a second on a small machine, which would delay reports and
  /// freeze a screen.
  mutating func take(
    _ report: Report, of receiver: Receiver, _ index: Int, at utcSeconds: @autoclosure () -> Double
  ) {
    switch report {
    case .event(let event): if case .opened = event.kind { stored.remove(index) }
    case .epoch where stored.insert(index).inserted:
      work.add { [say, place = receiver.place, dialect = receiver.dialect, seconds = utcSeconds()] in
        if let note = PortMemory.remember(place, dialect, at: seconds) { say(note) }
      }
    default: break
    }
  }

  /// Waits until all are stored.
  func finish() { work.finish() }
}

extension MemoryFolder {
  /// The folder with the user's data about receivers; nil for a user without a home.
  static var ofUser: MemoryFolder? { UserFolders.state.map { MemoryFolder("\($0)/memory") } }
}
