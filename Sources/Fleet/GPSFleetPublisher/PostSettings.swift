internal import GPSBase
package import GPSFleetProtocol
internal import GPSSystemCalls

/// How to post to a collector, or to another receiver of positions.
package struct PostSettings: Sendable, Hashable {
  /// The kind of server, and how it identifies the device.
  package enum Receiver: Sendable, Hashable {
    /// A collector: the token names the tenant and the device.
    case collector
    /// A program that reads OwnTracks' JSON, such as its Recorder, Home Assistant or Traccar.
    case ownTracks(FleetDevice)
  }

  package var address: FleetAddress
  package var receiver: Receiver
  /// A file of trusted certificates; nil for the system's.
  package var authorities: String?
  /// The files of our certificate and its key without a passphrase, if the server requires them.
  package var (certificate, key): (String?, String?) = (nil, nil)
  package var user: String?
  /// The file of the token, or of the user's password.
  package var secretFile: String?
  /// The token or the password; ``readSecret()`` reads it.
  package var secret: String?
  package var version = ""
  /// The time limit for an answer, which is longer than all limits of a collector and a proxy.
  package var limit = Duration.seconds(30)

  package init(_ address: FleetAddress, _ receiver: Receiver = .collector) {
    (self.address, self.receiver) = (address, receiver)
  }

  /// The name of the cursor's file, independent of the token, which may be replaced.
  package var sink: String {
    receiver == .collector ? address.fileName : address.fileName + Self.ownTracksSuffix
  }

  /// The suffix for cursors that count accepted instead of committed entries; no host contains an `@`.
  static let ownTracksSuffix = "@owntracks"

  var url: String {
    switch receiver {
    case .collector: "\(address)/v1/batch"
    case .ownTracks: address.path.isEmpty ? "\(address)/" : "\(address)"
    }
  }

  /// The header lines that the library does not create.
  var headers: [String] {
    // Nothing is sent ahead of a body: the library would wait a second for an answer to the head.
    let common = ["Expect:", "Accept:"]
    switch receiver {
    case .collector:
      return common + [
        "Content-Type: application/vnd.gpsbridge.batch", "Authorization: Bearer \(secret ?? "")",
      ]
    case .ownTracks(let device):
      return common + [
        "Content-Type: application/json", "X-Limit-U: \(device.tenant)", "X-Limit-D: \(device.name)",
      ]
    }
  }

  // MARK: - Files

  /// Reads the token or the password; throws an error for a missing file before anything is sent.
  package mutating func check() throws(FleetFault) {
    for case (let kind, let path?) in [
      ("authorities", authorities), ("certificate", certificate), ("key", key),
    ] {
      let shown = VisibleText.replaced(path)
      guard let node = Kernel.node(path) else {
        throw FleetFault(.file, "the file of the \(kind), \(shown), does not exist")
      }
      guard node.isFile, Kernel.mayRead(path) else {
        throw FleetFault(.file, "the file of the \(kind), \(shown), can't be read")
      }
    }
    guard (certificate == nil) == (key == nil) else {
      throw FleetFault(.file, "a certificate and its key belong together: name both files")
    }
    guard receiver != .collector || secretFile != nil else {
      throw FleetFault(.file, "no token is set; a collector identifies the device by it")
    }
    guard receiver == .collector || secretFile == nil || user != nil else {
      throw FleetFault(.file, "a password without a user would not be sent: name the user as well")
    }
    try readSecret()
  }

  package mutating func readSecret() throws(FleetFault) {
    guard let secretFile else { return }
    let kind = receiver == .collector ? "token" : "password"
    let line = try Self.line(of: secretFile, kind)
    guard receiver != .collector || FleetToken(line) != nil else {
      throw FleetFault(
        .file,
        "the first line of \(VisibleText.replaced(secretFile)) is not a token; expected gb1, 8 letters and digits, and 43 "
          + "characters, with dots between them")
    }
    secret = line
  }

  /// Returns the first line of a file that other users must not be able to read.
  private static func line(of path: String, _ kind: String) throws(FleetFault) -> String {
    let shown = VisibleText.replaced(path)
    let descriptor: CInt
    do throws(Errno) { descriptor = try Kernel.open(path, for: .reading) } catch {
      throw FleetFault(.file, "can't read the \(kind) file \(shown): \(error.words)")
    }
    defer { try? Kernel.close(descriptor) }
    guard let node = Kernel.node(of: descriptor), node.isFile else {
      throw FleetFault(.file, "\(shown) is not a file; expected a file with a \(kind)")
    }
    guard node.isTrusted else {
      throw FleetFault(
        .file, "the \(kind) file \(shown) belongs to another user; expected a file of your own")
    }
    guard node.mode & 0o007 == 0 else {
      throw FleetFault(.file, "all users can read the \(kind) file \(shown); restrict it: chmod 600 \(shown)")
    }
    guard let bytes = try? Kernel.read(descriptor, limit: 1024) else {
      throw FleetFault(.file, "can't read the \(kind) file \(shown)")
    }
    let line = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" && $0 != "\r\n" && $0 != "\r" }
    guard !line.isEmpty, !line.utf8.contains(0) else {
      throw FleetFault(.file, "the \(kind) file \(shown) has no \(kind) in its first line")
    }
    return String(line)
  }
}
