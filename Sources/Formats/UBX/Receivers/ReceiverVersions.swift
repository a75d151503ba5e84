/// The versions that a receiver tells in MON-VER, taken apart.
///
/// Other makers answer the question, too: only a hardware version of the table makes it a receiver of u-blox.
public struct ReceiverVersions: Sendable, Hashable {
  /// The software as it was said, as `ROM CORE 3.01 (107888)`.
  public var software = ""
  /// The hardware as it was said, as `00080000`.
  public var hardware = ""
  /// The generation, or nil for hardware that is not in the table.
  public var generation: ReceiverGeneration?
  /// The firmware, as `SPG 3.01`, or nil where it is not told.
  public var firmware: String?
  /// The version of the protocol, or nil where it is not told.
  public var `protocol`: ProtocolVersion?
  /// The module, as `NEO-M8N-0`, or nil where it is not told.
  public var module: String?
  /// Whether a flash memory is told of: settings survive in it.
  public var hasFlash = false
  /// Systems that can be received, in the order they were said, as `GPS`, `GLO`, `SBAS`.
  public var systems: [String] = []
  /// All further lines as they were said.
  public var extensions: [String] = []

  /// Says nothing yet.
  public init() {}

  /// Takes an answer apart.
  public init(_ answer: MonVER) {
    software = answer.software.description
    hardware = answer.hardware.description
    generation = ReceiverGeneration(hardware: hardware)
    // Firmware that runs from flash says so in its first words.
    hasFlash = VersionLine(software).begins(with: "EXT CORE")
    for line in answer.extensions {
      let text = line.text.description
      extensions.append(text)
      take(VersionLine(text))
    }
    // Since u-blox 10 the software itself names the firmware: `ROM SPG 5.10 (7b202e)`.
    if case .none = firmware, let rest = VersionLine(software).value(of: "ROM SPG") {
      firmware = "SPG " + VersionLine(rest).firstWord
    }
  }

  /// Equal if both were said in the same bytes.
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

/// A version of the protocol, two numbers: 18.00.
public struct ProtocolVersion: Sendable, Hashable, Comparable {
  /// The number in front of the dot.
  public var major: Int
  /// The number behind it, of two digits.
  public var minor: Int

  /// Makes a version of its numbers.
  public init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads a version, as `18.00`.
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

  /// Orders by the number in front of the dot, then by the one behind it.
  public static func < (a: ProtocolVersion, b: ProtocolVersion) -> Bool {
    (a.major, a.minor) < (b.major, b.minor)
  }
}

extension ProtocolVersion: CustomStringConvertible {
  /// The version as receivers write it, as `18.00`.
  public var description: String { "\(major)." + (minor < 10 ? "0" : "") + "\(minor)" }
}

/// One line of MON-VER, whose characters are compared as bytes.
private struct VersionLine {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// What follows a name and `=`, or a name and a blank, as old receivers write it.
  func value(of name: String) -> String? {
    begins(with: name) ? Self.text(bytes[(name.utf8.count + 1)...]) : nil
  }

  /// Whether it begins with a name and `=`, or a name and a blank.
  func begins(with name: String) -> Bool {
    let name = Array(name.utf8)
    guard bytes.count > name.count, bytes.starts(with: name) else { return false }
    return bytes[name.count] == UInt8(ascii: "=") || bytes[name.count] == UInt8(ascii: " ")
  }

  /// Whether it is a list of systems: words between semicolons.
  var isList: Bool { bytes.contains(UInt8(ascii: ";")) }

  /// The words between the semicolons.
  var words: [String] { bytes.split(separator: UInt8(ascii: ";")).map(Self.text) }

  /// The word in front of the first blank.
  var firstWord: String { Self.text(bytes.prefix { $0 != UInt8(ascii: " ") }) }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
