/// A family of receiver commands, named after the sentences that carry them.
public enum ReceiverDialect: String, Sendable, Hashable, CaseIterable {
  /// MediaTek's `$PMTK…`: each command is answered.
  case mediaTek = "PMTK"
  /// u-blox's binary messages: each is acknowledged, and each setting can be read back.
  case ubx = "UBX"
  /// u-blox's `$PUBX,…`, executed without an answer.
  case uBlox = "PUBX"
  /// CASIC's `$PCAS…`, executed without an answer.
  case casic = "PCAS"
  /// SiRF's `$PSRF…`, executed without an answer.
  case siRF = "PSRF"

  /// The vendor and the commands as text.
  public var name: String {
    switch self {
    case .mediaTek: "MediaTek (PMTK)"
    case .ubx: "u-blox (UBX)"
    case .uBlox: "u-blox (PUBX)"
    case .casic: "CASIC (PCAS)"
    case .siRF: "SiRF (PSRF)"
    }
  }

  /// The settings that the dialect has commands for.
  public var settings: Set<SettingKind> {
    switch self {
    case .ubx: Set(SettingKind.allCases)
    case .mediaTek: [.updateRate, .baudRate, .enabledSentences, .constellations]
    case .casic: [.updateRate, .baudRate, .enabledSentences, .constellations, .language]
    case .uBlox: [.baudRate, .enabledSentences]
    case .siRF: [.baudRate, .enabledSentences, .language]
    }
  }
}
