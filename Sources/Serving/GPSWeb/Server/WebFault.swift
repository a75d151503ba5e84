internal import Glibc
internal import GPSSystemCalls

/// Why a page can't be had at an address.
public struct WebFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text names no address.
    case malformed
    /// Another program listens there.
    case inUse = "in_use"
    /// This user may not listen there.
    case denied
    /// The machine has no such address.
    case unavailable
    /// An address that others reach is asked for without a token.
    case unguarded
    /// libmicrohttpd is not installed, or does not start.
    case library
    /// The certificate and its key are refused.
    case certificate
    /// The file of tiles can't be read, or has tiles of another kind.
    case tiles
    /// The system has refused it for another reason.
    case refused
  }

  /// The kind of reason.
  public let code: Code
  /// The address as it was given.
  public let address: String
  /// The reason, as words.
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

  /// Both, for a person.
  public var description: String { "no page at \(address): \(reason)" }
}
