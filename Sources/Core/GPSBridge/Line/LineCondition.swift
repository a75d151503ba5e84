/// The state of the line, as far as it matters to commands.
enum LineCondition: Sendable, Hashable {
  /// Nothing can be sent yet; the line is being prepared.
  case preparing
  /// Nothing can be sent, for this reason.
  case unusable(LocationError)
  /// We can decode the receiver, over a line with this speed.
  case ready(LineSpeed)

  /// The speed of the line, and whether we may change it.
  enum LineSpeed: Sendable, Hashable {
    /// The line has no speed, or any speed works.
    case meaningless
    /// The program fixed the speed; we may not change it.
    case fixed(Int)
    /// We detected the speed, and may change it.
    case found(Int)
  }

  /// Returns the current speed of the line; throws if the line has no speed, or if we may not change it.
  func speedToLeave() throws(LocationError) -> Int? {
    switch self {
    case .ready(.found(let speed)): return speed
    case .ready(.fixed(let speed)):
      throw LocationError(
        .unsupported, "the speed of this line was fixed at \(speed) when the receiver was chosen",
        remedy: "Choose it without a speed, so that the speed is detected.")
    case .ready(.meaningless), .preparing, .unusable: throw .noLineSpeed
    }
  }
}
