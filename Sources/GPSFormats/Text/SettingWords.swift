internal import GNSS
package import GPSBridge

extension SettingKind {
  /// The setting's display name.
  package var words: String {
    switch self {
    case .baudRate: "baud rate"
    case .enabledSentences: "sentences"
    case .enabledMessages: "messages"
    case .updateRate: "rate"
    default: rawValue.replacing("_", with: " ")
    }
  }
}

extension SettingValue {
  /// The display text of the value.
  package var words: String {
    if case .constellations(let systems) = self { return systems.map(\.word).sorted().joined(separator: " ") }
    return valueInWords
  }
}
