import CGPSSerial
import Glibc
import GPSSystemCalls

extension Kernel {
  /// Reads the settings of a terminal; ENOTTY says that it is none.
  static func attributes(_ descriptor: CInt) throws(Errno) -> TerminalAttributes {
    var attributes = termios()
    _ = try call { unsafe tcgetattr(descriptor, &attributes) }
    return TerminalAttributes(attributes)
  }

  /// Changes the settings of a terminal at once.
  ///
  /// Never with TCSADRAIN or TCSAFLUSH, which wait until everything has been sent, possibly forever.
  static func setAttributes(_ descriptor: CInt, _ attributes: TerminalAttributes) throws(Errno) {
    var attributes = attributes.values
    _ = try call { unsafe tcsetattr(descriptor, TCSANOW, &attributes) }
  }

  /// Reads the speed in bits a second at which a terminal sends.
  static func speed(_ descriptor: CInt) throws(Errno) -> UInt32 {
    var input: UInt32 = 0
    var output: UInt32 = 0
    _ = try call { unsafe gpsbridge_get_speed(descriptor, &input, &output) }
    return output
  }

  /// Sets any speed in bits a second.
  static func setSpeed(_ descriptor: CInt, _ speed: UInt32) throws(Errno) {
    _ = try call { gpsbridge_set_speed(descriptor, speed) }
  }

  /// Throws away what has been received and not been read.
  static func discardInput(_ descriptor: CInt) throws(Errno) {
    _ = try call { tcflush(descriptor, TCIFLUSH) }
  }

  /// Throws away what has been written and not been sent.
  static func discardOutput(_ descriptor: CInt) throws(Errno) {
    _ = try call { tcflush(descriptor, TCOFLUSH) }
  }
}

// The requests that a serial driver may know and a pseudo-terminal does not.
extension Kernel {
  /// Refuses further opens of the terminal, but for root.
  static func takeExclusively(_ descriptor: CInt) throws(Errno) {
    _ = try call { ioctl(descriptor, UInt(TIOCEXCL)) }
  }

  /// Allows further opens again; nothing else does so on a terminal that lives on, as a pseudo-terminal does.
  static func allowOthers(_ descriptor: CInt) throws(Errno) {
    _ = try call { ioctl(descriptor, UInt(TIOCNXCL)) }
  }

  /// Whether another process refuses further opens; root is let in all the same, and must ask.
  static func isTakenExclusively(_ descriptor: CInt) throws(Errno) -> Bool {
    var exclusive: CInt = 0
    _ = try call { unsafe gpsbridge_get_exclusive(descriptor, &exclusive) }
    return exclusive != 0
  }

  /// Reads the wires beside the data.
  static func modemLines(_ descriptor: CInt) throws(Errno) -> CInt {
    var lines: CInt = 0
    _ = try call { unsafe ioctl(descriptor, UInt(TIOCMGET), &lines) }
    return lines
  }

  /// Raises wires, and leaves the others.
  static func raise(_ descriptor: CInt, _ lines: CInt) throws(Errno) {
    var lines = lines
    _ = try call { unsafe ioctl(descriptor, UInt(TIOCMBIS), &lines) }
  }

  /// Lowers wires, and leaves the others.
  static func lower(_ descriptor: CInt, _ lines: CInt) throws(Errno) {
    var lines = lines
    _ = try call { unsafe ioctl(descriptor, UInt(TIOCMBIC), &lines) }
  }

  /// Begins a break.
  ///
  /// `tcsendbreak` would make the caller wait for its end.
  static func startBreak(_ descriptor: CInt) throws(Errno) {
    _ = try call { ioctl(descriptor, UInt(TIOCSBRK)) }
  }

  /// Ends a break.
  static func stopBreak(_ descriptor: CInt) throws(Errno) {
    _ = try call { ioctl(descriptor, UInt(TIOCCBRK)) }
  }

  /// Reads what the driver has counted since the device came.
  static func counters(_ descriptor: CInt) throws(Errno) -> serial_icounter_struct {
    var counters = serial_icounter_struct()
    _ = try call { unsafe ioctl(descriptor, UInt(TIOCGICOUNT), &counters) }
    return counters
  }

  /// How many bytes can be read at once.
  static func bytesToRead(_ descriptor: CInt) throws(Errno) -> Int {
    var count: CInt = 0
    _ = try call { unsafe ioctl(descriptor, UInt(FIONREAD), &count) }
    return Int(count)
  }

  /// How many written bytes have not been sent.
  static func bytesToSend(_ descriptor: CInt) throws(Errno) -> Int {
    var count: CInt = 0
    _ = try call { unsafe ioctl(descriptor, UInt(TIOCOUTQ), &count) }
    return Int(count)
  }

  /// Asks a driver to hand over each byte at once, and tells whether it does.
  ///
  /// FTDI's chips collect for 16 ms otherwise.
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
