// Information about other processes, as visible to every user.

extension Kernel {
  /// A process, as described in `/proc/PID/stat`.
  ///
  /// Every user may read this file for every process, unless `/proc` is mounted with `hidepid`.
  package struct Process: Sendable, Hashable {
    package var number: Int
    /// The name that the process chose, which may contain anything.
    package var name: String
    /// The process ID of the session leader.
    package var session: Int
    /// The device number of its controlling terminal; nil if it has none.
    package var terminal: UInt64?
    /// The start time in clock ticks after boot.
    ///
    /// Process IDs are reused, but never with the same start time.
    package var started: UInt64

    /// Whether it leads a session, like the shell of each login.
    package var isSessionLeader: Bool { session == number }

    /// Parses the line; nil if it is incomplete.
    package init?(stat line: String) {
      // The name is in parentheses, and may itself contain some.
      guard let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"), open < close,
        let number = Int(line[..<open].split(separator: " ").first ?? "")
      else { return nil }
      let fields = line[line.index(after: close)...].split(separator: " ")
      // Indices start at the state, which is field 3 in proc_pid_stat(5).
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

  /// Returns a process by its ID; nil if it does not exist or is hidden.
  package static func process(_ number: Int) -> Process? {
    text("/proc/\(number)/stat", limit: 1024).flatMap { Process(stat: $0) }
  }

  /// Returns the sorted IDs of all processes visible to this user.
  package static func processNumbers() throws(Errno) -> [Int] {
    try entries("/proc").compactMap { Int($0) }.sorted()
  }

  /// Returns whether a process is still running, rather than a later one with the same ID.
  package static func isRunning(_ process: Process) -> Bool {
    self.process(process.number)?.started == process.started
  }
}
