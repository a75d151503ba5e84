import GNSS
import TestSupport

@testable import SimulatedGPS

/// All bytes that a scenario gives in some seconds, in steps of so many milliseconds.
func bytes(_ scenario: Scenario, seconds: Int, step: Int = 1000) -> [UInt8] {
  var engine = SimulatedReceiverMachine(scenario)
  var all: [UInt8] = []
  for time in stride(from: step, through: seconds * 1000, by: step) {
    all += engine.advance(to: .milliseconds(time)).bytes
  }
  return all
}

/// Everything that a scenario gives in some seconds.
func emissions(_ scenario: Scenario, seconds: Int) -> [Emission] {
  var engine = SimulatedReceiverMachine(scenario)
  return (1...seconds).flatMap { engine.advance(to: .seconds($0)) }
}

/// The lines of a stream that is text.
func lines(_ bytes: [UInt8]) -> [String] {
  String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
}

/// What the simulated receiver meant, epoch by epoch.
func meant(_ scenario: Scenario, seconds: Int) -> [SimulatedEpoch] {
  var engine = SimulatedReceiverMachine(scenario)
  var epochs: [SimulatedEpoch] = []
  for time in stride(
    from: scenario.interval, through: Int64(seconds) * 1_000_000_000, by: Int(scenario.interval))
  {
    _ = engine.advance(to: .nanoseconds(time))
    if let epoch = engine.lastEpoch, epoch.number != epochs.last?.number { epochs.append(epoch) }
  }
  return epochs
}

/// What our own decoder makes of a stream.
func fixes(_ bytes: [UInt8], _ reference: DateReference = .recording()) -> [Fix] {
  var decoder = FixDecoder(reference)
  var fixes: [Fix] = []
  let receive: (DecodedOutput) -> Void = { if case .fix(let fix) = $0 { fixes.append(fix) } }
  decoder.decode(bytes.span, receive)
  decoder.finish(receive)
  return fixes
}

/// What our own decoder counts in a stream.
func streamCounts(_ bytes: [UInt8]) -> StreamCounts {
  var decoder = FixDecoder(.recording())
  decoder.decode(bytes.span) { _ in }
  return decoder.streamCounts
}

/// A fingerprint of bytes: FNV-1a, 64 bits.
func fingerprint(_ bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}

extension Scenario {
  /// The same scenario, a little changed.
  func with(_ change: (inout Scenario) -> Void) -> Scenario {
    var copy = self
    change(&copy)
    return copy
  }
}
