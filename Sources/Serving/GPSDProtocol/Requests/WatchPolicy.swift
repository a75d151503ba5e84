/// What a client wants to be told, as WATCH has it.
package struct WatchPolicy: Sendable, Hashable {
  /// Whether anything is told at all.
  package var isEnabled = false
  /// Whether it wants objects of JSON.
  package var json = false
  /// Whether it wants sentences.
  package var nmea = false
  /// 1: what the receiver says, with binary messages in hexadecimal; 2: its bytes.
  package var raw = 0
  /// Kept and told, without an effect: they are about ships' transponders.
  package var scaled = false, split24 = false
  /// Whether reports have the times of their way.
  package var timing = false
  /// Whether it wants the offset of the computer's clock.
  package var pps = false
  /// The one device that it wants; nil for those of the server's choice.
  package var device: String?

  /// A client that has asked for nothing yet.
  package init() {}

  /// Changes it as gpsd does: what is absent stays as it was (`json`, `nmea`, `raw`), or becomes what it was at first.
  mutating func apply(_ change: WatchChange) {
    isEnabled = change.isEnabled
    json = change.json ?? json
    nmea = change.nmea ?? nmea
    raw = change.raw ?? raw
    (scaled, split24, timing, pps) = (change.scaled, change.split24, change.timing, change.pps)
    device = change.device
  }

  /// Whether it wants what the receiver says, word for word.
  package var wantsPackets: Bool { isEnabled && (nmea || raw > 0) }
}

/// A change of a policy, as a client has written it.
struct WatchChange: Sendable, Hashable {
  let isEnabled: Bool
  let json: Bool?
  let nmea: Bool?
  let raw: Int?
  let scaled: Bool
  let split24: Bool
  let timing: Bool
  let pps: Bool
  let device: String?

  /// Reads it; keys that nobody knows are passed over.
  ///
  /// - Throws: The message about the first member of a wrong type: then the policy stays as it was.
  init(_ argument: Argument) throws(RequestError) {
    isEnabled = try argument.flag("enable") ?? true
    json = try argument.flag("json")
    nmea = try argument.flag("nmea")
    raw = try argument.number("raw", in: 0...2)
    scaled = try argument.flag("scaled") ?? false
    split24 = try argument.flag("split24") ?? false
    timing = try argument.flag("timing") ?? false
    pps = try argument.flag("pps") ?? false
    device = try argument.text("device")
  }
}

/// What a client wants a device to be set to.
struct DeviceChange: Sendable, Hashable {
  let path: String?
  let speed: Int?
  let isNative: Bool?
  /// Seconds from one epoch to the next.
  let cycle: Double?
  /// Bytes for the receiver.
  let bytes: [UInt8]?

  /// Reads it; keys that nobody knows are passed over.
  ///
  /// - Throws: The message about the first member of a wrong type.
  init(_ argument: Argument) throws(RequestError) {
    path = try argument.text("path")
    speed = try argument.number("bps", in: 0...4_000_000)
    isNative = try argument.flag("native")
    cycle = try argument.amount("cycle", in: 0.01...3600)
    _ = try argument.text("parity")
    bytes = try argument.text("hexdata").map { text throws(RequestError) in
      guard let bytes = Self.bytes(text) else {
        throw .invalid("DEVICE", "hexdata is an even number of hexadecimal digits")
      }
      return bytes
    }
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0, !digits.isEmpty else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digit(digits[index]), let low = digit(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
