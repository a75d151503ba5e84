// The place of a timing receiver or a base station.

extension MessageSetting<SurveyedPlace> {
  /// The fixed position, or how the receiver determines it; a position in ECEF coordinates is not read.
  public static var surveyedPlace: Self {
    Self(
      MessageForm(MessageForm(survey: CfgTMODE3.self), since: .ublox8, MessageForm(survey: CfgTMODE2.self)),
      ValueForm([
        .surveyMode, .surveyedPlaceKind, .surveyedLatitude, .surveyedLongitude, .surveyedHeight,
        .surveyedPlaceAccuracy, .surveySeconds, .surveyAccuracy,
      ]) { present in
        func number(_ key: ConfigurationKey) -> Int { present.number(key) ?? 0 }
        return switch present[.surveyMode] {
        case 0: .off
        case 1: .survey(seconds: number(.surveySeconds), millimeters: number(.surveyAccuracy) / 10)
        case 2 where present[.surveyedPlaceKind] == 1:
          .fixed(
            latitude: number(.surveyedLatitude), longitude: number(.surveyedLongitude),
            centimeters: number(.surveyedHeight), millimeters: number(.surveyedPlaceAccuracy) / 10)
        default: nil
        }
      } _: { place in
        let mode = ConfigurationPair.pair(.surveyMode, Int(place.mode.rawValue))
        return switch place {
        case .off: [mode]
        case .survey(let seconds, let millimeters):
          [mode, .pair(.surveySeconds, unsigned: seconds), accuracy(.surveyAccuracy, millimeters)]
        case .fixed(let latitude, let longitude, let centimeters, let millimeters):
          [
            mode, .pair(.surveyedPlaceKind, 1), .pair(.surveyedLatitude, Int(Int32(clamping: latitude))),
            .pair(.surveyedLongitude, Int(Int32(clamping: longitude))),
            .pair(.surveyedHeight, Int(Int32(clamping: centimeters))),
            accuracy(.surveyedPlaceAccuracy, millimeters),
          ]
        }
      })
  }

  /// An error in tenths of a millimeter.
  private static func accuracy(_ key: ConfigurationKey, _ millimeters: Int) -> ConfigurationPair {
    .pair(key, unsigned: min(millimeters, 200_000_000) * 10)
  }
}

/// The fields that both messages of a surveyed position have.
private protocol SurveyMessage: PayloadMessage {
  var mode: SurveyMode { get set }
  var fewestSeconds: UInt32 { get set }
  var accuracyLimit: Double { get set }
  var isGeographic: Bool { get set }
  var first: Int32 { get set }
  var second: Int32 { get set }
  var third: Int32 { get set }
  var accuracy: Double { get set }
  /// Removes the digits that a surveyed position does not have.
  mutating func removeFineDigits()
}

extension CfgTMODE2: SurveyMessage { fileprivate func removeFineDigits() {} }

extension CfgTMODE3: SurveyMessage {
  fileprivate mutating func removeFineDigits() { (fineFirst, fineSecond, fineThird) = (0, 0, 0) }
}

extension MessageForm<SurveyedPlace> {
  fileprivate init<Content: SurveyMessage>(survey content: Content.Type) {
    self.init(content) {
      switch $0.mode {
      case .off: .off
      case .surveying:
        .survey(seconds: Int(clamping: $0.fewestSeconds), millimeters: Self.millimeters($0.accuracyLimit))
      case .fixed where $0.isGeographic:
        .fixed(
          latitude: Int($0.first), longitude: Int($0.second), centimeters: Int($0.third),
          millimeters: Self.millimeters($0.accuracy))
      default: nil
      }
    } _: { message, place in
      message.mode = place.mode
      switch place {
      case .off: break
      case .survey(let seconds, let millimeters):
        message.fewestSeconds = UInt32(clamping: seconds)
        message.accuracyLimit = Double(millimeters) / 1000
      case .fixed(let latitude, let longitude, let centimeters, let millimeters):
        message.isGeographic = true
        (message.first, message.second) = (Int32(clamping: latitude), Int32(clamping: longitude))
        message.third = Int32(clamping: centimeters)
        message.removeFineDigits()
        message.accuracy = Double(millimeters) / 1000
      }
    }
  }

  /// Whole millimeters, which fit an `Int` of 32 bits; this module does not link libm, so it has no `round`.
  private static func millimeters(_ meters: Double) -> Int {
    Int(UInt32(min(max(meters * 10_000 + 0.5, 0), 4e9)) / 10)
  }
}

extension SurveyedPlace {
  fileprivate var mode: SurveyMode {
    switch self {
    case .off: .off
    case .survey: .surveying
    case .fixed: .fixed
    }
  }
}
