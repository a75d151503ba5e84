import GPSSystemCalls
import SerialPorts
import SimulatedGPS
import Testing
import UBX

@testable import GPSBridge

/// A simulated u-blox that forgets or refuses what its profile wants, on a time that is moved by hand.
private final class ForgetfulReceiver: Sendable {
  let time = ManualTime()
  let simulated: SimulatedReceiver
  let receiver: Receiver
  private let log = Guarded<[Report]>([])
  private let listening: ReceiverListening

  init(_ scenario: String, _ profile: [SettingValue]) throws {
    simulated = SimulatedReceiver(try Scenario(parsing: scenario), time: time)
    var options = ReceiverOptions()
    options.speedMemory = SpeedMemory()
    // By the place, which is known only once it is there.
    options.profiles[.path(simulated.place.key)] = profile
    receiver = Receiver(simulated, time: time, options: options)
    listening = receiver.onReport(including: .verdicts) { [log] report in log.withLock { $0.append(report) } }
  }

  func wait(_ duration: Duration) { time.jump(by: duration) }

  /// Settings that were put back, in that order.
  var restored: [SettingValue] {
    log.withLock { $0 }.compactMap {
      if case .event(let event) = $0, case .settingRestored(let value) = event.kind { value } else { nil }
    }
  }

  /// Settings that could not be put back, and why.
  var missing: [(SettingValue, LocationError.Code)] {
    log.withLock { $0 }.compactMap {
      guard case .event(let event) = $0, case .settingNotRestored(let value, let error) = event.kind else {
        return nil
      }
      return (value, error.code)
    }
  }

  /// The codes of verdicts, as they were told.
  var verdicts: [Verdict.Code] {
    log.withLock { $0 }.compactMap { if case .verdict(let verdict) = $0 { verdict.code } else { nil } }
  }
}

@Suite struct `A u-blox with a profile` {
  private static let profile: [SettingValue] = [Setting.updateRate(.hertz(2)), Setting.model(.sea)]
  private static let inOrder: [SettingValue] = [Setting.model(.sea), Setting.updateRate(.hertz(2))]

  @Test(arguments: ["ublox6", "ublox8", "ublox9", "ublox10"])
  func `has it back after it lost its power, and is told nothing else`(dialect: String) throws {
    let it = try ForgetfulReceiver("sim:static?start=hot&dialect=\(dialect)&seed=7", Self.profile)
    it.wait(.seconds(30))
    #expect(it.restored == Self.inOrder)
    it.wait(.seconds(60))
    #expect(it.restored == Self.inOrder, "it has them, and nothing differs")

    it.simulated.tell { Story.Unplug(for: .seconds(5)) }
    it.wait(.seconds(40))
    #expect(it.restored == Self.inOrder + Self.inOrder)
    #expect(it.missing.isEmpty && it.receiver[.updateRate].value == .hertz(2))
    #expect(it.verdicts.last == .good)
  }

  @Test(arguments: ["ublox8", "ublox10"])
  func `that it refuses is told so until it is unplugged, although its position is right`(dialect: String)
    throws
  {
    let it = try ForgetfulReceiver(
      "sim:static?start=hot&dialect=\(dialect)&faults=nak&seed=7", [Setting.model(.sea)])
    it.wait(.seconds(40))
    #expect(it.restored.isEmpty)
    #expect(it.missing.map(\.0) == [Setting.model(.sea)], "once: it is left alone")
    let verdict = it.receiver.condition.verdict(at: it.time.now)
    #expect(verdict.code == .notAsSet)
    #expect(verdict.what == "The receiver's settings differ from its profile: model: sea.")
    #expect(it.receiver.state == .fix)

    it.simulated.tell { Story.Unplug(for: .seconds(20)) }
    it.wait(.seconds(10))
    #expect(it.receiver.condition.verdicts(at: it.time.now).map(\.code) == [.deviceGone])
    it.wait(.seconds(40))
    #expect(it.receiver.condition.verdict(at: it.time.now).code == .notAsSet)
    #expect(it.verdicts.count { $0 == .notAsSet } == 2, "\(it.verdicts)")
  }

  @Test func `that does not read back is not as set, until somebody wants what it has`() async throws {
    let it = try ForgetfulReceiver(
      "sim:static?start=hot&dialect=ublox8&faults=not-kept&seed=7", [Setting.model(.sea)])
    it.wait(.seconds(40))
    #expect(it.missing.map(\.1) == [.settingRefused])
    #expect(it.verdicts.last == .notAsSet)
    let setting = Task { try await it.receiver.set(Setting.model(.portable)) }
    await it.time.advance(by: .seconds(10))
    try await setting.value
    #expect(it.receiver.condition.verdict(at: it.time.now).code == .good)
  }
}
