internal import GPSBridge
internal import SerialPorts
internal import GPSBase

extension ReceiverProfiles {
  /// The profiles in this user's settings files.
  static func configured() throws(ToolError) -> ReceiverProfiles {
    try ReceiverProfiles(Configuration.load(.gpsbridge))
  }

  /// Creates the profiles of settings files; if an entry sets a value twice, the later one wins.
  ///
  /// - Parameter configuration: The contents of the files.
  /// - Throws: A complaint about the first invalid receiver, key or value, with its file and line.
  init(_ configuration: Configuration) throws(ToolError) {
    self.init()
    for entry in configuration.receivers {
      let selector = try Self.selector(entry)
      for wish in entry.wishes {
        let value = try WishReader.value(wish)
        // Merge by setting: a file of `configure --save` must not hide other files' settings.
        self[selector] = self[selector].filter { $0.kind != value.kind } + [value]
      }
    }
  }

  private static func selector(_ entry: ReceiverProfileText) throws(ToolError) -> SerialPortSelector {
    let found: String
    do throws(SerialPortSelectionError) {
      let selector = try SerialPortSelector(entry.receiver)
      if selector != .auto { return selector }
      found = "auto is any receiver"
    } catch { found = error.found }
    throw ToolError(
      code: "bad_configuration", exit: .usage, message: "\(entry.origin): \(found)",
      reason: "expected: path:…, /dev/…, serial:…, id:… or usb:VVVV:PPPP",
      hint: "gpsbridge devices lists the ports and what selects them")
  }
}
