import Testing

@testable import GPSBridge

@Suite struct `A setting that was only answered to` {
  private static let five = Setting.updateRate(.hertz(5))
  private static let few = Setting.enabledSentences([.rmc, .gga])

  /// A receiver that has answered to a setting, with epochs at this interval since.
  private func run(_ milliseconds: Int, epochs: Int) -> ExchangeRun {
    var run = ExchangeRun(.mediaTek)
    run.send(Self.five)
    run.say("PMTK001,220,3")
    for _ in 0..<epochs { run.epoch(milliseconds) }
    return run
  }

  @Test func `is told as answered at once, and as kept when eight epochs have shown it`() {
    let answered = SettingChange(Self.five, .confirmed(by: .answer))
    #expect(run(200, epochs: 7).changes == [answered])
    #expect(run(200, epochs: 8).changes == [answered, SettingChange(Self.five, .kept)])
    #expect(run(200, epochs: 30).changes.count == 2)
  }

  @Test func `is told as not kept, with what it is, at once or at the end of the time where epochs are few`()
  {
    let other = SettingChange(Self.five, .notKept(Setting.updateRate(.hertz(1))))
    #expect(run(1000, epochs: 8).changes.last == other)
    var few = run(1000, epochs: 6)
    few.wait(.seconds(60))
    #expect(few.changes.last == other)
  }

  @Test func `is told as not seen where no epochs come, or where the device is opened anew`() {
    var silent = run(200, epochs: 3)
    silent.wait(.seconds(60))
    #expect(silent.changes.last == SettingChange(Self.five, .notSeen))
    var pulled = run(200, epochs: 3)
    pulled.plug()
    #expect(pulled.changes.last?.outcome == .notSeen)
  }

  @Test func `is watched anew when another command was carried out, which may undo it`() {
    var run = run(200, epochs: 6)
    run.send(Self.few)
    run.say("PMTK001,314,3")
    for _ in 0..<6 { run.epoch(200) }
    #expect(run.changes.map(\.outcome) == [.confirmed(by: .answer), .confirmed(by: .answer)])
    for _ in 0..<2 { run.epoch(200) }
    #expect(run.changes.contains(SettingChange(Self.five, .kept)))
  }

  @Test func `is dropped when the same setting is set again`() {
    var run = run(200, epochs: 6)
    run.send(Setting.updateRate(.hertz(1)))
    run.say("PMTK001,220,3")
    for _ in 0..<8 { run.epoch(1000) }
    #expect(run.changes.last == SettingChange(Setting.updateRate(.hertz(1)), .kept))
    #expect(!run.changes.contains { $0.value == Self.five && $0.outcome != .confirmed(by: .answer) })
  }

  @Test func `of a dialect without answers is seen at once, and needs no second word`() {
    var run = ExchangeRun(.casic)
    for _ in 0..<5 { run.epoch(1000) }
    let request = run.send(Self.five)
    for _ in 0..<20 { run.epoch(200) }
    #expect(run.isDone(request))
    #expect(run.changes == [SettingChange(Self.five, .confirmed(by: .behavior))])
  }

  @Test func `contradicts what is seen only where that is certain`() {
    #expect(!Self.five.isContradicted(by: Setting.updateRate(.every(.milliseconds(205)))))
    #expect(Setting.updateRate(.hertz(10)).isContradicted(by: Setting.updateRate(.every(.milliseconds(205)))))
    // Some have no switch for GNS.
    #expect(!Self.few.isContradicted(by: Setting.enabledSentences([.gga, .rmc, .gns])))
    #expect(Setting.enabledSentences([.gga]).isContradicted(by: Self.few))
  }

  @Test func `is told in words`() {
    let outcomes: [SettingChange.Outcome] = [
      .confirmed(by: .answer), .kept, .notKept(Setting.updateRate(.hertz(1))), .notSeen,
    ]
    #expect(
      outcomes.map { "\(SettingChange(Self.five, $0))" } == [
        "update rate: 5 Hz, confirmed: acknowledged", "update rate: 5 Hz, kept",
        "update rate: 5 Hz, not kept: it is update rate: 1 Hz now", "update rate: 5 Hz, not seen",
      ])
  }

  @Test func `can be known to be refused without a command`() {
    #expect(ExchangeRun(.uBlox).means.refusal(of: .updateRate)?.code == .unsupported)
    #expect(
      ExchangeRun(.uBlox).means.refusal(of: .updateRate)?.message
        == "u-blox (PUBX) has no command for the update rate")
    let onUSB = ExchangeRun(.mediaTek, .ready(.meaningless))
    #expect(
      onUSB.means.refusal(of: .baudRate)?.message
        == "the receiver's port has no baud rate: it is on native USB")
    #expect(ExchangeRun(.mediaTek).means.refusal(of: .baudRate) == nil)
    // Before the dialect is known, nothing speaks against it.
    #expect(ExchangeRun().means.refusal(of: .updateRate) == nil)
  }
}

extension ExchangeRun {
  /// The outcomes that were told, in order.
  var changes: [SettingChange] {
    log.compactMap { if case .report(let change) = $0 { change } else { nil } }
  }
}
