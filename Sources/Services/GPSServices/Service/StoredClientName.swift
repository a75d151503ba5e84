internal import GPSDProtocol

/// The name of a client's connection in a service manager's store, from which its session is restored.
///
/// ```
///  gpsd.e1j1n0r0t0s0x0p0.0.17
///  │    │                │ └ its own number: the manager removes all that have one name
///  │    │                └── the receiver that it wants: `any`, `best`, or a number
///  │    └─────────────────── enable, json, nmea, raw, timing, scaled, split24, pps
///  └──────────────────────── what is spoken with it
/// ```
///
/// It contains no text from clients: a manager accepts 255 printable ASCII characters without a colon, and
/// passes all names in a single variable.
struct StoredClientName: Sendable, Hashable {
  /// The receiver that a client asked for.
  enum Device: Sendable, Hashable {
    case any
    case best
    case number(Int)
  }

  /// The client's watch policy, without a receiver path, which may belong to a different receiver by then.
  var policy: WatchPolicy
  var device: Device
  /// The client's number, unique across restarts.
  var number: Int

  init(_ policy: WatchPolicy, of device: Device, number: Int) {
    self.policy = policy
    self.policy.device = nil
    (self.device, self.number) = (device, number)
  }

  static let largestNumber = 999_999_999_999

  var text: String {
    func word(_ letter: String, _ isSet: Bool) -> String { letter + (isSet ? "1" : "0") }
    let flags =
      word("e", policy.isEnabled) + word("j", policy.json) + word("n", policy.nmea) + "r\(policy.raw)"
      + word("t", policy.timing) + word("s", policy.scaled) + word("x", policy.split24)
      + word("p", policy.pps)
    let place =
      switch device {
      case .any: "any"
      case .best: "best"
      case .number(let number): "\(number)"
      }
    return "gpsd.\(flags).\(place).\(number)"
  }

  /// Parses a name; nil if the text is not exactly what ``text`` would produce.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count < 100, parts.count == 4, let flags = Self.flags(parts[1]),
      let number = Self.number(parts[3])
    else { return nil }
    var policy = WatchPolicy()
    (policy.isEnabled, policy.json, policy.nmea) = (flags[0] == 1, flags[1] == 1, flags[2] == 1)
    policy.raw = flags[3]
    (policy.timing, policy.scaled) = (flags[4] == 1, flags[5] == 1)
    (policy.split24, policy.pps) = (flags[6] == 1, flags[7] == 1)
    let device: Device
    switch parts[2] {
    case "any": device = .any
    case "best": device = .best
    default:
      guard let number = Self.number(parts[2]) else { return nil }
      device = .number(number)
    }
    self.init(policy, of: device, number: number)
    // Reject leading zeros and anything before the first period, so that each name has one spelling.
    guard self.text == text else { return nil }
  }

  private static let letters: [UInt8] = Array("ejnrtsxp".utf8)

  /// The digits after the letters, in order; nil if one is missing or too large.
  private static func flags(_ text: Substring) -> [Int]? {
    let bytes = Array(text.utf8)
    guard bytes.count == letters.count * 2 else { return nil }
    var flags: [Int] = []
    for (index, letter) in letters.enumerated() {
      let most: UInt8 = letter == UInt8(ascii: "r") ? 2 : 1
      guard bytes[index * 2] == letter, (0x30...0x30 + most).contains(bytes[index * 2 + 1]) else {
        return nil
      }
      flags.append(Int(bytes[index * 2 + 1] - 0x30))
    }
    return flags
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...12).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text)
  }
}
