internal import GNSS
package import GPSBridge
internal import GPSFormats

/// Collects the settings that a receiver shows, and how much it sends: a pure value that takes all reports.
package struct SettingWatch: Sendable {
  /// The values that it showed last.
  package private(set) var values: [SettingKind: SettingValue] = [:]
  /// Epochs since the counting began.
  package private(set) var epochs = 0
  private var bytes = 0
  private var bytesBefore = 0
  private var epochsInAll = 0

  package init() {}

  /// After this many epochs, sentences that come with every fifth epoch are known, too.
  package static let mostEpochs = 14

  package mutating func take(_ report: Report, bytes: Int) {
    switch report {
    case .epoch:
      epochs += 1
      epochsInAll += 1
      if epochsInAll == 1 { bytesBefore = bytes }
      self.bytes = bytes
    case .event(let event): if case .setting(let value) = event.kind { values[value.kind] = value }
    case .update, .sky, .condition, .sentence, .message, .setting, .verdict, .failed: break
    }
  }

  /// Starts counting epochs from now.
  package mutating func begin() { epochs = 0 }

  /// The reason why a rate needs more than the line carries; nil if it fits, or nothing is known.
  package func tooMuch(_ wishes: [SettingValue]) -> String? {
    var wished: [SettingKind: SettingValue] = [:]
    for wish in wishes { wished[wish.kind] = wish }
    guard case .updateRate(let rate) = wished[.updateRate], wished[.enabledSentences] == nil, epochsInAll > 2,
      case .baudRate(let speed) = wished[.baudRate] ?? values[.baudRate]
    else { return nil }
    let needed = Double(bytes - bytesBefore) / Double(epochsInAll - 1) * rate.hertz
    let room = Double(speed) / 10
    guard needed > room * 0.95 else { return nil }
    return
      "what it sends now is \(Int(needed.rounded())) bytes a second at \(rate), and \(speed) baud carry \(Int(room)): "
      + "add a higher --baud, or fewer --sentences"
  }
}

extension SettingKind {
  /// Settings of which every receiver has some.
  package static let usual: Set<SettingKind> = [.baudRate, .enabledSentences, .constellations, .updateRate]
}
