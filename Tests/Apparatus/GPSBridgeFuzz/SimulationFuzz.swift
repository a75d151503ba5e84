// Texts that name a simulated receiver, and GPX files that it is to follow: what is understood can be played.

import GPSBridge
import GPSSystemCalls
import SimulatedGPS

enum SimulationFuzz {
  static func shake(_ bytes: [UInt8]) {
    if bytes.first == UInt8(ascii: "<") { checkRoute(bytes) } else { checkText(bytes) }
  }
}

private func checkText(_ bytes: [UInt8]) {
  let text = "sim:" + String(decoding: bytes, as: UTF8.self)
  guard let scenarios = try? Scenario.receivers(parsing: text) else { return }
  precondition(1...3 ~= scenarios.count, "a text is for one receiver, or for those on one car")
  for scenario in scenarios {
    play(scenario)
    guard let said = scenario.text else { continue }
    guard let again = try? Scenario(parsing: said) else {
      preconditionFailure("what was said is not understood")
    }
    precondition(again.text == said, "what was said is understood otherwise")
  }
}

private func checkRoute(_ bytes: [UInt8]) {
  guard let route = try? Scenario.Route(gpx: bytes.span) else { return }
  precondition(
    abs(route.start.latitude) <= 90 && abs(route.start.longitude) <= 180, "a way that begins nowhere")
  for speed in [nil, 3.0] {
    var scenario = Scenario.drive
    scenario.journey = .route(route, speed: speed)
    play(scenario)
  }
}

/// Lets a receiver live for two seconds, and reads what it says.
private func play(_ scenario: Scenario) {
  let simulated = Replayed(scenario)
  for fix in simulated.fixes {
    guard let place = fix.coordinate else { continue }
    precondition(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "a place that is nowhere")
  }
}

/// What our own decoder makes of a scenario.
private struct Replayed {
  var fixes: [Fix] = []

  init(_ scenario: Scenario) {
    let time = ManualTime(utcSeconds: Double(scenario.beginning.secondsSince1970))
    let simulated = SimulatedReceiver(scenario, time: time)
    let log = Guarded<[Fix]>([])
    let listening = simulated.receiver.onReport { report in
      if case .epoch(let epoch) = report { log.withLock { $0.append(epoch.fix) } }
    }
    time.jump(by: .seconds(2))
    listening.cancel()
    fixes = log.withLock { $0 }
  }
}
