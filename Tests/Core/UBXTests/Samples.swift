import TestSupport

@testable import UBX

/// Bytes of hexadecimal digits; spaces are for the reader.
func bytes(_ hexadecimal: String) -> [UInt8] {
  let digits = hexadecimal.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

// A span can't go into `#expect`, so tests ask with arrays.

/// The answer about these bytes.
func recognize(_ bytes: some Collection<UInt8>) -> MessageFrame.Answer {
  MessageFrame.recognize(Array(bytes).span)
}

/// The checksum of these bytes.
func checksum(_ bytes: [UInt8]) -> UBXChecksum { UBXChecksum(of: bytes.span) }

/// The message of a type in a payload.
func content<Content: PayloadMessage>(_ type: Content.Type, _ payload: [UInt8]) -> Content? {
  Content(payload: payload.span)
}

/// The message in a frame of bytes.
func read(_ bytes: [UInt8]) throws -> Message {
  guard case .message(let frame) = recognize(bytes) else { throw Unexpected() }
  return message(frame, bytes)
}

/// A payload, read as the message of a kind.
func read(_ kind: MessageKind, _ payload: [UInt8]) throws -> Message {
  try read(MessageFrame.wrap(kind, payload))
}

enum Sample {
  /// An acknowledgement of CFG-MSG, the shortest thing a receiver says every day.
  static let acknowledgement = bytes("B562 0501 0200 0601 0F38")

  /// A poll request for MON-VER: no payload at all.
  static let poll = bytes("B562 0A04 0000 0E34")

  /// A solution on an invented evening in an invented garden, each number another.
  static let solution = NavPVT {
    $0.timeOfWeek = 74_561_000
    $0.date = NavPVT.CalendarDate(year: 2024, month: 3, day: 24)
    $0.time = NavPVT.TimeOfDay(hour: 20, minute: 42, second: 23, nanosecond: 250_125)
    $0.isTimeFullyResolved = true
    $0.timeAccuracy = 0.000_001_5
    $0.fixType = .threeDimensional
    $0.isFixOK = true
    $0.satellitesUsed = 7
    $0.position = NavPVT.Position(latitude: 48.1173, longitude: -11.516_667_5, height: 592.3, altitude: 545.4)
    $0.horizontalAccuracy = 15.25
    $0.verticalAccuracy = 20.125
    $0.velocityNorth = -0.012
    $0.velocityEast = -0.005
    $0.velocityDown = -0.079
    $0.groundSpeed = 0.013
    $0.headingOfMotion = 30.5
    $0.speedAccuracy = 0.681
    $0.headingAccuracy = 48.25
    $0.positionDilution = 2.25
  }

  /// The message of that solution.
  static let navPVT = solution.encoded()

  /// The payload of that message.
  static let navPVTPayload = [UInt8](navPVT[6..<98])
}

extension SeededGenerator {
  /// Random bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }
}
