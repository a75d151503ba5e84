/// A shared secret that never appears in logs, dumps or messages.
struct Secret: Sendable, CustomStringConvertible, CustomReflectable {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// 32 bytes of the kernel's random numbers, as 64 hexadecimal digits.
  static func random() -> Secret {
    var source = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef".utf8)
    var bytes: [UInt8] = []
    for _ in 0..<4 {
      let number: UInt64 = source.next()
      for place in 0..<16 { bytes.append(digits[Int(number >> UInt64(4 * place) & 15)]) }
    }
    return Secret(bytes)
  }

  /// Whether a text equals the secret.
  ///
  /// The time depends only on the lengths, not on how many letters match.
  func matches(_ text: String) -> Bool {
    let guess = Array(text.utf8)
    var difference = UInt8(guess.count == bytes.count ? 0 : 1)
    for index in bytes.indices { difference |= bytes[index] ^ (index < guess.count ? guess[index] : 0) }
    return difference == 0 && !bytes.isEmpty
  }

  /// The letters themselves, only for the token file and the codes of cookies.
  func reveal() -> [UInt8] { bytes }

  var description: String { "(secret)" }

  var customMirror: Mirror { Mirror(self, children: []) }
}
