internal import GPSBase

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
///
/// As with gpsd, an argument that is damaged counts up to its damage: some clients cut their own requests, and watch
/// for reports all the same.
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
  /// What is wrong with the first member that does not count; nil if all of them count.
  private(set) var error: RequestError?

  /// Reads the members in their order, up to the first one that is damaged or of a wrong type.
  ///
  /// Unknown keys are passed over.
  init(_ bytes: ArraySlice<UInt8>) {
    let (members, damage) = JSON5Reader.readMembers(Array(bytes))
    do throws(RequestError) {
      for member in members {
        try take(member.key, MemberValue(word: "WATCH", key: member.key, json: member.value))
      }
      if let damage { throw .damaged("WATCH", damage, bytes) }
    } catch {
      self.error = error
    }
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

/// What a client wants a device to be set to.
struct DeviceChange: Sendable, Hashable {
  let path: String?
  private let speed: Int?
  private let isNative: Bool?
  /// Seconds from one epoch to the next.
  private let cycle: Double?
  private let parity: String?
  private let stopBits: Int?
  /// Bytes for the receiver.
  let bytes: [UInt8]?

  /// Reads it; keys that nobody knows are passed over.
  ///
  /// - Throws: The message about the first member of a wrong type.
  init(_ argument: Argument) throws(RequestError) {
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

  /// The first setting that is to be other than it is: no request changes one.
  func change(of device: ServedDevice) -> String? {
    // 0 is gpsd's word for the speed as it is.
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
