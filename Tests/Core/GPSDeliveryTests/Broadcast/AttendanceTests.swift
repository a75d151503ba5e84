import GPSDelivery
import Testing

/// What manual time asks of the consumers of a stream.
@MainActor @Suite(.timeLimit(.minutes(1))) struct `The attendance of a broadcast` {
  private let attendance = Attendance()
  private let numbers: Broadcast<Int, Never>
  private let heard: Subscription<Int, Never>

  init() {
    numbers = Broadcast(attendance: attendance)
    heard = numbers.subscribe(.unbounded)
  }

  @Test func `says when a loop has done its part, and never before`() async {
    var sum = 0
    let loop = Task { for await number in heard { sum += number } }
    numbers.send(1)
    while sum < 1 { await Task.yield() }
    // The loop runs on this actor and has left it, so it waits.
    numbers.send(2)
    #expect(!attendance.isAtRest)
    await withCheckedContinuation { done in attendance.whenAllRest { done.resume() } }
    #expect(sum == 3)
    numbers.finish()
    await loop.value
    #expect(attendance.isAtRest)
  }

  @Test func `forgets a loop that waits for something else`() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    var sum = 0
    let loop = Task {
      for await number in heard {
        sum += number
        if number == 2 { for await _ in gate {} }
      }
    }
    numbers.send(1)
    while sum < 1 { await Task.yield() }
    numbers.send(2)
    while sum < 3 { await Task.yield() }
    #expect(!attendance.isAtRest)
    attendance.forgetWorking()
    #expect(attendance.isAtRest)
    opener.finish()
    numbers.finish()
    await loop.value
  }
}
