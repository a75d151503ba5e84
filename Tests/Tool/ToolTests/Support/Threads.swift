import GPSSystemCalls
import Glibc

/// The threads of another process, as the kernel lists them.
enum Threads {
  static func of(_ process: pid_t) -> [String] { Kernel.names(in: "/proc/\(process)/task") }

  /// A file of a thread; empty if the thread has ended.
  static func text(_ file: String, of thread: String, in process: pid_t) -> String {
    String(decoding: bytes(file, of: thread, in: process), as: UTF8.self)
  }

  /// How often all of them have run, if all of them sleep.
  static func runsOfSleeping(_ process: pid_t) -> Int? {
    var sum = 0
    for thread in of(process) {
      // The state is behind the name, and the last number of the other file counts how often it got a processor.
      let stat = bytes("stat", of: thread, in: process)
      guard let name = stat.lastIndex(of: UInt8(ascii: ")")), name + 2 < stat.count,
        stat[name + 2] == UInt8(ascii: "S"),
        let runs = text("schedstat", of: thread, in: process).split(separator: " ").last
      else { return nil }
      sum += Int(runs.prefix { $0.isNumber }) ?? 0
    }
    return sum
  }

  private static func bytes(_ file: String, of thread: String, in process: pid_t) -> [UInt8] {
    Kernel.contents(of: "/proc/\(process)/task/\(thread)/\(file)") ?? []
  }
}
