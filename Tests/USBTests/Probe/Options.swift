import SerialPorts

/// What the probe is asked for.
struct Options: Sendable {
  /// The ports that are opened; others are reported and left alone.
  var selectors: [SerialPortSelector] = []
  /// The speeds that are tried in turn, until lines come.
  var speeds: [LineSpeed] = []

  /// Reads the command line.
  init(_ arguments: some Sequence<String>) throws(WrongArgument) {
    var rest = Array(arguments)[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw WrongArgument("\(name) needs a value") }
      switch name {
      case "--open":
        do { selectors.append(try SerialPortSelector(value)) } catch { throw WrongArgument("\(error)") }
      case "--speeds":
        for number in value.split(separator: ",") {
          guard let speed = UInt32(number) else { throw WrongArgument("a speed is a number, not \(number)") }
          speeds.append(LineSpeed(speed))
        }
      default: throw WrongArgument("there is no \(name); there is --open and --speeds")
      }
    }
    // As everywhere: receivers, and never a bridge that nobody asked for.
    if selectors.isEmpty { selectors = [.auto] }
    if speeds.isEmpty { speeds = [.baud9600] }
  }
}

/// An argument that is not understood, in words.
struct WrongArgument: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
