internal import GPSBase

/// A client's choice of reports, as set by WATCH.
package struct WatchPolicy: Sendable, Hashable {
  /// Whether the client gets any reports.
  package var isEnabled = false
  /// Whether the client wants JSON objects.
  package var json = false
  /// Whether the client wants sentences.
  package var nmea = false
  /// 1: the receiver's sentences, and its binary messages in hexadecimal; 2: both unchanged.
  package var raw = 0
  /// Stored and reported without effect: these concern ships' transponders (AIS).
  package var scaled = false, split24 = false
  /// Whether the client asked for processing times; stored and reported, without effect.
  package var timing = false
  /// Whether the client wants the offset of the computer's clock.
  package var pps = false
  /// The only device that the client wants; nil for the server's choice.
  package var device: String?

  /// Creates the policy of a client that has not requested anything.
  package init() {}

  /// Applies a change as gpsd does: absent members keep their value (`json`, `nmea`, `raw`) or are reset.
  mutating func apply(_ change: WatchChange) {
    isEnabled = change.isEnabled
    json = change.json ?? json
    nmea = change.nmea ?? nmea
    raw = change.raw ?? raw
    (scaled, split24, timing, pps) = (change.scaled, change.split24, change.timing, change.pps)
    device = change.device
  }

  /// Whether the client wants the receiver's original bytes.
  package var wantsPackets: Bool { isEnabled && (nmea || raw > 0) }
}

/// A client's change of its policy.
///
/// As in gpsd, a damaged argument counts up to the damage: some clients truncate their requests and still
/// expect reports.
struct WatchChange: Sendable, Hashable {
  private(set) var isEnabled = true
  private(set) var json: Bool?
  private(set) var nmea: Bool?
  private(set) var raw: Int?
  private(set) var scaled = false
  private(set) var split24 = false
  private(set) var timing = false
  private(set) var pps = false
  private(set) var device: String?
  /// The error of the first invalid member; nil if all are valid.
  private(set) var error: RequestError?

  /// Reads members in order, up to the first one that is damaged or has a wrong type.
  ///
  /// Unknown keys are ignored.
  init(_ bytes: ArraySlice<UInt8>) {
    let (members, damage) = JSON5Reader.readMembers(Array(bytes))
    do throws(RequestError) {
      for member in members {
        try take(member.key, MemberValue(word: "WATCH", key: member.key, json: member.value))
      }
      if let damage { throw .damaged("WATCH", damage, bytes) }
    } catch { self.error = error }
  }

  private mutating func take(_ key: String, _ value: MemberValue) throws(RequestError) {
    switch key {
    case "enable": isEnabled = try value.flag() ?? true
    case "json": json = try value.flag()
    case "nmea": nmea = try value.flag()
    case "raw": raw = try value.number(in: 0...2)
    case "scaled": scaled = try value.flag() ?? false
    case "split24": split24 = try value.flag() ?? false
    case "timing": timing = try value.flag() ?? false
    case "pps": pps = try value.flag() ?? false
    case "device": device = try value.device()
    default: break
    }
  }
}

/// A client's request to configure a device.
struct WatchedDevice: Sendable, Hashable {
  let path: String?
  private let speed: Int?
  private let isNative: Bool?
  /// The interval between epochs in seconds.
  private let cycle: Double?
  private let parity: String?
  private let stopBits: Int?
  /// Bytes to write to the receiver.
  let bytes: [UInt8]?

  /// Reads the members; unknown keys are ignored.
  ///
  /// - Throws: An error about the first member with a wrong type.
  init(_ argument: RequestArgument) throws(RequestError) {
    let path = try argument.text("path")
    self.path = path == "" ? nil : path
    speed = try argument.number("bps", in: 0...4_000_000)
    isNative = try argument.flag("native")
    cycle = try argument.amount("cycle", in: 0.01...3600)
    parity = try argument.text("parity")
    stopBits = try argument.number("stopbits", in: 0...2)
    bytes = try argument.text("hexdata").map { text throws(RequestError) in
      guard let bytes = Self.bytes(text) else {
        throw .invalid("DEVICE", "hexdata is an even number of hexadecimal digits")
      }
      return bytes
    }
  }

  /// The name of the first setting that differs from the device's; requests can't change settings.
  func change(of device: ServedDevice) -> String? {
    // In gpsd, 0 keeps the current speed.
    if let speed, speed != 0, speed != device.speed { return "bps" }
    if let parity, parity != "", parity != "N" { return "parity" }
    if let stopBits, stopBits != 0, stopBits != 1 { return "stopbits" }
    if let isNative, isNative != device.isNative { return "native" }
    // The cycle of a device is measured, and varies by a few milliseconds.
    if let cycle, abs(cycle - device.cycle) > device.cycle / 10 { return "cycle" }
    return nil
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0, !digits.isEmpty else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Hexadecimal.nibble(digits[index]), let low = Hexadecimal.nibble(digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
