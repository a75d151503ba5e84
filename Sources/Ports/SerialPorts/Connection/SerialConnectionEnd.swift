/// Why a connection ended by itself.
///
/// A connection that was closed by its owner, or dropped, does not tell: the owner knows.
public enum SerialConnectionEnd: Error, Sendable, Hashable {
  /// The device has been unplugged, or the other side of a pseudo-terminal has ended: open it anew when it is back.
  case vanished(SerialPortError)
  /// Reading or writing failed for another reason.
  case failed(SerialPortError)

  /// What happened, in words.
  public var error: SerialPortError {
    switch self {
    case .vanished(let error), .failed(let error): error
    }
  }
}
