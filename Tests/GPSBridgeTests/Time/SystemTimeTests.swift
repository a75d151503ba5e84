import Dispatch
@testable import GPSBridge
import Testing

@Suite struct `The system's time` {
  private let time = SystemTime()
  private let queue = DispatchQueue(label: "gpsbridge.test")

  @Test func `goes forward`() {
    let first = time.now
    #expect(time.now >= first)
  }

  @Test func `is the time of day that the C library tells`() {
    #expect(abs(time.utcSeconds - wallClock()) < 5)
  }

  @Test func `runs an action on its queue, once, and not before its time`() async {
    let start = time.now
    await withCheckedContinuation { done in
      time.after(.milliseconds(20), on: queue) { [queue] in
        dispatchPrecondition(condition: .onQueue(queue))
        done.resume()
      }
    }
    // The timer's clock and this one are two: they may differ by a tick.
    #expect(time.now - start > .milliseconds(19))
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func `runs what is due already, but never inside the call`(delay: Duration) async {
    await withCheckedContinuation { done in
      queue.async { [time, queue] in
        let isInside = Flag()
        isInside.set(true)
        time.after(delay, on: queue) {
          #expect(!isInside.value)
          done.resume()
        }
        isInside.set(false)
      }
    }
  }

  @Test func `runs nothing that was called off on its queue`() async {
    let fired = Flag()
    await withCheckedContinuation { done in
      queue.async { [time, queue] in
        let timer = time.after(.zero, on: queue) { fired.set(true) }
        timer.cancel()
        timer.cancel()
        // Set later for later: when it fires, the other has had its chance.
        time.after(.milliseconds(5), on: queue) { done.resume() }
      }
    }
    #expect(!fired.value)
  }

  @Test func `keeps a timer alive whose handle nobody keeps, and lets go of it afterwards`() async {
    weak var canary: Canary?
    await withCheckedContinuation { done in
      let bird = Canary()
      canary = bird
      time.after(.milliseconds(1), on: queue) { [bird] in
        _ = bird
        done.resume()
      }
    }
    // The closure dies when the handler is left: the next thing on the queue comes after that.
    queue.sync {}
    #expect(canary == nil)
  }

  @Test func `lets go of an action that is called off at once`() {
    weak var canary: Canary?
    let timer: any TimerHandle
    do {
      let bird = Canary()
      canary = bird
      timer = time.after(.seconds(3600), on: queue) { _ = bird }
    }
    #expect(canary != nil)
    timer.cancel()
    #expect(canary == nil)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(4_000_000_000), .nanoseconds(-1)])
  func `takes any delay`(delay: Duration) {
    time.after(delay, on: queue) {}.cancel()
  }

  @Test func `rounds a delay up, never down`() {
    #expect(Duration.nanoseconds(1).clampedNanoseconds == 1)
    #expect(Duration(secondsComponent: 0, attosecondsComponent: 1).clampedNanoseconds == 1)
    #expect(
      Duration(secondsComponent: 2, attosecondsComponent: 1_000_000_001).clampedNanoseconds == 2_000_000_002)
  }
}
