/// A setting that a driver has made something else of.
///
/// A pseudo-terminal, say, takes seven data bits without a word and has eight.
public struct SettingDifference: Sendable, Hashable {
  /// Which setting.
  public enum Setting: String, Sendable, Hashable, CaseIterable {
    /// The bits a second.
    case speed
    /// The bits of a character.
    case dataBits
    /// The bit that finds errors.
    case parity
    /// The rest behind a character.
    case stopBits
    /// How a side says that it cannot take more.
    case flowControl
  }

  /// Which setting.
  public var setting: Setting
  /// What was asked for, in words.
  public var asked: String
  /// What is in effect, in words.
  public var found: String

  /// Makes a difference.
  public init(setting: Setting, asked: String, found: String) {
    self.setting = setting
    self.asked = asked
    self.found = found
  }
}

extension SettingDifference: CustomStringConvertible {
  /// The difference in words, as "dataBits: asked for 7, found 8".
  public var description: String { "\(setting.rawValue): asked for \(asked), found \(found)" }
}

extension LineSettings {
  /// What a driver has made of these settings, when others are in effect.
  public func differences(to found: LineSettings) -> [SettingDifference] {
    var differences: [SettingDifference] = []
    func compare<Value: Equatable>(
      _ setting: SettingDifference.Setting, _ value: (LineSettings) -> Value, _ words: (Value) -> String
    ) {
      let (asked, found) = (value(self), value(found))
      if asked != found {
        differences.append(SettingDifference(setting: setting, asked: words(asked), found: words(found)))
      }
    }
    compare(.speed, \.speed) { "\($0)" }
    compare(.dataBits, \.dataBits) { "\($0.rawValue)" }
    compare(.parity, \.parity) { $0.rawValue }
    compare(.stopBits, \.stopBits) { "\($0.rawValue)" }
    compare(.flowControl, \.flowControl) { $0.rawValue }
    return differences
  }
}
