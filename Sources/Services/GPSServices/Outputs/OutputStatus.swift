/// The status of an output for sentences.
package struct OutputStatus: Sendable, Hashable {
  package internal(set) var name: String
  /// Notes for the user, such as about a port that could not be given to its group.
  package internal(set) var notes: [String] = []
  /// The number of clients now; for a port, 1 while a program has it open.
  package internal(set) var clients = 0
  /// The number of connections accepted; for a port, how often it was found open.
  package internal(set) var accepted = 0
  /// The number of connections rejected, for example because of a limit.
  package internal(set) var refused = 0
  /// The number of times that connections had to wait because too few descriptors were left.
  package internal(set) var shortages = 0
  /// The number of epochs sent, including those without a fix.
  package internal(set) var epochs = 0
  /// The number of epochs that slow clients missed or that could not be sent.
  package internal(set) var dropped = 0
  /// The number of clients disconnected because they did not read their data.
  package internal(set) var slowClosed = 0
  /// The number of bytes from clients that were discarded.
  package internal(set) var ignored = 0

  init(_ name: String) { self.name = name }
}
