import Glibc

/// The address or thread sanitizer of this build, if any.
public enum Sanitizer {
  /// Whether a sanitizer is active; the size of the process is then meaningless, because freed memory is kept
  /// for a while and every byte has shadow memory.
  public static let isLooking = has("__asan_init") || has("__tsan_init")

  /// Whether a sanitizer runs its own thread, which counts among the threads of the process.
  public static let hasThread = has("__tsan_init")

  /// The sanitizer options as `NAME=value`, for a program that runs with a custom environment.
  public static var options: [String] {
    ["ASAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE"].compactMap { (name: String) -> String? in
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe "\(name)=\(String(cString: value))"
    }
  }

  private static func has(_ function: String) -> Bool { unsafe dlsym(nil, function) != nil }
}
