/// Who waits for an answer, in the order they came.
struct OneShotWaiters<Value: Sendable, Failure: Error>: Sendable {
  typealias Waiter = @Sendable (Result<Value, Failure>) -> Void

  private var waiters: [UInt64: Waiter] = [:]
  private var last: UInt64 = 0

  /// Adds one; the number takes it out again.
  mutating func add(_ waiter: @escaping Waiter) -> UInt64 {
    last += 1
    waiters[last] = waiter
    return last
  }

  /// Takes one out; nil if it has had its answer.
  mutating func remove(_ number: UInt64) -> Waiter? { waiters.removeValue(forKey: number) }

  var inOrder: [Waiter] { waiters.sorted { $0.key < $1.key }.map(\.value) }
}
