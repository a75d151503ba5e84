/// What has happened at one output of sentences.
public struct OutputStatus: Sendable, Hashable {
  /// The output as it was named.
  public internal(set) var name: String
  /// What a person should know of it, as that a port could not be given to its group.
  public internal(set) var notes: [String] = []
  /// Clients at the moment; of a port 1 while a program has it open.
  public internal(set) var clients = 0
  /// Connections in all; of a port how often it was found open.
  public internal(set) var accepted = 0
  /// Connections that were one too many.
  public internal(set) var refused = 0
  /// The number of times that connections had to wait because too few descriptors were left.
  public internal(set) var shortages = 0
  /// Epochs that were sent, also those without a fix.
  public internal(set) var epochs = 0
  /// Epochs that slow clients have missed, or that could not be sent.
  public internal(set) var dropped = 0
  /// Clients that were let go because they took nothing.
  public internal(set) var slowClosed = 0
  /// Bytes that clients have written, and nobody has read.
  public internal(set) var ignored = 0

  init(_ name: String) { self.name = name }
}
