internal import GPSDProtocol

/// The name by which a client's connection lies in the store of a service manager: all that its session is made again from.
///
/// ```
///  gpsd.e1j1n0r0t0s0x0p0.0.17
///  │    │                │ └ its own number: the manager removes all that have one name
///  │    │                └── the receiver that it wants: `any`, `best`, or a number
///  │    └─────────────────── enable, json, nmea, raw, timing, scaled, split24, pps
///  └──────────────────────── what is spoken with it
/// ```
///
/// Texts of clients are not in it: a manager takes printable ASCII without a colon, 255 characters of it, and all names
/// together travel in one variable.
struct StoredClientName: Sendable, Hashable {
  /// The receiver that a client wants.
  enum Device: Sendable, Hashable {
    case any
    case best
    /// The one with this number.
    case number(Int)
  }

  /// What the client wants to be told; without the name of a receiver, which may be another one by then.
  var policy: WatchPolicy
  var device: Device
  /// No two clients have the same, also before and after a restart.
  var number: Int

  init(_ policy: WatchPolicy, of device: Device, number: Int) {
    self.policy = policy
    self.policy.device = nil
    self.device = device
    self.number = number
  }

  /// Larger numbers have no place in a name.
  static let largestNumber = 999_999_999_999

  /// The name as it is written.
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

  /// Reads a name; nil for any that was not written so.
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
    // One way to write each: no zeros in front, and nothing else in front of the first point.
    guard self.text == text else { return nil }
  }

  private static let letters: [UInt8] = Array("ejnrtsxp".utf8)

  /// The digits behind the letters, in their order; nil where one is missing or too large.
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
