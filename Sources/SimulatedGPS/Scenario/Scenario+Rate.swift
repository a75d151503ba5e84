/// The rate that a dialect and its line can carry.
extension Scenario {
  /// Seconds from fix to fix, where the dialect can't keep the rate that was asked for; nil where it can.
  package var shortestInterval: Double? {
    guard let rate, rate > 0, 1e9 / rate < Double(dialect.shortestInterval) - 1 else { return nil }
    return Double(dialect.shortestInterval) / 1e9
  }

  /// Fixes a second that the line carries, where it can't carry all of them; nil where it can.
  ///
  /// A receiver of the same manner is run for some simulated seconds, and its sentences are counted.
  package var carriedRate: Double? {
    guard let bits = speed ?? dialect.speed else { return nil }
    var probe = Scenario()
    (probe.dialect, probe.rate, probe.speed, probe.skyPeriod) = (dialect, rate, bits, skyPeriod)
    var engine = SimulatedReceiverEngine(probe)
    let (warmUp, end) = (20, 60)
    var count = 0
    for second in 1...end {
      for case .bytes(let chunk) in engine.advance(to: .seconds(second)) where second > warmUp {
        count += Self.epochs(in: chunk.bytes)
      }
    }
    let carried = Double(count) / Double(end - warmUp)
    return carried < 0.95 * 1e9 / Double(interval) ? carried : nil
  }

  /// Every dialect sends one RMC with each epoch.
  private static func epochs(in bytes: [UInt8]) -> Int {
    bytes.split(separator: UInt8(ascii: "$")).count { $0.dropFirst(2).starts(with: "RMC,".utf8) }
  }
}
