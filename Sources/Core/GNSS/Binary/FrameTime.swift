internal import UBX

/// The times of binary messages, to play a log in its own time.
package enum FrameTime {
  /// Decides whether a UBX, SiRF or CASIC message begins with the first of these bytes.
  package static func recognize(_ bytes: Span<UInt8>) -> FrameAnswer {
    switch bytes.count > 0 ? bytes[0] : 0 {
    case 0xB5:
      switch MessageFrame.recognize(bytes) {
      case .needsMore: .needsMore
      case .message(let frame): .frame(length: frame.length)
      case .broken(let length, _): .broken(length: length)
      case .notMine: .notMine
      }
    case 0xA0: SiRFFrame.recognize(bytes)
    case 0xBA: CASICFrame.recognize(bytes)
    default: .notMine
    }
  }

  /// The time of a complete message in milliseconds, the same in all messages of an epoch; nil without one.
  ///
  /// It counts from the start of the GPS week, or for CASIC from power-on.
  package static func milliseconds(of frame: Span<UInt8>) -> UInt32? {
    switch frame[0] {
    case 0xB5 where frame[2] == MessageKind.navPVT.messageClass:
      // A few begin with a version.
      let (odometer, survey, relative) = (
        MessageKind(0x01, 0x09), MessageKind(0x01, 0x3B), MessageKind(0x01, 0x3C)
      )
      let laterOnes: [MessageKind] = [.navHPPOSECEF, .navHPPOSLLH, odometer, survey, relative]
      let place = laterOnes.contains(MessageKind(frame[2], frame[3])) ? 10 : 6
      return number(frame, place).flatMap { $0 < 604_800_000 ? $0 : nil }
    case 0xA0:
      switch SiRFMessage(frame: frame) {
      // Both may be of one epoch.
      case .navigation(let content): return content.timeOfWeek * 10
      case .geodetic(let content): return (content.timeOfWeek + 5) / 10 * 10
      default: return nil
      }
    case 0xBA where CASICFrame.kind(frame).messageClass == 1: return number(frame, 6)
    default: return nil
    }
  }

  private static func number(_ frame: Span<UInt8>, _ place: Int) -> UInt32? {
    guard frame.count >= place + 6 else { return nil }
    return (0..<4).reduce(0) { $0 | UInt32(frame[place + $1]) << (8 * UInt32($1)) }
  }
}
