import Fleet
import GPSBridge
import NIOCore
import OpenCombine
import SimulatedGPS
import Synchronization
import Testing

/// Keeps what it receives.
private final class Log: Subscriber {
  typealias Input = GPSBridge.Fix
  private let state = Mutex<(fixes: Int, subscription: (any OpenCombine.Subscription)?)>((0, nil))

  var fixes: Int { state.withLock { $0.fixes } }

  func receive(subscription: any OpenCombine.Subscription) {
    state.withLock { $0.subscription = subscription }
  }
  func receive(_ input: GPSBridge.Fix) { state.withLock { $0.fixes += 1 } }
  func cancel() { state.withLock { $0.subscription }?.cancel() }
}

/// Keeps latitudes in their order.
private final class Latitudes: Sendable {
  private let list = Mutex<[Double]>([])

  var all: [Double] { list.withLock { $0 } }

  func add(_ latitude: Double) { list.withLock { $0.append(latitude) } }
}

@Suite(.timeLimit(.minutes(1))) struct `Types that have a name with another library in common` {
  @Test func `pass fixes to an event loop of swift-nio's shape`() async {
    let time = ManualTime()
    let receiver = SimulatedReceiver(.walk, time: time).receiver
    let loop = EmbeddedEventLoop()
    let forwarder = Forwarder(to: loop)
    let latitudes = Latitudes()
    let task = Task { await forwarder.forward(receiver) { latitudes.add($0) } }
    await time.advance(by: .seconds(60))
    #expect(latitudes.all.isEmpty, "nothing may run before the loop does")
    let count = loop.run()
    #expect(count > 10 && latitudes.all.count == count)
    #expect(forwarder.isOwn(.shared))
    task.cancel()
  }

  @Test func `pass fixes to a subscriber of OpenCombine's shape until it cancels`() async {
    let time = ManualTime()
    let receiver = SimulatedReceiver(.walk, time: time).receiver
    let log = Log()
    FixPublisher(receiver).receive(subscriber: log)
    await time.advance(by: .seconds(60))
    let heard = log.fixes
    #expect(heard > 10)
    log.cancel()
    await time.advance(by: .seconds(60))
    #expect(log.fixes == heard)
  }

  @Test func `are told apart by the labels of a call and by their modules`() throws {
    let place = try #require(Coordinate(latitude: 48.12, longitude: 11.58))
    let cell = cell(of: place)
    #expect(cell.x == 115 && cell.y == 481)
    #expect(examples() == (latitude: 48.1, ticket: 94))
    let workshop = Fleet.Location(street: "Main")
    #expect(workshop.street == "Main")
    #expect(distance(of: nil, from: place) == nil)
  }
}
