internal import UBX

/// The chip of a u-blox: what it calls itself, and what of its settings outlives its power.
struct UBloxChip: Sendable, Hashable {
  /// The generation, which decides what it says and what it can be told.
  let generation: ReceiverGeneration
  /// The version of the firmware, as MON-VER says it.
  let software: String
  /// The version of the hardware.
  let hardware: String
  /// The further lines of MON-VER.
  let extensions: [String]
  /// Whether a battery keeps settings while it has no power.
  let hasBattery: Bool
  /// Whether a flash keeps settings for good.
  let hasFlash: Bool
  /// Bits per second of its first serial port, as built.
  let speed: Int
  /// Whether sensors of its own carry a fix on between two epochs.
  var hasSensors = false

  /// The message that tells all of this.
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

  /// The chip's own number: one for each seed, so that two simulated receivers are told apart.
  func number(seed: UInt64) -> SecUNIQID {
    let hash = RandomSource.hash(seed, generation.rawValue, 0x5EC)
    return SecUNIQID {
      $0.number = (0..<(generation >= .ublox10 ? 6 : 5)).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
    }
  }

  /// Milliseconds between fixes that it can keep at least.
  var shortestInterval: Int64 {
    switch generation {
    case .ublox5, .ublox6: 200
    case .ublox7, .ublox8: 100
    case .ublox9, .ublox10, .x20: 40
    }
  }
}

extension UBloxChip {
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
