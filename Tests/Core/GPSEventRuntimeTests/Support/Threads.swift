import GPSSystemCalls

/// One thread of this process, in the kernel's own words.
struct ThreadFacts: Sendable {
  let number: Int

  /// The thread that asks.
  static var current: ThreadFacts {
    // The link reads PROCESS/task/THREAD.
    let link = Kernel.link("/proc/thread-self") ?? ""
    return ThreadFacts(number: Int(link.split(separator: "/").last ?? "") ?? 0)
  }

  private func field(_ name: String) -> Substring? {
    let status = Kernel.text("/proc/self/task/\(number)/status", limit: 8192) ?? ""
    return status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?
      .split(whereSeparator: { $0 == ":" || $0 == "\t" }).last
  }

  /// How often it has gone to sleep.
  var sleeps: Int? { field("voluntary_ctxt_switches").flatMap { Int($0) } }

  /// The signals that do not reach it, signal 1 in the lowest bit.
  var blockedSignals: UInt64? { field("SigBlk").flatMap { UInt64($0, radix: 16) } }

  /// The call in which it waits: its number, and its arguments; nil where the kernel does not tell.
  var call: [String]? {
    guard let text = Kernel.text("/proc/self/task/\(number)/syscall", limit: 512), !text.isEmpty else {
      return nil
    }
    return text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)
  }
}
