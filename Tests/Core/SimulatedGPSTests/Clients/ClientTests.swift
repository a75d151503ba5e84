import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A program of somebody else's` {
  @Test func `ends with the last that knows it, also where a task has begun it`() async throws {
    var run: Client.Run? = try Client(path: "/bin/sleep").begin(["600"])
    let number = try #require(run?.number)
    #expect(kill(number, 0) == 0)
    run = nil
    while kill(number, 0) == 0 { await Task.yield() }
  }
}
