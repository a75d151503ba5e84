extension SettingKind {
  /// The row of the setting.
  var setting: any AnySetting {
    switch self {
    case .baudRate: Setting.baudRate
    case .enabledSentences: Setting.enabledSentences
    case .enabledMessages: Setting.enabledMessages
    case .language: Setting.language
    case .constellations: Setting.constellations
    case .sbas: Setting.sbas
    case .model: Setting.model
    case .minimumElevation: Setting.minimumElevation
    case .minimumSignal: Setting.minimumSignal
    case .staticHold: Setting.staticHold
    case .power: Setting.power
    case .timePulse: Setting.timePulse
    case .nmeaVersion: Setting.nmeaVersion
    case .highPrecision: Setting.highPrecision
    case .watchAntenna: Setting.watchAntenna
    case .watchJamming: Setting.watchJamming
    case .surveyedPlace: Setting.surveyedPlace
    case .updateRate: Setting.updateRate
    }
  }

  /// Whether the setting shows in the receiver's output, without a query.
  public var showsByItself: Bool { setting.showsByItself }

  /// The setting as text for an error.
  var inWords: String { setting.subject }

  /// The setting's name in a table, such as `minimum elevation`.
  public var title: String { setting.title }
}

extension SettingValue {
  /// The value alone as text.
  public var valueInWords: String { content.words + kind.setting.unit }

  /// The key and the form of the value in a record.
  public var recordForm: (key: String, content: SettingRecord) { (kind.setting.key, content.record) }
}
