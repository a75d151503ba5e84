import GPSBridge
import NIOCore

/// Passes the fixes of a receiver to a loop of the other library.
public final class Forwarder: Sendable {
  private let loop: any EventLoop
  private let own: ReceiverLoop

  /// Makes it for a loop.
  public init(to loop: any EventLoop, from own: ReceiverLoop = .shared) {
    self.loop = loop
    self.own = own
  }

  /// Whether a loop is the one that receivers live on.
  public func isOwn(_ other: ReceiverLoop) -> Bool { own === other }

  /// Has the loop run a closure for each epoch with a position.
  public func forward(_ receiver: Receiver, _ body: @escaping @Sendable (Double) -> Void) async {
    for await fix in receiver.fixes {
      guard let coordinate = fix.coordinate else { continue }
      loop.execute { body(coordinate.latitude) }
    }
  }
}
