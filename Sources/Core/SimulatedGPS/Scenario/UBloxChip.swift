internal import UBX

/// The chip of a u-blox: its identification, and the memory that survives a loss of power.
struct UBloxChip: Sendable, Hashable {
  /// The generation, which determines messages and settings.
  let generation: ReceiverGeneration
  /// The firmware version, as in MON-VER.
  let software: String
  let hardware: String
  /// The extension lines of MON-VER.
  let extensions: [String]
  /// Whether a battery preserves settings without power.
  let hasBattery: Bool
  /// Whether flash memory stores settings permanently.
  let hasFlash: Bool
  /// The default speed of its first serial port, in bits per second.
  let speed: Int
  /// Whether it has sensors that update the position between two epochs.
  var hasSensors = false

  var versions: MonVER {
    MonVER {
      $0.software = PayloadText(software.utf8)
      $0.hardware = PayloadText(hardware.utf8)
      $0.extensions = extensions.map { line in
        var block = MonVER.Extension()
        block.text = PayloadText(line.utf8)
        return block
      }
    }
  }

  /// The chip's unique number; it depends on the seed, so that two simulated receivers differ.
  func number(seed: UInt64) -> SecUNIQID {
    let hash = RandomSource.hash(seed, generation.rawValue, 0x5EC)
    return SecUNIQID {
      $0.number = (0..<(generation >= .ublox10 ? 6 : 5)).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
    }
  }

  /// The shortest supported interval between fixes, in milliseconds.
  var shortestInterval: Int64 {
    switch generation {
    case .ublox5, .ublox6: 200
    case .ublox7, .ublox8: 100
    case .ublox9, .ublox10, .x20: 40
    }
  }

  static let ublox6 = UBloxChip(
    generation: .ublox6, software: "7.03 (45969)", hardware: "00040007", extensions: [], hasBattery: false,
    hasFlash: false, speed: 9600)

  static let ublox7 = UBloxChip(
    generation: .ublox7, software: "1.00 (59842)", hardware: "00070000",
    extensions: ["PROTVER 14.00", "GPS;SBAS;GLO;QZSS"], hasBattery: false, hasFlash: false, speed: 9600)

  static let ublox8 = UBloxChip(
    generation: .ublox8, software: "ROM CORE 3.01 (107888)", hardware: "00080000",
    extensions: ["FWVER=SPG 3.01", "PROTVER=18.00", "GPS;GLO;GAL;BDS", "SBAS;IMES;QZSS"], hasBattery: true,
    hasFlash: false, speed: 9600)

  static let ublox8Sensors = UBloxChip(
    generation: .ublox8, software: "EXT CORE 3.01 (d189ff)", hardware: "00080000",
    extensions: [
      "ROM BASE 3.01 (107888)", "FWVER=UDR 1.31", "PROTVER=19.20", "MOD=NEO-M8U-0",
      "FIS=0xEF4015 (100111)", "GPS;GLO;GAL;BDS", "SBAS;IMES;QZSS",
    ], hasBattery: true, hasFlash: true, speed: 9600, hasSensors: true)

  static let ublox9 = UBloxChip(
    generation: .ublox9, software: "ROM SPG 4.04 (7f89f7)", hardware: "00190000",
    extensions: [
      "FWVER=SPG 4.04", "PROTVER=32.01", "MOD=NEO-M9N", "FIS=0xEF4015 (200030)", "GPS;GLO;GAL;BDS",
      "SBAS;QZSS",
    ], hasBattery: true, hasFlash: true, speed: 38_400)

  static let ublox10 = UBloxChip(
    generation: .ublox10, software: "ROM SPG 5.10 (7b202e)", hardware: "000A0000",
    extensions: ["FWVER=SPG 5.10", "PROTVER=34.10", "GPS;GLO;GAL;BDS", "SBAS;QZSS"], hasBattery: true,
    hasFlash: false, speed: 38_400)
}
