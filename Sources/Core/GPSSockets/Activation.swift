internal import GPSSystemCalls

/// The environment variables with which a service manager starts a program, as a pure value.
///
/// | variable | meaning |
/// |---|---|
/// | `LISTEN_PID`, `LISTEN_FDS`, `LISTEN_FDNAMES` | process, number of descriptors from 3 on, their names |
/// | `NOTIFY_SOCKET` | where to send status notices |
/// | `WATCHDOG_USEC`, `WATCHDOG_PID` | the longest allowed interval between keep-alive notices |
/// | `FDSTORE` | the capacity of the descriptor store; since systemd 254 |
package struct Activation: Sendable, Hashable {
  package struct Passed: Sendable, Hashable {
    package let descriptor: CInt
    package let name: String

    package init(descriptor: CInt, name: String) { (self.descriptor, self.name) = (descriptor, name) }
  }

  package private(set) var passed: [Passed] = []
  /// The socket for notices: a path, or a Linux abstract name that begins with `@`.
  package private(set) var notifySocket: String?
  /// The watchdog timeout; nil if the manager does not watch the program.
  package private(set) var watchdog: Duration?
  /// The capacity of the manager's descriptor store, if the manager reports it.
  package private(set) var capacity: Int?
  /// Variables whose values make no sense, each as a line for a log.
  package private(set) var complaints: [String] = []

  /// All variables read here; the caller unsets them, so that child processes do not use them.
  package static let variables = [
    "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "FDSTORE",
  ]

  /// The first passed descriptor, fixed by the protocol.
  private static let first: CInt = 3
  /// No manager passes more than this.
  private static let most = 4096

  /// An activation with nothing passed and no notices requested.
  package init() {}

  /// Reads the variables.
  ///
  /// - Parameters:
  ///   - process: This process's ID; variables meant for another process are ignored.
  ///   - variable: Returns the value of a variable.
  package init(process: Int, _ variable: (String) -> String?) {
    if Self.isMeant(variable("LISTEN_PID"), process), let count = variable("LISTEN_FDS") {
      take(count, variable("LISTEN_FDNAMES"))
    }
    takeNotifySocket(variable("NOTIFY_SOCKET"))
    // Without WATCHDOG_PID, the timeout applies to whichever process was started.
    let watched = variable("WATCHDOG_PID")
    if let text = variable("WATCHDOG_USEC"), watched == nil || Self.isMeant(watched, process) {
      if let microseconds = Self.number(text), microseconds > 0 {
        watchdog = .microseconds(microseconds)
      } else {
        complaints.append("WATCHDOG_USEC is not a number of microseconds")
      }
    }
    capacity = variable("FDSTORE").flatMap(Self.number)
  }

  /// Takes over what a manager passed to this process, and unsets its variables.
  ///
  /// Call it once, before any other thread exists that could read the environment at the same time.
  package static func take() -> Activation {
    let activation = Activation(process: Kernel.ownProcess()) { Kernel.environment($0) }
    for name in variables { Kernel.forgetEnvironment(name) }
    return activation
  }

  /// Whether the manager passed nothing of use.
  package var isEmpty: Bool { passed.isEmpty && notifySocket == nil && complaints.isEmpty }

  private mutating func take(_ text: String, _ names: String?) {
    guard let count = Self.number(text), count <= Self.most else {
      complaints.append("LISTEN_FDS is not a number up to \(Self.most)")
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

  /// Parses a number as managers write it: digits only.
  private static func number(_ text: String) -> Int? {
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text)
  }
}
