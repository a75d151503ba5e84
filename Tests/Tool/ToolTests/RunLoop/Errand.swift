import Dispatch

/// Something done on a thread of its own.
final class Errand: Sendable {
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "errand").async { [done] in
      body()
      done.signal()
    }
  }

  /// Waits until it is done.
  func join() { done.wait() }
}
