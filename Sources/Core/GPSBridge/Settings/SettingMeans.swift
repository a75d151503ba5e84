internal import UBX

/// The current means to change a receiver's settings: a dialect, and a line to send commands over.
struct SettingMeans: Sendable, Hashable {
  /// The dialect whose commands the receiver understands; nil while unknown.
  var dialect: ReceiverDialect?
  var line = LineCondition.preparing
  /// The receiver's identity, once it was reported since the device was opened.
  var identity: ReceiverIdentity?

  /// Whether a setting can be changed now, as far as is known.
  func isWritable(_ kind: SettingKind) -> Bool {
    guard let dialect, dialect.settings.contains(kind) else { return false }
    guard kind == .baudRate else { return true }
    return if case .ready(.found) = line { true } else { false }
  }

  /// The reason why a setting cannot be changed now; nil if none is known.
  func refusal(of kind: SettingKind) -> LocationError? {
    guard let dialect else { return nil }
    guard dialect.settings.contains(kind) else { return .noCommand(dialect, for: kind.inWords) }
    guard kind == .baudRate, case .ready = line else { return nil }
    do throws(LocationError) {
      _ = try line.speedToLeave()
      return nil
    } catch {
      return error
    }
  }
}
