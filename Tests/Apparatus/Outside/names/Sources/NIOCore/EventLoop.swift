import Foundation

/// A loop in the shape of swift-nio's: a protocol, of which a program writes `any EventLoop`.
public protocol EventLoop: AnyObject, Sendable {
  /// Runs a task later.
  func execute(_ task: @escaping @Sendable () -> Void)
}

/// A loop that keeps its tasks until somebody runs them.
public final class EmbeddedEventLoop: EventLoop {
  private let lock = NSLock()
  private nonisolated(unsafe) var tasks: [@Sendable () -> Void] = []

  /// Makes a loop without tasks.
  public init() {}

  /// Keeps a task.
  public func execute(_ task: @escaping @Sendable () -> Void) { lock.withLock { tasks.append(task) } }

  /// Runs what was kept, and says how many tasks it was.
  public func run() -> Int {
    let due = lock.withLock {
      defer { tasks = [] }
      return tasks
    }
    for task in due { task() }
    return due.count
  }
}
