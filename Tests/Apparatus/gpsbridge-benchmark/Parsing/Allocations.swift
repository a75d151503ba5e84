import Glibc

/// How often memory was asked for, when the run was started with a library that counts (see docs/performance.md).
enum Allocations {
  /// The number so far, or nil when nobody counts.
  static var count: Int? {
    guard let symbol = unsafe dlsym(nil, "gpsbridge_allocation_count") else { return nil }
    let counter = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
    return counter()
  }
}
