internal import GNSS
package import GPSBridge

extension SettingKind {
  /// The setting's name for people.
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
  /// The value alone, for a person.
  package var words: String {
    if case .constellations(let systems) = self { return systems.map(\.word).sorted().joined(separator: " ") }
    return valueInWords
  }
}
