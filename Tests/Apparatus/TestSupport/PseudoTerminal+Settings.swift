import CGPSSerial
public import Glibc

extension PseudoTerminal {
  /// Returns the current settings of the port.
  public func attributes() throws -> termios {
    var attributes = termios()
    guard unsafe tcgetattr(try descriptor(), &attributes) == 0 else {
      throw Failure.call("tcgetattr", errno: errno)
    }
    return attributes
  }

  /// Changes the settings without the program's knowledge, as another process might.
  public func change(_ body: (inout termios) -> Void) throws {
    var attributes = try attributes()
    body(&attributes)
    guard unsafe tcsetattr(try descriptor(), TCSANOW, &attributes) == 0 else {
      throw Failure.call("tcsetattr", errno: errno)
    }
  }

  /// Whether output of the device is echoed to it.
  public func isEchoing() throws -> Bool { try attributes().c_lflag & tcflag_t(ECHO) != 0 }

  /// Whether the program reads whole lines.
  public func isInLines() throws -> Bool { try attributes().c_lflag & tcflag_t(ICANON) != 0 }

  /// Returns the speed that the program has set, in bits per second.
  public func speed() throws -> UInt32 {
    var (input, output): (UInt32, UInt32) = (0, 0)
    guard unsafe gpsbridge_get_speed(try descriptor(), &input, &output) == 0 else {
      throw Failure.call("gpsbridge_get_speed", errno: errno)
    }
    return output
  }

  /// Sets the speed without the program's knowledge.
  public func setSpeed(_ speed: UInt32) throws {
    guard gpsbridge_set_speed(try descriptor(), speed) == 0 else {
      throw Failure.call("gpsbridge_set_speed", errno: errno)
    }
  }

  /// Sets the minimum number of bytes for a read, and its timeout in tenths of a second.
  public func setMinimum(_ minimum: UInt8, time: UInt8) throws {
    try change { attributes in
      unsafe withUnsafeMutableBytes(of: &attributes.c_cc) {
        unsafe $0[Int(VMIN)] = minimum
        unsafe $0[Int(VTIME)] = time
      }
    }
  }
}
