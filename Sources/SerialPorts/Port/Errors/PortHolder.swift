/// A process that has a port open.
public struct PortHolder: Sendable, Hashable {
  /// Its number.
  public var process: Int
  /// Its name, without anything that could trick a terminal; empty if it has none that can be read.
  public var name: String
  /// Whether it is this program itself.
  public var isThisProgram: Bool

  /// Makes a holder; control characters in the name, which the process chose for itself, are replaced.
  public init(process: Int, name: String, isThisProgram: Bool = false) {
    self.process = process
    self.name = ShownText.clean(name)
    self.isThisProgram = isThisProgram
  }
}

extension PortHolder: CustomStringConvertible {
  /// The holder in words, as "gpsd (process 812)".
  public var description: String {
    if isThisProgram { return "this program itself (process \(process))" }
    return name.isEmpty ? "process \(process)" : "\(name) (process \(process))"
  }
}
