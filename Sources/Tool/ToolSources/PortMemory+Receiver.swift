internal import CommandLineTable
package import GPSBridge
internal import SerialPorts
internal import GPSBase
internal import ToolFiles

// The place of the memory on the disk, and the manners of a program that uses it.

extension PortMemory {
  private static var path: String? { UserFolders.state.map { "\($0)/ports.json" } }

  /// The memory of earlier runs; empty where the file is missing, or is not what this program writes.
  package static func load() -> PortMemory {
    // It is a convenience: a receiver that can't be remembered is named by its user.
    path.flatMap { try? PortMemory(contentsOf: $0) } ?? PortMemory()
  }

  /// Remembers the port where a receiver has spoken, with its speed and its dialect.
  ///
  /// - Parameters:
  ///   - receiver: The receiver; one that is simulated, or has no place, needs no memory.
  ///   - utcSeconds: When it spoke.
  /// - Returns: A line for people that tells why it can't be remembered: it is a convenience, and no reason to stop.
  package static func remember(_ receiver: Receiver, at utcSeconds: Double) -> String? {
    remember(receiver.place, receiver.dialect, at: utcSeconds)
  }

  /// The same for a place and a dialect from another moment.
  package static func remember(
    _ place: DevicePlace?, _ dialect: ReceiverDialect?, at utcSeconds: Double
  ) -> String? {
    guard let place, !place.isSimulated, let folder = UserFolders.state, let path else { return nil }
    guard let port = SerialPortDescription.all().first(where: { $0.key == place.key }) else { return nil }
    do throws(ToolError) {
      try SmallFile.holding(Array(folder.utf8)) { () throws(ToolError) in
        var memory = load()
        memory.spoke(port, speed: SpeedMemory.shared[place.key], dialect: dialect, at: Int(utcSeconds))
        do throws(PortMemory.FileError) { try memory.write(to: path) } catch {
          throw ToolError(
            code: "cannot_write", exit: .unexpected, message: "\(error)", reason: nil,
            hint: "look at that file")
        }
      }
      return nil
    } catch {
      let reason = error.message
      return "note: \(VisibleText.escaped(port.node.utf8)) can't be remembered: \(reason)\n"
    }
  }
}
