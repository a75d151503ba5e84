/// The port that was chosen, and those that could have been.
public struct SerialPortChoice: Sendable, Hashable {
  /// The chosen one.
  public var port: SerialPortDescription
  /// Others that the selector meant as well, in the order of their places.
  public var others: [SerialPortDescription] = []

  /// What a person should know about it: which was taken, why, and how to name the others.
  ///
  /// Nil when there was nothing to choose.
  public var note: String?
}
