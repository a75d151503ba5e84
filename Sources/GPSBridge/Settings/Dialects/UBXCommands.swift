internal import UBX

/// u-blox's commands in UBX that are no settings.
enum UBXCommands {
  /// Only the navigation starts again: a receiver on USB stays on the bus, and keeps its name.
  ///
  /// A factory reset clears the settings in all memories and loads those as built first. The receiver does not
  /// acknowledge a restart; its greeting, or what it sends next, shows it.
  static func command(for restart: RestartKind) -> SettingCommand {
    let forget: CfgRST.Knowledge =
      switch restart {
      case .hot: .hot
      case .warm: .warm
      case .cold, .factory: .cold
      }
    var bytes: [UInt8] = []
    if restart == .factory {
      bytes += CfgCFG {
        $0.forget = .all
        $0.load = .all
      }.encoded()
    }
    bytes += CfgRST {
      $0.forget = forget
      $0.mode = .navigation
    }.encoded()
    return SettingCommand(bytes, proof: .nothing)
  }
}
