import Glibc

/// The address sanitizer or the thread sanitizer, which a whole build has or has not.
public enum Sanitizer {
  /// Whether one looks on: the size of a process says nothing then, since what was freed is kept for a while, and every byte
  /// has its shadow.
  public static let isLooking = has("__asan_init") || has("__tsan_init")

  /// Whether one looks on from a thread of its own, which counts among the process's.
  public static let hasThread = has("__tsan_init")

  /// How they were told to behave, as `NAME=value`: for a program that is run with an environment of its own.
  public static var options: [String] {
    ["ASAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE"].compactMap { (name: String) -> String? in
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe "\(name)=\(String(cString: value))"
    }
  }

  private static func has(_ function: String) -> Bool { unsafe dlsym(nil, function) != nil }
}
