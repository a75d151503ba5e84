import GPSSystemCalls

/// This process, as others see it.
enum Myself {
  static var process: Int { Kernel.ownProcess() }

  static var name: String { String(Kernel.text("/proc/self/comm", limit: 64)?.dropLast() ?? "") }
}
