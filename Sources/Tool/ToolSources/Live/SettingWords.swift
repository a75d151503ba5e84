internal import GNSS
package import GPSBridge
internal import GPSFormats

extension SettingKind {
  /// What a person calls it.
  package var words: String {
    switch self {
    case .baudRate: "baud rate"
    case .enabledSentences: "sentences"
    case .constellations: "constellations"
    case .updateRate: "rate"
    }
  }
}

extension SettingValue {
  /// The value alone, for a person.
  package var words: String {
    switch self {
    case .updateRate(let rate): "\(rate)"
    case .baudRate(let speed): "\(speed)"
    case .enabledSentences(let sentences): sentences.map(\.rawValue).sorted().joined(separator: " ")
    case .constellations(let systems): systems.map(\.word).sorted().joined(separator: " ")
    }
  }
}
