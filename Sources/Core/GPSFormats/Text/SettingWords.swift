internal import GNSS
package import GPSBridge

extension SettingValue {
  /// The display text of the value.
  package var words: String {
    if let systems = self[.constellations] { return systems.map(\.word).sorted().joined(separator: " ") }
    return valueInWords
  }
}
