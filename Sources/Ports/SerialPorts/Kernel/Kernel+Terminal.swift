import CSerial
import Glibc

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
