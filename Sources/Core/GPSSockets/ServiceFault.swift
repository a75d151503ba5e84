internal import Glibc
package import GPSSystemCalls

/// The reason why a server could not serve at an address.
public struct ServiceFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of faults.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text is not an address.
    case malformed
    /// Another program listens there.
    case inUse = "in_use"
    /// The path belongs to something that is not a socket.
    case occupied
    /// This user may not listen there.
    case denied
    /// The machine does not have this address, or the path's folder does not exist.
    case unavailable
    /// Other machines can reach the page's address, but it has no token.
    case unguarded
    /// libmicrohttpd, which the page needs, is not installed or can't be started.
    case library
    /// The page's certificate or its key is not accepted.
    case certificate
    /// The file of tiles can't be read, or its tiles have an unsupported format.
    case tiles
    /// The system refused for another reason.
    case refused
  }

  /// The kind of fault.
  public let code: Code
  /// The address as it was given.
  public let address: String
  /// The reason as text.
  public let reason: String

  package init(_ code: Code, _ address: String, _ reason: String) {
    (self.code, self.address, self.reason) = (code, address, reason)
  }

  package init(_ wrong: ServiceAddress.Invalid, _ address: String) {
    self.init(.malformed, address, "found \(wrong.found); expected: \(wrong.expected)")
  }

  /// - Parameters:
  ///   - error: The kernel's error.
  ///   - address: The address as it was given.
  ///   - path: The path in the file system that was to be created, if there was one.
  package init(_ error: Errno, _ address: String, path: String? = nil) {
    let code: Code =
      switch error {
      case .exists where path != nil: .occupied
      case .addressInUse, .exists: .inUse
      case .accessDenied, .notPermitted: .denied
      case Errno(EADDRNOTAVAIL), Errno(EAFNOSUPPORT), .noSuchFile, .notADirectory, .readOnly, .noSuchDevice:
        .unavailable
      default: .refused
      }
    guard code == .occupied, let path else {
      self.init(code, address, error.words)
      return
    }
    let kind =
      switch Kernel.node(path).map({ $0.mode & S_IFMT }) {
      case S_IFREG: "a file"
      case S_IFDIR: "a folder"
      case S_IFCHR, S_IFBLK: "a device"
      case S_IFIFO: "a pipe"
      case nil: "a link that leads nowhere"
      default: "an entry that is not a socket"
      }
    self.init(code, address, "found \(kind) of that name; expected a free name or a socket without a server")
  }

  /// The address and the reason as one line of text.
  public var description: String { "\(what): \(reason)" }

  /// The refused action: a page without its library, certificate or tiles does not try to listen.
  package var what: String {
    switch code {
    case .library, .certificate, .tiles: "can't serve the page at \(address)"
    default: "can't listen at \(address)"
    }
  }
}
