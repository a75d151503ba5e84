import GPSBridge
import SimulatedGPS

// Two questions one after the other, within one move of time: the second one is asked at the moment of the first answer.
@MainActor func ask() async throws -> (dialect: ReceiverDialect?, rate: SettingValue?) {
  let time = ManualTime()
  let receiver = SimulatedReceiver(.walk, time: time).receiver
  let answer = Task {
    let dialect = try await receiver.identify()
    return (dialect, try await receiver.ask(.updateRate))
  }
  await time.advance(by: .seconds(60))
  return try await answer.value
}

let answer = try await ask()
print(answer)
guard answer.dialect == .ubx, answer.rate?[.updateRate] == .hertz(1) else {
  fatalError("the receiver did not answer")
}
