import TestSupport

@testable import UBX

/// Bytes of hexadecimal digits; spaces are for the reader.
func bytes(_ hexadecimal: String) -> [UInt8] {
  let digits = hexadecimal.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

// A span can't go into `#expect`, so tests ask with arrays.

/// The answer about these bytes.
func question(_ bytes: some Collection<UInt8>) -> MessageFrame.Answer {
  MessageFrame.question(Array(bytes).span)
}

/// The checksum of these bytes.
func checksum(_ bytes: [UInt8]) -> UBXChecksum { UBXChecksum(of: bytes.span) }

/// Another message than the one a test asked for.
struct Unexpected: Error {}

enum Sample {
  /// An acknowledgement of CFG-MSG, the shortest thing a receiver says every day.
  static let acknowledgement = bytes("B562 0501 0200 0601 0F38")

  /// A poll request for MON-VER: no payload at all.
  static let poll = bytes("B562 0A04 0000 0E34")

  /// What a u-blox 8 (Navisys GR-8013) said on 24 March 2024 at 20:42:23, from the GPSD project's recording
  /// ublox8-uniqid-monhw, published under BSD-2-Clause.
  static let navPVT = bytes(
    """
    B562 0107 5C00
    E8B57104 E8070318142A17F7 01040000 B4E80300 03010A06
    5D0D40BA E9C7A81B DD200400 D9670400 303E0000 8F520000
    F4FFFFFF FBFFFFFF B1FFFFFF 0D000000 BFF32E00 A9020000 B32D4A00
    DF00 0000 E04A2300 00000000 0000 0000
    7469
    """)

  /// The payload of that message.
  static let navPVTPayload = [UInt8](navPVT[6..<98])
}

extension SeededGenerator {
  /// Random bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }
}
