import CGPSSerial
import Glibc
import GPSSystemCalls

extension Kernel {
  /// Reads the settings of a terminal; the error ENOTTY means that it is not a terminal.
  static func attributes(_ descriptor: CInt) throws(Errno) -> TerminalAttributes {
    var attributes = termios()
    _ = try call { unsafe tcgetattr(descriptor, &attributes) }
    return TerminalAttributes(attributes)
  }

  /// Changes the settings of a terminal at once.
  ///
  /// We never use TCSADRAIN or TCSAFLUSH, which wait until everything has been sent, possibly forever.
  static func setAttributes(_ descriptor: CInt, _ attributes: TerminalAttributes) throws(Errno) {
    var attributes = attributes.values
    _ = try call { unsafe tcsetattr(descriptor, TCSANOW, &attributes) }
  }

  /// Reads a terminal's output speed in bits per second.
  static func speed(_ descriptor: CInt) throws(Errno) -> UInt32 {
    var input: UInt32 = 0
    var output: UInt32 = 0
    _ = try call { unsafe gpsbridge_get_speed(descriptor, &input, &output) }
    return output
  }

  /// Sets any speed in bits per second.
  static func setSpeed(_ descriptor: CInt, _ speed: UInt32) throws(Errno) {
    _ = try call { gpsbridge_set_speed(descriptor, speed) }
  }

  /// Discards bytes that were received but not read.
  static func discardInput(_ descriptor: CInt) throws(Errno) {
    _ = try call { tcflush(descriptor, TCIFLUSH) }
  }

  /// Discards bytes that were written but not sent.
  static func discardOutput(_ descriptor: CInt) throws(Errno) {
    _ = try call { tcflush(descriptor, TCOFLUSH) }
  }

  // Requests that serial drivers may support and pseudo-terminals do not.
  /// Refuses further opens of the terminal, except by root.
  static func takeExclusively(_ descriptor: CInt) throws(Errno) {
    _ = try call { ioctl(descriptor, UInt(TIOCEXCL)) }
  }

  /// Permits further opens; without this, a terminal that stays open elsewhere would keep refusing them.
  static func allowOthers(_ descriptor: CInt) throws(Errno) {
    _ = try call { ioctl(descriptor, UInt(TIOCNXCL)) }
  }

  /// Whether a process refuses further opens; root is admitted anyway, and must check.
  static func isTakenExclusively(_ descriptor: CInt) throws(Errno) -> Bool {
    var exclusive: CInt = 0
    _ = try call { unsafe gpsbridge_get_exclusive(descriptor, &exclusive) }
    return exclusive != 0
  }

  static func modemLines(_ descriptor: CInt) throws(Errno) -> CInt {
    try exchange(descriptor, TIOCMGET)
  }

  /// Sets modem lines, and leaves the others unchanged.
  static func raise(_ descriptor: CInt, _ lines: CInt) throws(Errno) {
    _ = try exchange(descriptor, TIOCMBIS, lines)
  }

  /// Clears modem lines, and leaves the others unchanged.
  static func lower(_ descriptor: CInt, _ lines: CInt) throws(Errno) {
    _ = try exchange(descriptor, TIOCMBIC, lines)
  }

  /// Reads the driver's counters since the device was plugged in.
  static func counters(_ descriptor: CInt) throws(Errno) -> serial_icounter_struct {
    var counters = serial_icounter_struct()
    _ = try call { unsafe ioctl(descriptor, UInt(TIOCGICOUNT), &counters) }
    return counters
  }

  static func bytesToRead(_ descriptor: CInt) throws(Errno) -> Int {
    Int(try exchange(descriptor, FIONREAD))
  }

  /// The number of bytes that were written but not sent.
  static func bytesToSend(_ descriptor: CInt) throws(Errno) -> Int {
    Int(try exchange(descriptor, TIOCOUTQ))
  }

  private static func exchange(
    _ descriptor: CInt, _ request: CInt, _ number: CInt = 0
  ) throws(Errno) -> CInt {
    var number = number
    _ = try call { unsafe ioctl(descriptor, UInt(request), &number) }
    return number
  }

  /// Asks a driver to deliver each byte at once, and returns whether it does.
  ///
  /// By default, FTDI's chips buffer for 16 ms.
  static func setLowLatency(_ descriptor: CInt) throws(Errno) -> Bool {
    let flag = CInt(bitPattern: UInt32(1) << UInt32(ASYNCB_LOW_LATENCY))
    var serial = unsafe serial_struct()
    _ = try call { unsafe ioctl(descriptor, UInt(TIOCGSERIAL), &serial) }
    unsafe serial.flags |= flag
    _ = try call { unsafe ioctl(descriptor, UInt(TIOCSSERIAL), &serial) }
    _ = try call { unsafe ioctl(descriptor, UInt(TIOCGSERIAL), &serial) }
    return unsafe serial.flags & flag != 0
  }
}
