/// The maker whose commands a receiver understands.
enum CommandLanguage: Sendable, Hashable {
  /// u-blox's PUBX: carried out in silence.
  case ublox
  /// SiRF's PSRF: carried out in silence.
  case sirf
  /// MediaTek's PMTK: each is answered.
  case mediatek
  /// CASIC's PCAS: carried out in silence.
  case casic
  /// It does not listen.
  case none
}

extension Scenario {
  /// A receiver's reaction to commands that it understands.
  public enum CommandSupport: String, Sendable, Hashable, CaseIterable {
    /// It does what it is told.
    case obeys
    /// It says that it failed, where its makers thought of an answer, and does nothing.
    case refuses
    /// It does nothing and says nothing.
    case ignores
  }
}

/// An effect of a command.
enum CommandEffect: Sendable, Hashable {
  /// Nanoseconds between epochs.
  case interval(Int64)
  /// Bits per second, after what is being sent.
  case speed(Int)
  /// A sentence with every nth epoch; never for zero.
  case output(SentenceKind, Int)
  /// These sentences, each with every nth epoch, and no others.
  case outputs([SentenceKind: Int])
  /// Everything as built.
  case defaultOutputs
  /// Start again.
  case restart(Scenario.PowerUp)
  /// A sentence at once.
  case tell(SentenceKind)
  /// The body of an answer.
  case reply(String)
}
