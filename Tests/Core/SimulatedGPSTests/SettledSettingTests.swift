import GPSBridge
import GPSSystemCalls
import SimulatedGPS
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Time that is moved beside settings` {
  @Test func `waits for each question of a task, so that all are answered on the way`() async throws {
    let time = ManualTime(utcSeconds: 1_795_158_502)
    let receiver = SimulatedReceiver(.walk, time: time).receiver
    let answers = Guarded<[String]>([])
    let task = Task {
      let dialect = try await receiver.identify()
      answers.withLock { $0.append("\(dialect)") }
      for _ in 0..<3 {
        let answer = try await receiver.ask(.updateRate)
        answers.withLock { $0.append(answer == nil ? "nothing" : "rate") }
      }
      try await receiver[.updateRate].set(.hertz(1))
      answers.withLock { $0.append("set") }
    }
    await time.advance(by: .seconds(60))
    let told = answers.withLock(\.self)
    #expect(told.dropFirst() == ["rate", "rate", "rate", "set"], "\(told)")
    task.cancel()
    _ = try? await task.value
  }
}
