internal import GNSS
internal import GPSBridge
internal import Texts

/// What a position must be like to be good enough.
struct FixWish: Hashable, Sendable {
  enum Mode: String, CaseIterable, Sendable {
    case plane = "2d"
    case space = "3d"
    case carrierPhase = "rtk"
  }

  var mode = Mode.plane
  /// Metres at 68 %; nil where any will do.
  var accuracy: Double?

  func isMet(by location: Location) -> Bool {
    guard accuracy.map({ location.horizontalAccuracy <= $0 }) ?? true else { return false }
    return switch mode {
    case .plane: true
    case .space: location.fix.mode == .threeDimensional
    case .carrierPhase: location.fix.quality == .rtkFixed
    }
  }

  /// What is missing, for a message.
  var words: String {
    let kind =
      switch mode {
      case .plane: "position"
      case .space: "position with a height"
      case .carrierPhase: "position by carrier phase"
      }
    guard let accuracy else { return kind }
    var bytes: [UInt8] = []
    FixedDecimal.append(accuracy, decimals: accuracy == accuracy.rounded() ? 0 : 2, to: &bytes)
    return "\(kind) within \(String(decoding: bytes, as: UTF8.self)) m"
  }
}
