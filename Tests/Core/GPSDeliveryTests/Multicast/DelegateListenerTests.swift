import GPSDelivery
import DeliverySupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A delegate listener` {
  final class Needle: CompassDelegate {
    var degrees: [Int] = []
    func compass(_ compass: Compass, didTurnTo degrees: Int) { self.degrees.append(degrees) }
  }

  let compass = Compass()
  var listener: CompassListener { CompassListener.proxy(for: compass) }

  @Test func `observes a shared instance that has no delegate property`() {
    var seen: [Int] = []
    let registration = CompassListener.proxy(for: .shared).onInvoked(.didTurn) { seen.append($0.1) }
    Compass.shared.turn(to: 90)
    #expect(seen == [90])
    registration.cancel()
    Compass.shared.turn(to: 91)
    #expect(seen == [90])
  }

  @Test func `joins with the first observer and leaves with the last`() {
    #expect(listener === CompassListener.proxy(for: compass))
    #expect(compass.delegateCount == 0)
    let first = listener.onInvoked(.didTurn) { _ in }
    let second = listener.onSent(.didTurn) { _ in }
    #expect(compass.delegateCount == 1)
    first.cancel()
    #expect(compass.delegateCount == 1)
    second.cancel()
    #expect(compass.delegateCount == 0)
  }

  @Test func `displaces nobody`() {
    let needle = Needle()
    compass.addDelegate(needle)
    var seen: [Int] = []
    listener.onInvoked(.didTurn) { seen.append($0.1) }
    compass.turn(to: 12)
    #expect(needle.degrees == [12])
    #expect(seen == [12])
  }

  @Test func `leaves when the last stream has gone`() async {
    do {
      let stream = listener.values(.didTurn, .latest) { $0.1 }
      withExtendedLifetime(stream) { #expect(compass.delegateCount == 1) }
    }
    await until { compass.delegateCount == 0 }
  }

  @Test func `forwards to a delegate that was installed, which touching it again leaves alone`() {
    let needle = Needle()
    let registration = CompassListener.installForwardDelegate(
      needle, retainDelegate: false, onProxyForObject: compass)
    #expect(listener.forwardToDelegate() === needle)
    compass.turn(to: 45)
    #expect(needle.degrees == [45])
    registration.cancel()
    #expect(compass.delegateCount == 0)
  }
}
