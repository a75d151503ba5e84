import Foundation

/// Runs work on a serial queue, in order.
public class SerialDispatchQueueScheduler {
  private let queue: DispatchQueue

  /// Takes a queue of your own.
  public init(queue: DispatchQueue) { self.queue = queue }

  func schedule(_ work: @escaping () -> Void) { queue.async(execute: DispatchWorkItem(block: work)) }
}

/// Runs work on the main queue: at once where it is asked there and nothing waits before it.
public final class MainScheduler: SerialDispatchQueueScheduler {
  /// The one that there is.
  public static let instance = MainScheduler()

  private let lock = NSLock()
  private var waiting = 0

  private init() { super.init(queue: .main) }

  override func schedule(_ work: @escaping () -> Void) {
    let isFirst = lock.withLock {
      waiting += 1
      return waiting == 1
    }
    let run = {
      work()
      self.lock.withLock { self.waiting -= 1 }
    }
    if isFirst, Thread.isMainThread { run() } else { super.schedule(run) }
  }
}
