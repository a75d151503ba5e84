/// Limits of the rate set by the dialect and the line.
extension Scenario {
  /// The shortest interval in seconds, if the dialect does not support the requested rate; otherwise nil.
  package var shortestInterval: Double? {
    guard let rate, rate > 0, 1e9 / rate < Double(dialect.shortestInterval) - 1 else { return nil }
    return Double(dialect.shortestInterval) / 1e9
  }

  /// The fixes per second that the line can carry, if it can't carry all of them; otherwise nil.
  ///
  /// This runs a similar receiver for some simulated seconds and counts its sentences.
  package var carriedRate: Double? {
    guard let bits = speed ?? dialect.speed else { return nil }
    var probe = Scenario()
    (probe.dialect, probe.rate, probe.speed, probe.skyPeriod) = (dialect, rate, bits, skyPeriod)
    probe.language = language
    var engine = SimulatedReceiverMachine(probe)
    let (warmUp, end) = (20, 60)
    var count = 0
    for second in 1...end {
      for case .bytes(let chunk) in engine.advance(to: .seconds(second)) where second > warmUp {
        count += epochs(in: chunk.bytes)
      }
    }
    let carried = Double(count) / Double(end - warmUp)
    return carried < 0.95 * 1e9 / Double(interval) ? carried : nil
  }

  /// Every dialect sends one RMC per epoch; with UBX output, a u-blox sends one NAV-SOL or NAV-PVT.
  private func epochs(in bytes: [UInt8]) -> Int {
    guard language == .nmea else {
      return bytes.indices.count {
        bytes[$0...].starts(with: [0xB5, 0x62, 0x01, dialect == .ublox6 ? 0x06 : 0x07])
      }
    }
    return bytes.split(separator: UInt8(ascii: "$")).count { $0.dropFirst(2).starts(with: "RMC,".utf8) }
  }
}
