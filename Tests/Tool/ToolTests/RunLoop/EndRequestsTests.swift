import TerminalKit
import Testing

@Suite struct `Requests to end the program` {
  private let start = ContinuousClock.now

  /// The answers to signals at these milliseconds.
  private func answers(_ times: Int...) -> [Bool] {
    var requests = EndRequests()
    return times.map { requests.endAtOnce(at: start.advanced(by: .milliseconds($0))) }
  }

  @Test func `are one within half a second, as from a program that signals a process and its group`() {
    #expect(answers(0, 0, 1, 499) == [false, false, false, false])
  }

  @Test func `end it at once half a second after the first`() {
    #expect(answers(0, 500) == [false, true] && answers(0, 300, 600) == [false, false, true])
    #expect(answers(0, 86_400_000) == [false, true])
  }
}
