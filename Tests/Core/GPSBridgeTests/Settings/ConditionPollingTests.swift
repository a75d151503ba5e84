import Testing
import UBX

@testable import GPSBridge

@Suite struct `A receiver that is asked for its condition` {
  private static func versions(_ hardware: String) -> Message {
    .monVER(MonVER { $0.hardware = PayloadText(hardware.utf8) })
  }

  /// One that has told who it is, and was asked for the first time.
  private func asked(_ hardware: String) -> ExchangeRun {
    var run = ExchangeRun(nil, .ready(.meaningless), interval: .seconds(4))
    run.epoch()
    run.say(Self.versions(hardware))
    run.say(Self.versions(hardware))
    if hardware != "000A0000" { run.answer(.cfgPRT(CfgPRT { $0.port = .usb })) }
    run.say(.secUNIQID(SecUNIQID()))
    return run
  }

  /// The messages of the last write.
  private func last(_ run: ExchangeRun) -> [MessageKind] {
    guard case .write(let bytes, _) = run.log.last(where: { if case .write = $0 { true } else { false } })
    else {
      return []
    }
    return Message.all(in: bytes).messages.map(\.kind)
  }

  @Test(arguments: [
    ("00080000", [MessageKind.monHW, .navSTATUS]), ("00190000", [.monRF, .secSIG, .monCOMMS]),
    ("000A0000", [.monRF, .secSIG, .monCOMMS]),
  ])
  func `is asked what its generation knows`(hardware: String, kinds: [MessageKind]) {
    #expect(last(asked(hardware)) == kinds)
  }

  @Test func `is asked again after a while, and no earlier`() {
    var run = asked("000A0000")
    run.sent(run.requests)
    let count = run.frames.count + run.written.count
    run.wait(.seconds(3))
    #expect(run.frames.count + run.written.count == count)
    run.wait(.seconds(2))
    #expect(run.frames.count + run.written.count > count)
    #expect(last(run) == [.monRF, .secSIG, .monCOMMS])
  }

  @Test func `waits until somebody who sets something is done`() {
    var run = asked("000A0000")
    run.sent(run.requests)
    let request = run.send(Setting.model(.sea))
    #expect(last(run) == [.cfgVALGET])
    // Two silences end the request; within them it would have been time to ask.
    run.wait(RequestRun.answerTime)
    run.sent(request)
    #expect(last(run) == [.cfgVALGET])
    run.wait(RequestRun.answerTime)
    #expect(run.error(request)?.code == .settingTimedOut)
    run.wait(.seconds(4))
    #expect(last(run) == [.monRF, .secSIG, .monCOMMS])
  }

  @Test func `that is no u-blox is asked once in an opening, and never again`() {
    var run = ExchangeRun(nil, .ready(.meaningless), interval: .seconds(4))
    run.epochs(30)
    #expect(run.written.count == 1)
    run.plug()
    run.epochs(30)
    #expect(run.written.count == 2)

    var mediaTek = ExchangeRun(.mediaTek, interval: .seconds(4))
    mediaTek.epochs(30)
    #expect(mediaTek.written.isEmpty)
  }

  @Test func `is not asked where nobody wants that`() {
    var run = ExchangeRun(nil, .ready(.meaningless))
    run.epochs(30)
    run.say(Self.versions("00080000"))
    run.epochs(30)
    #expect(run.written.isEmpty)
  }
}
