internal import GNSS
package import GPSBridge

extension SettingKind {
  /// The setting's display name.
  package var words: String { title }
}

extension SettingValue {
  /// The display text of the value.
  package var words: String {
    if let systems = self[.constellations] { return systems.map(\.word).sorted().joined(separator: " ") }
    return valueInWords
  }
}
