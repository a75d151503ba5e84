internal import GNSS
internal import GPSBridge

/// Collects a receiver's visible settings and its data rate: a pure value that receives all reports.
struct SettingWatch: Sendable {
  private(set) var values: [SettingKind: SettingValue] = [:]
  /// The epochs since ``begin()``.
  private(set) var epochs = 0
  private var bytes = 0
  private var bytesBefore = 0
  private var epochsInAll = 0

  /// After this many epochs, sentences sent with every fifth epoch are known too.
  static let mostEpochs = 14

  mutating func take(_ report: Report, bytes: Int) {
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

  /// Restarts the count of epochs.
  mutating func begin() { epochs = 0 }

  /// Why a rate exceeds the capacity of the line; nil if it fits or is unknown.
  func tooMuch(_ wishes: [SettingValue]) -> String? {
    var wished: [SettingKind: SettingValue] = [:]
    for wish in wishes { wished[wish.kind] = wish }
    guard let rate = wished[.updateRate]?[.updateRate], wished[.enabledSentences] == nil, epochsInAll > 2,
      let speed = (wished[.baudRate] ?? values[.baudRate])?[.baudRate]
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
  /// Settings that every receiver has.
  static let usual: Set<SettingKind> = [.baudRate, .enabledSentences, .constellations, .updateRate]
}
