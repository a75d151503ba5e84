/// The status of an output for sentences.
public struct OutputStatus: Sendable, Hashable {
  /// The output as it was named.
  public internal(set) var name: String
  /// Notes for the user, such as about a port that could not be given to its group.
  public internal(set) var notes: [String] = []
  /// The number of clients now; for a port, 1 while a program has it open.
  public internal(set) var clients = 0
  /// The number of connections accepted; for a port, how often it was found open.
  public internal(set) var accepted = 0
  /// The number of connections rejected, for example because of a limit.
  public internal(set) var refused = 0
  /// The number of times that connections had to wait because too few descriptors were left.
  public internal(set) var shortages = 0
  /// The number of epochs sent, including those without a fix.
  public internal(set) var epochs = 0
  /// The number of epochs that slow clients missed or that could not be sent.
  public internal(set) var dropped = 0
  /// The number of clients disconnected because they did not read their data.
  public internal(set) var slowClosed = 0
  /// The number of bytes from clients that were discarded.
  public internal(set) var ignored = 0

  init(_ name: String) { self.name = name }
}
