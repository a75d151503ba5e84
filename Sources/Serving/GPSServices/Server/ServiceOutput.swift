internal import Glibc
internal import Sockets
internal import SystemCalls

/// Where programs reach the service, and what is spoken there.
public struct ServiceOutput: Sendable, Hashable {
  let address: ServiceAddress
  /// The address as it was given.
  let text: String

  /// gpsd's port and language.
  ///
  /// - Parameter address: `2947` for this machine alone, `ADDRESS:PORT`, `*:PORT`, or a path.
  /// - Returns: The output, which ``Server/listen(_:)`` takes.
  /// - Throws: A fault that says what was found and what is expected.
  public static func gpsd(_ address: String = "2947") throws(ServiceFault) -> ServiceOutput {
    do throws(ServiceAddress.Wrong) {
      return ServiceOutput(address: try ServiceAddress(address), text: address)
    } catch {
      throw ServiceFault(.malformed, address, "found \(error.found); expected: \(error.expected)")
    }
  }
}

/// Why an output can't be had.
public struct ServiceFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text names no address.
    case malformed
    /// Another program listens there.
    case inUse = "in_use"
    /// This user may not listen there.
    case denied
    /// The machine has no such address, or the folder of the path is not there.
    case unavailable
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
      case Errno(EADDRINUSE): .inUse
      case .accessDenied, .notPermitted: .denied
      case Errno(EADDRNOTAVAIL), Errno(EAFNOSUPPORT), .noSuchFile, .notADirectory, .readOnly: .unavailable
      default: .refused
      }
    self.init(code, address, error.words)
  }

  /// Both, for a person.
  public var description: String { "can't listen at \(address): \(reason)" }
}
