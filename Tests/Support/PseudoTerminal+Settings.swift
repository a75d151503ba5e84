import CGPSSerial
public import Glibc

extension PseudoTerminal {
  /// The settings that the program has made, or will find.
  public func attributes() throws -> termios {
    var attributes = termios()
    guard unsafe tcgetattr(try descriptor(), &attributes) == 0 else {
      throw Failure.call("tcgetattr", errno: errno)
    }
    return attributes
  }

  /// Changes the settings behind the program's back, as another program would.
  public func change(_ body: (inout termios) -> Void) throws {
    var attributes = try attributes()
    body(&attributes)
    guard unsafe tcsetattr(try descriptor(), TCSANOW, &attributes) == 0 else {
      throw Failure.call("tcsetattr", errno: errno)
    }
  }

  /// Whether what the device says comes back to it.
  public func isEchoing() throws -> Bool { try attributes().c_lflag & tcflag_t(ECHO) != 0 }

  /// Whether the program gets lines only.
  public func isInLines() throws -> Bool { try attributes().c_lflag & tcflag_t(ICANON) != 0 }

  /// The speed in bits a second that the program has set.
  public func speed() throws -> UInt32 {
    var (input, output): (UInt32, UInt32) = (0, 0)
    guard unsafe gpsbridge_get_speed(try descriptor(), &input, &output) == 0 else {
      throw Failure.call("gpsbridge_get_speed", errno: errno)
    }
    return output
  }

  /// Sets the speed behind the program's back.
  public func setSpeed(_ speed: UInt32) throws {
    guard gpsbridge_set_speed(try descriptor(), speed) == 0 else {
      throw Failure.call("gpsbridge_set_speed", errno: errno)
    }
  }

  /// Sets how many bytes a read waits for, and how many tenths of a second.
  public func setMinimum(_ minimum: UInt8, time: UInt8) throws {
    try change { attributes in
      unsafe withUnsafeMutableBytes(of: &attributes.c_cc) {
        unsafe $0[Int(VMIN)] = minimum
        unsafe $0[Int(VTIME)] = time
      }
    }
  }
}
