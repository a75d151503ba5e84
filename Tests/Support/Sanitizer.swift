import Glibc

/// The address sanitizer or the thread sanitizer, which a whole build has or has not.
public enum Sanitizer {
  /// Whether one looks on: the size of a process says nothing then, since what was freed is kept for a while, and every byte
  /// has its shadow.
  public static let isLooking = has("__asan_init") || has("__tsan_init")

  private static func has(_ function: String) -> Bool { unsafe dlsym(nil, function) != nil }
}
