internal import NMEA

/// What is sent to a receiver, and how one sees that it was done.
struct SettingCommand: Sendable, Hashable {
  /// Everything that is sent, in one go.
  var bytes: [UInt8]
  /// What shows that it was done.
  var proof: Proof
  /// The number by which `$PMTK001` answers, where the dialect has answers.
  var number: Int?

  enum Proof: Sendable, Hashable {
    /// The receiver says so.
    case answer
    /// The receiver behaves so.
    case behaviour
    /// Whole sentences come at this speed.
    case speed(Int)
    /// The receiver greets, as it does when it starts.
    case greeting
    /// There is none: it was sent, that is all.
    case nothing
  }

  init(_ bytes: [UInt8], proof: Proof, number: Int? = nil) {
    self.bytes = bytes
    self.proof = proof
    self.number = number
  }

  /// A sentence of this body, with everything around it.
  static func line(_ body: String) -> [UInt8] {
    let body = Array(body.utf8)
    return Sentence.unknown(UnknownSentence(body: body.span)).encoded()
  }
}
