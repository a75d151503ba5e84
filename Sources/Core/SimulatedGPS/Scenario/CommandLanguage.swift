/// The maker whose commands a receiver understands.
enum CommandLanguage: Sendable, Hashable {
  /// u-blox's PUBX: commands are executed without an answer.
  case ublox
  /// SiRF's PSRF: commands are executed without an answer.
  case sirf
  /// MediaTek's PMTK: settings are answered, except for a change of the speed.
  case mediatek
  /// CASIC's PCAS: commands are executed without an answer.
  case casic
  /// The receiver accepts no commands.
  case none
}

extension Scenario {
  /// A receiver's reaction to commands that it understands.
  package enum CommandSupport: String, Sendable, Hashable, CaseIterable {
    /// The receiver carries out commands.
    case obeys
    /// The receiver reports failure, if its language has such an answer, and does nothing.
    case refuses
    /// The receiver does nothing and sends no answer.
    case ignores
  }
}

/// The speeds that receivers accept.
enum CommandLineSpeed {
  static let usual = [4800, 9600, 14_400, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600]
}
