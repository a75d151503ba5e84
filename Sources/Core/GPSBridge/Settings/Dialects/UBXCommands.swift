internal import UBX

enum UBXCommands {
  /// Restarts only the navigation: a receiver on USB stays connected, and keeps its device name.
  ///
  /// A factory reset first clears the settings in all memories and loads the defaults. The receiver does not
  /// acknowledge a restart; only its startup message, or its next output, shows that it has restarted.
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
