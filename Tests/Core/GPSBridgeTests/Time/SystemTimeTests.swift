import Dispatch
import GPSEventRuntime
@testable import GPSBridge
import Testing

@Suite struct `The system's time` {
  private let time = SystemTime()
  private let loop = EventLoop.shared

  @Test func `is the time of day that the C library tells`() {
    #expect(abs(time.utcSeconds - wallClock()) < 5)
  }

  @Test func `runs an action on its loop, once, and not before its time`() async {
    let start = time.now
    await withCheckedContinuation { done in
      time.after(.milliseconds(20), on: loop) { [loop] in
        #expect(loop.isCurrent)
        done.resume()
      }
    }
    // The timer's clock and this one are two: they may differ by a tick.
    #expect(time.now - start > .milliseconds(19))
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func `runs what is due already, but never inside the call`(delay: Duration) async {
    await withCheckedContinuation { done in
      loop.async { [time, loop] in
        let isInside = Flag()
        isInside.set(true)
        time.after(delay, on: loop) {
          #expect(!isInside.value)
          done.resume()
        }
        isInside.set(false)
      }
    }
  }

  @Test func `runs nothing that was called off on its loop`() async {
    let fired = Flag()
    await withCheckedContinuation { done in
      loop.async { [time, loop] in
        let timer = time.after(.zero, on: loop) { fired.set(true) }
        timer.cancel()
        timer.cancel()
        // Set later for later: when it fires, the other has had its chance.
        time.after(.milliseconds(5), on: loop) { done.resume() }
      }
    }
    #expect(!fired.value)
  }

  @Test func `keeps a timer alive whose handle nobody keeps, and lets go of it afterwards`() async {
    weak var canary: Canary?
    await withCheckedContinuation { done in
      let bird = Canary()
      canary = bird
      time.after(.milliseconds(1), on: loop) { [bird] in
        _ = bird
        done.resume()
      }
    }
    // The closure dies when the handler is left: the next thing on the loop comes after that.
    loop.sync {}
    #expect(canary == nil)
  }

  @Test func `lets go of an action that is called off at once`() {
    weak var canary: Canary?
    let timer: any TimerHandle
    do {
      let bird = Canary()
      canary = bird
      timer = time.after(.seconds(3600), on: loop) { _ = bird }
    }
    #expect(canary != nil)
    timer.cancel()
    #expect(canary == nil)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(4_000_000_000), .nanoseconds(-1)])
  func `takes any delay`(delay: Duration) { time.after(delay, on: loop) {}.cancel() }
}
