internal import GPSBase
internal import GPSSystemCalls

/// How to connect to a broker.
package struct FleetLinkSettings: Sendable, Hashable {
  /// The versions of the protocol that are tried.
  package enum Versions: Sendable, Hashable {
    /// MQTT 5, then 3.1.1 if the broker does not know it.
    case newest
    /// MQTT 3.1.1 only.
    case old
  }

  /// The broker.
  package var broker: BrokerAddress
  /// The name of the client, of which a broker accepts one connection.
  package var client: String
  /// The versions of the protocol that are tried.
  package var versions: Versions = .newest
  /// A file of the certificates that are trusted; nil for the ones of the system.
  package var authorities: String?
  /// The file of our certificate, if the broker demands one.
  package var certificate: String?
  /// The file of the certificate's key, without a passphrase.
  package var key: String?
  /// The user's name.
  package var user: String?
  /// The user's password; ``password(inFile:)`` reads it.
  package var password: String?
  /// The seconds of silence after which each side checks whether the other is there.
  package var keepAlive = 60
  /// The number of messages that the broker may send without an acknowledgement; 0 for its default.
  package var mostUnacknowledged: UInt16 = 0
  /// The size of the largest packet that is accepted; 0 for any.
  package var largestPacket: UInt32 = 0
  /// A message that the broker publishes when the connection breaks.
  package var will: FleetMessage?
  /// The time within which the broker must accept the connection.
  package var limit = Duration.seconds(20)

  package init(_ broker: BrokerAddress, client: String) { (self.broker, self.client) = (broker, client) }

  /// Reads a password: the first line of a file that other users can't read.
  package static func password(inFile path: String) throws(FleetLinkFault) -> String {
    let shown = VisibleText.replaced(path)
    let descriptor: CInt
    do throws(Errno) { descriptor = try Kernel.open(path, for: .reading) } catch {
      throw FleetLinkFault(.file, "can't read the password file \(shown): \(error.words)")
    }
    defer { try? Kernel.close(descriptor) }
    guard let node = Kernel.node(of: descriptor), node.isFile else {
      throw FleetLinkFault(.file, "\(shown) is not a file; expected a file with a password")
    }
    guard node.isTrusted else {
      throw FleetLinkFault(
        .file, "the password file \(shown) belongs to another user; expected a file of your own")
    }
    guard node.mode & 0o007 == 0 else {
      throw FleetLinkFault(
        .file, "all users can read the password file \(shown); restrict it: chmod 600 \(shown)")
    }
    guard let bytes = try? Kernel.read(descriptor, limit: 1024) else {
      throw FleetLinkFault(.file, "can't read the password file \(shown)")
    }
    let line = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" && $0 != "\r\n" && $0 != "\r" }
    guard !line.isEmpty, !line.utf8.contains(0) else {
      throw FleetLinkFault(.file, "the password file \(shown) has no password in its first line")
    }
    return String(line)
  }

  /// Throws an error for a file or a user that is missing, before anything is sent.
  package func checkFiles() throws(FleetLinkFault) {
    let files = [("authorities", authorities), ("certificate", certificate), ("key", key)]
    for case (let kind, let path?) in files {
      let shown = VisibleText.replaced(path)
      guard let node = Kernel.node(path) else {
        throw FleetLinkFault(.file, "the file of the \(kind), \(shown), does not exist")
      }
      guard node.isFile, Kernel.mayRead(path) else {
        throw FleetLinkFault(.file, "the file of the \(kind), \(shown), can't be read")
      }
    }
    guard (certificate == nil) == (key == nil) else {
      throw FleetLinkFault(.file, "a certificate and its key belong together: name both files")
    }
    guard password == nil || user != nil else {
      throw FleetLinkFault(.file, "a password without a user would not be sent: name the user as well")
    }
  }
}

/// Why a connection can't even be tried: a setting or the installation must change first.
package struct FleetLinkFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of faults.
  package enum Code: String, Sendable, Hashable {
    /// The text is not an address.
    case malformed
    /// The address is another machine's, and the connection would not be encrypted.
    case unprotected
    /// libmosquitto is not installed, or can't encrypt.
    case library
    /// A file of the settings can't be used.
    case file
  }

  /// The kind of fault.
  package let code: Code
  /// The finding and the remedy as text.
  package let description: String

  package init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
