/// A port that came, changed or went.
public enum SerialPortEvent: Sendable, Hashable {
  /// It is there: plugged in, or already there when one began to listen.
  case appeared(SerialPortDescription)
  /// It is still in its place, but not as it was: another name, other permissions, other links.
  case changed(from: SerialPortDescription, to: SerialPortDescription)
  /// It has gone. This is how it was.
  case disappeared(SerialPortDescription)

  /// The port as it is now, or as it was last.
  public var port: SerialPortDescription {
    switch self {
    case .appeared(let port), .disappeared(let port): port
    case .changed(_, let port): port
    }
  }
}
