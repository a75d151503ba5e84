/// The token of a device: `gb1.`, 8 public characters, `.`, and 256 random bits in base64url.
///
/// ```
/// gb1.k3v9q0ta.mJw2h1rU0m2o6Yp3vB8e0cQ5s7tXzA4dFgHiJkLmNoP
/// ```
package struct FleetToken: Sendable {
  package let id: String
  package let secret: [UInt8]

  private static let begin = "gb1."
  private static let (idLength, secretLength) = (8, 43)
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let base64 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 80 else { return nil }
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, text.hasPrefix(Self.begin), parts[1].count == Self.idLength,
      parts[2].count == Self.secretLength, parts[1].allSatisfy(Self.letters.contains),
      parts[2].allSatisfy(Self.base64.contains)
    else { return nil }
    (id, secret) = (String(decoding: parts[1], as: UTF8.self), Array(parts[2]))
  }

  package static func random() -> String {
    let id = (0..<idLength).map { _ in letters[Int.random(in: letters.indices)] }
    // 42 times 6 bits, and the last 4 bits of 256.
    let secret = (0..<secretLength).map { place in
      base64[place < secretLength - 1 ? Int.random(in: 0..<64) : Int.random(in: 0..<16) << 2]
    }
    return begin + String(decoding: id, as: UTF8.self) + "." + String(decoding: secret, as: UTF8.self)
  }
}
