import GPSBridge
import OpenCombine

/// The fixes of a receiver for subscribers of the other library.
public struct FixPublisher: Publisher {
  /// `Fix` needs no module in front of it here: the other library has none.
  public typealias Output = Fix
  private let receiver: Receiver

  /// Makes it for a receiver.
  public init(_ receiver: Receiver) { self.receiver = receiver }

  /// Sends fixes to a subscriber from now on.
  public func receive(subscriber: some Subscriber<Fix>) {
    subscriber.receive(subscription: Place(receiver.fixes.subscribe(.newest(100)), subscriber))
  }

  /// One name in both libraries: each says whose it is.
  private final class Place: OpenCombine.Subscription {
    private let fixes: GPSBridge.Subscription<Fix, Never>
    private let task: Task<Void, Never>

    init(_ fixes: GPSBridge.Subscription<Fix, Never>, _ subscriber: some Subscriber<Fix>) {
      self.fixes = fixes
      task = Task { for await fix in fixes { subscriber.receive(fix) } }
    }

    func cancel() {
      fixes.cancel()
      task.cancel()
    }
  }
}
