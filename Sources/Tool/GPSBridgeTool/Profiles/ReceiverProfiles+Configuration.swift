internal import CommandLineTable
internal import GPSBridge
internal import SerialPorts
internal import GPSBase

extension ReceiverProfiles {
  /// The profiles of this user's files of settings.
  static func configured() throws(ToolError) -> ReceiverProfiles {
    try ReceiverProfiles(Configuration.load(.gpsbridge))
  }

  /// The profiles that files of settings name; of two wishes for the same setting of one entry the later one counts.
  ///
  /// - Parameter configuration: What was read of the files.
  /// - Throws: A complaint about the first wrong receiver, key or value, with its file and its line.
  init(_ configuration: Configuration) throws(ToolError) {
    self.init()
    for entry in configuration.receivers {
      let selector = try Self.selector(entry)
      for wish in entry.wishes {
        let value = try WishReader.value(wish)
        // Setting by setting: a file that was written by `configure --save` must not hide the rest of another one.
        self[selector] = self[selector].filter { $0.kind != value.kind } + [value]
      }
    }
  }

  private static func selector(_ entry: ReceiverWishes) throws(ToolError) -> SerialPortSelector {
    let found: String
    do throws(SerialPortSelectionError) {
      let selector = try SerialPortSelector(entry.receiver)
      if selector != .auto { return selector }
      found = "auto is any receiver"
    } catch {
      found = error.found
    }
    throw ToolError(
      code: "bad_configuration", exit: .usage, message: "\(entry.origin): \(found)",
      reason: "expected: path:…, /dev/…, serial:…, id:… or usb:VVVV:PPPP",
      hint: "gpsbridge devices lists the ports and what selects them")
  }
}
