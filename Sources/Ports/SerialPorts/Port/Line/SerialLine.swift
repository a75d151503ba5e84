/// A line that is open: the number of its descriptor, and what there is to know about it.
///
/// A plain value, and not the owner: exactly one ``SerialPort`` or ``SerialConnection`` owns the descriptor, gives
/// this to whoever calls while it is open, and closes it once.
struct SerialLine: Sendable {
  /// The path, as it was given.
  let path: String
  let descriptor: CInt
  /// What was found, brought back at the end.
  let earlier: EarlierSettings?
  /// Whether the line is this program's to change: one that turned out to be in use is left as it is.
  var isOurs = true
  /// Whether this program asked the kernel to refuse further opens.
  var holdsTerminalLock = false

  /// The settings that were found at the opening.
  struct EarlierSettings: Sendable {
    var attributes: TerminalAttributes
    /// The real speed, where the driver tells one: a speed without a constant is not among the attributes.
    var speed: UInt32?
  }

  /// Restores the settings and gives the descriptor back: once, and without waiting for anything.
  func close() throws(SerialPortError) {
    if isOurs { leaveAsFound() }
    OpenLines.remove(descriptor)
    do {
      try Kernel.close(descriptor)
    } catch {
      // EIO of a device that has gone: the number is free all the same.
      if !error.isGone { throw .doing("close the port", path, error) }
    }
  }

  /// Brings everything back; all of it may fail, since the device may have gone, and none of it keeps from closing.
  func leaveAsFound() {
    // With bytes left to send, the kernel's close would wait for them, for half a minute on some drivers.
    try? Kernel.discardOutput(descriptor)
    restore()
    if holdsTerminalLock { try? Kernel.allowOthers(descriptor) }
    // The close would do, but for a child process that this program is just starting: until that has become another
    // program, it has the descriptor too, and with it the lock.
    try? Kernel.unlock(descriptor)
  }

  private func restore() {
    guard let earlier else { return }
    var attributes = earlier.attributes
    // Closing with HUPCL would lower DTR, and reset the board at the next open.
    attributes.hangsUpOnClose = false
    do {
      try Kernel.setAttributes(descriptor, attributes)
      if attributes.standardSpeed == nil, let speed = earlier.speed, speed > 0 {
        try Kernel.setSpeed(descriptor, speed)
      }
    } catch {
      // A device that has gone has no settings, and one that refuses its own keeps ours.
      return
    }
    // The settings that were found may echo: what came since must not be sent back.
    try? Kernel.discardOutput(descriptor)
  }

  /// Calls the kernel, and says in words what it answers.
  func perform<Value>(
    _ what: String, _ body: (CInt) throws(Errno) -> Value
  ) throws(SerialPortError) -> Value {
    do { return try body(descriptor) } catch { throw .doing(what, path, error) }
  }
}
