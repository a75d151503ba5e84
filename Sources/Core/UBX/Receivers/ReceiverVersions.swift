/// The versions that a receiver reports in MON-VER.
///
/// Receivers of other makers also answer MON-VER, so only a known hardware version identifies a u-blox.
public struct ReceiverVersions: Sendable, Hashable {
  /// The software version as reported, such as `ROM CORE 3.01 (107888)`.
  public var software = ""
  /// The hardware version as reported, such as `00080000`.
  public var hardware = ""
  /// The generation, or nil if the hardware is not in the table.
  public var generation: ReceiverGeneration?
  /// The firmware version, such as `SPG 3.01`, or nil if not reported.
  public var firmware: String?
  /// The protocol version, or nil if not reported.
  public var `protocol`: ProtocolVersion?
  /// The module, such as `NEO-M8N-0`, or nil if not reported.
  public var module: String?
  /// Whether the receiver reports a flash memory, in which settings survive.
  public var hasFlash = false
  /// The supported satellite systems in the order reported, such as `GPS`, `GLO`, `SBAS`.
  public var systems: [String] = []
  /// All extension lines as reported.
  public var extensions: [String] = []

  /// Makes empty versions.
  public init() {}

  /// Parses an answer.
  public init(_ answer: MonVER) {
    software = answer.software.description
    hardware = answer.hardware.description
    generation = ReceiverGeneration(hardware: hardware)
    // Firmware that runs from flash begins with these words.
    hasFlash = VersionLine(software).begins(with: "EXT CORE")
    for line in answer.extensions {
      let text = line.text.description
      extensions.append(text)
      take(VersionLine(text))
    }
    // Since u-blox 10 the software version contains the firmware version: `ROM SPG 5.10 (7b202e)`.
    if case .none = firmware, let rest = VersionLine(software).value(of: "ROM SPG") {
      firmware = "SPG " + VersionLine(rest).firstWord
    }
  }

  /// Returns whether both were reported in the same bytes.
  public static func == (a: ReceiverVersions, b: ReceiverVersions) -> Bool {
    sameBytes(a.software, b.software) && sameBytes(a.hardware, b.hardware)
      && a.extensions.elementsEqual(b.extensions, by: sameBytes)
  }

  /// Hashes software and hardware.
  public func hash(into hasher: inout Hasher) {
    for byte in software.utf8 { hasher.combine(byte) }
    for byte in hardware.utf8 { hasher.combine(byte) }
  }

  private mutating func take(_ line: VersionLine) {
    if let value = line.value(of: "FWVER") {
      firmware = value
    } else if let value = line.value(of: "PROTVER") {
      `protocol` = ProtocolVersion(value)
    } else if let value = line.value(of: "MOD") {
      module = value
    } else if line.begins(with: "FIS") {
      hasFlash = true
    } else if line.isList {
      systems += line.words
    }
  }
}

/// A protocol version of two numbers, such as 18.00.
public struct ProtocolVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number before the dot.
  public var major: Int
  /// The two-digit number after the dot.
  public var minor: Int

  /// Makes a version from its numbers.
  public init(major: Int, minor: Int) { (self.major, self.minor) = (major, minor) }

  /// Parses a version such as `18.00`.
  public init?(_ text: String) {
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, let major = Self.number(parts[0]), let minor = Self.number(parts[1])
    else { return nil }
    self.init(major: major, minor: minor)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard 1...4 ~= digits.count else { return nil }
    var number = 0
    for digit in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      number = 10 * number + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }

  /// Orders by major number, then by minor number.
  public static func < (a: ProtocolVersion, b: ProtocolVersion) -> Bool {
    (a.major, a.minor) < (b.major, b.minor)
  }

  /// The version in the receivers' notation, such as `18.00`.
  public var description: String { "\(major)." + (minor < 10 ? "0" : "") + "\(minor)" }
}

/// One line of MON-VER, compared as bytes.
private struct VersionLine {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The text after a name and `=`, or after a name and a space, as old receivers write it.
  func value(of name: String) -> String? {
    begins(with: name) ? Self.text(bytes[(name.utf8.count + 1)...]) : nil
  }

  /// Whether the line begins with a name and `=`, or a name and a space.
  func begins(with name: String) -> Bool {
    let name = Array(name.utf8)
    guard bytes.count > name.count, bytes.starts(with: name) else { return false }
    return bytes[name.count] == UInt8(ascii: "=") || bytes[name.count] == UInt8(ascii: " ")
  }

  /// Whether the line is a list of systems, separated by semicolons.
  var isList: Bool { bytes.contains(UInt8(ascii: ";")) }

  /// The items between the semicolons.
  var words: [String] { bytes.split(separator: UInt8(ascii: ";")).map(Self.text) }

  /// The text before the first space.
  var firstWord: String { Self.text(bytes.prefix { $0 != UInt8(ascii: " ") }) }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
