internal import GPSBridge
internal import SerialPorts
internal import GPSBase

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

  /// The same for a place and a dialect that were noted earlier.
  static func remember(
    _ place: DevicePlace?, _ dialect: ReceiverDialect?, at utcSeconds: Double
  ) -> String? {
    guard let place, !place.isSimulated, let folder = UserFolders.state, let path else { return nil }
    guard let port = SerialPortDescription.all().first(where: { $0.key == place.key }) else { return nil }
    do throws(ToolError) {
      try SmallFile.holding(Array(folder.utf8)) { () throws(ToolError) in
        var memory = load()
        memory.spoke(port, speed: SpeedMemory.shared[place.key], dialect: dialect, at: Int(utcSeconds))
        do throws(MemoryFileError) { try memory.write(to: path) } catch {
          throw ToolError(
            code: "cannot_write", exit: .unexpected, message: "\(error)", hint: "check that file")
        }
      }
      return nil
    } catch {
      let reason = error.message
      return "note: \(VisibleText.escaped(port.node.utf8)) can't be stored: \(reason)\n"
    }
  }
}

extension MemoryFolder {
  /// The folder with the user's data about receivers; nil for a user without a home.
  static var ofUser: MemoryFolder? { UserFolders.state.map { MemoryFolder("\($0)/memory") } }
}
