internal import Glibc
internal import GPSSystemCalls

/// Why a page can't be served at an address.
public struct WebFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of faults.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text is not an address.
    case malformed
    /// Another program listens there.
    case inUse = "in_use"
    /// This user may not listen there.
    case denied
    /// The machine has no such address.
    case unavailable
    /// An address that other machines can reach was given without a token.
    case unguarded
    /// libmicrohttpd is not installed, or can't be started.
    case library
    /// The certificate or its key is not accepted.
    case certificate
    /// The file of tiles can't be read, or its tiles have an unsupported format.
    case tiles
    /// The system refused it for another reason.
    case refused
  }

  /// The kind of fault.
  public let code: Code
  /// The address as it was given.
  public let address: String
  /// The reason in words.
  public let reason: String

  init(_ code: Code, _ address: String, _ reason: String) {
    (self.code, self.address, self.reason) = (code, address, reason)
  }

  init(_ error: Errno, _ address: String) {
    let code: Code =
      switch error {
      case .addressInUse: .inUse
      case .accessDenied, .notPermitted: .denied
      case Errno(EADDRNOTAVAIL), Errno(EAFNOSUPPORT), .noSuchFile, .noSuchDevice: .unavailable
      default: .refused
      }
    self.init(code, address, error.words)
  }

  /// The address and the reason in words.
  public var description: String { "no page at \(address): \(reason)" }
}
