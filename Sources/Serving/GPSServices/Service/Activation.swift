/// What a service manager has put into the environment of a program that it starts: a pure value.
///
/// | variable | meaning |
/// |---|---|
/// | `LISTEN_PID`, `LISTEN_FDS`, `LISTEN_FDNAMES` | so many descriptors were passed, from number 3 on, with names between colons |
/// | `NOTIFY_SOCKET` | where to say how things stand |
/// | `WATCHDOG_USEC`, `WATCHDOG_PID` | how often at least to say that the program lives |
/// | `FDSTORE` | how many descriptors are kept; since systemd 254 |
struct Activation: Sendable, Hashable {
  /// A descriptor with the name that it was passed by.
  struct Passed: Sendable, Hashable {
    let descriptor: CInt
    let name: String
  }

  /// What was passed.
  private(set) var passed: [Passed] = []
  /// Where notices go: a path, or a name of Linux' own beginning with `@`.
  private(set) var notifySocket: String?
  /// In which time the manager wants to hear of the program; nil if it does not.
  private(set) var watchdog: Duration?
  /// How many descriptors the manager keeps, as far as it says so.
  private(set) var capacity: Int?
  /// What was found that can't be meant so.
  private(set) var complaints: [String] = []

  /// All that is read here; whoever has read it clears it, so that no child takes it for its own.
  static let variables = [
    "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "FDSTORE",
  ]

  /// The first descriptor that is passed, by agreement.
  private static let first: CInt = 3
  /// No manager passes more.
  private static let most = 4096

  /// Nothing was passed, and nobody wants to know anything.
  init() {}

  /// Reads the variables.
  ///
  /// - Parameters:
  ///   - process: The number of this process: what was meant for another one counts for nothing.
  ///   - variable: Asks for a variable.
  init(process: Int, _ variable: (String) -> String?) {
    if Self.isMeant(variable("LISTEN_PID"), process), let count = variable("LISTEN_FDS") {
      take(count, variable("LISTEN_FDNAMES"))
    }
    takeNotifySocket(variable("NOTIFY_SOCKET"))
    // Without a number of a process it is meant for whoever has been started.
    let watched = variable("WATCHDOG_PID")
    if let text = variable("WATCHDOG_USEC"), watched == nil || Self.isMeant(watched, process) {
      if let microseconds = Self.number(text), microseconds > 0 {
        watchdog = .microseconds(microseconds)
      } else {
        complaints.append("WATCHDOG_USEC is no number of microseconds")
      }
    }
    capacity = variable("FDSTORE").flatMap(Self.number)
  }

  /// Whether anything of it is of use.
  var isEmpty: Bool { passed.isEmpty && notifySocket == nil && complaints.isEmpty }

  private mutating func take(_ text: String, _ names: String?) {
    guard let count = Self.number(text), count <= Self.most else {
      complaints.append("LISTEN_FDS is no number up to \(Self.most)")
      return
    }
    let names = names?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    passed = (0..<count).map { index in
      let name = index < names.count ? String(names[index]) : ""
      return Passed(descriptor: Self.first + CInt(index), name: name)
    }
  }

  private mutating func takeNotifySocket(_ text: String?) {
    guard let text, !text.isEmpty else { return }
    guard text.hasPrefix("/") || text.hasPrefix("@") else {
      complaints.append("NOTIFY_SOCKET is neither a path nor a name with @")
      return
    }
    notifySocket = text
  }

  private static func isMeant(_ text: String?, _ process: Int) -> Bool { text.flatMap(number) == process }

  /// A number as a manager writes it: digits alone.
  private static func number(_ text: String) -> Int? {
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text)
  }
}
