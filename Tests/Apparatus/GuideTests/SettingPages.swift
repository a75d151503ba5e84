// The code of the page on settings, as it stands there.

import GPSBridge
import SimulatedGPS

func hurry(_ receiver: Receiver) async throws {
  try await receiver[.updateRate].set(.hertz(5))
  print(receiver[.updateRate].value ?? "not known")  // 5 Hz
}

func look(at receiver: Receiver) async throws -> UpdateRate? {
  guard try await receiver.identify() == .ubx else { return nil }
  return try await receiver.ask(.updateRate)?[.updateRate]
}

func preview(_ receiver: Receiver) async throws -> SettingsPlan {
  let plan = try await receiver.plan(Setting.model(.automotive))
  print(plan.commands.count, "commands")
  return plan
}

func undo(_ plan: SettingsPlan, on receiver: Receiver) async throws {
  try await receiver.apply(plan.undo)
}

func tryFast(_ receiver: Receiver) async -> String {
  do throws(LocationError) {
    try await receiver.set(Setting.updateRate(.hertz(50)))
    return "50 Hz"
  } catch {
    switch error.code {
    case .settingRefused: return "the receiver refused it: \(error.message)"
    case .settingTimedOut: return "no confirmation came; the value is unknown now"
    case .unsupported: return "this receiver has no command for it"
    default: return error.message
    }
  }
}

func opened() -> Receiver {
  Receiver.shared(.auto) { $0.profile = [Setting.updateRate(.hertz(5)), Setting.model(.automotive)] }
}

func rate() async throws -> UpdateRate? {
  let time = ManualTime()
  let receiver = SimulatedReceiver(.walk, time: time).receiver
  let answer = Task { try await look(at: receiver) }
  await time.advance(by: .seconds(20))
  return try await answer.value
}
