internal import GPSBase
internal import GPSFleetProtocol
internal import GPSWebHost

/// The token of a device in the database: the SHA-256 of its secret part, whose 256 random bits need no slow hash.
struct DeviceToken: Sendable, Hashable {
  /// The public part, for logs and limits.
  let id: String
  let hash: [UInt8]

  init?(_ text: some StringProtocol) {
    guard let token = FleetToken(text) else { return nil }
    (id, hash) = (token.id, SHA256.digest(of: token.secret))
  }

  init?(_ request: WebRequest) {
    let values = request.headers("Authorization")
    guard values.count == 1, values[0].prefix(7).lowercased() == "bearer " else { return nil }
    self.init(values[0].dropFirst(7).drop { $0 == " " })
  }
}
