// Other processes of this machine, as every user may see them.

extension Kernel {
  /// A process, as `/proc/PID/stat` describes it.
  ///
  /// Every user may read that file of every process, unless `/proc` is mounted with `hidepid`.
  package struct Process: Sendable, Hashable {
    package var number: Int
    /// The name that the process chose; it may contain anything.
    package var name: String
    /// The number of the session's leader.
    package var session: Int
    /// The device number of its controlling terminal; nil if it has none.
    package var terminal: UInt64?
    /// When it started, in clock ticks after boot.
    ///
    /// Numbers of processes come again; a number with this time does not.
    package var started: UInt64

    /// Whether a session began with it, as with each login's shell.
    package var isSessionLeader: Bool { session == number }

    /// Parses the line; nil if it is incomplete.
    package init?(stat line: String) {
      // The name stands in parentheses, and may contain some.
      guard let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"), open < close,
        let number = Int(line[..<open].split(separator: " ").first ?? "")
      else { return nil }
      let fields = line[line.index(after: close)...].split(separator: " ")
      // Counted from the state, which is field 3 in proc_pid_stat(5).
      guard fields.count > 19, let session = Int(fields[3]), let terminal = Int32(fields[4]),
        let started = UInt64(fields[19])
      else { return nil }
      self.number = number
      name = String(line[line.index(after: open)..<close])
      self.session = session
      self.terminal = terminal == 0 ? nil : UInt64(UInt32(bitPattern: terminal))
      self.started = started
    }
  }

  /// A process by its number; nil if there is none, or if it is hidden.
  package static func process(_ number: Int) -> Process? {
    text("/proc/\(number)/stat", limit: 1024).flatMap { Process(stat: $0) }
  }

  /// The numbers of all processes that this user may see, in order.
  package static func processNumbers() throws(Errno) -> [Int] {
    try entries("/proc").compactMap { Int($0) }.sorted()
  }

  /// Whether a process is still the one that was seen before, and not a later one with its number.
  package static func isRunning(_ process: Process) -> Bool {
    self.process(process.number)?.started == process.started
  }
}
