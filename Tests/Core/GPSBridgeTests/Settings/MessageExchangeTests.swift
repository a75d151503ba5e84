import Testing
import UBX

@testable import GPSBridge

/// A u-blox on the bench, which says what a test has it say.
@Suite struct `A receiver that is spoken to in messages` {
  private static let versions = Message.monVER(
    MonVER { ($0.software, $0.hardware) = (PayloadText("ROM CORE 3.01".utf8), PayloadText("00080000".utf8)) })
  private static let sea = Message.cfgNAV5(CfgNAV5 { $0.model = .sea })
  private static let portable = Message.cfgNAV5(CfgNAV5 { $0.model = .portable })

  /// One that has told who it is, while somebody sets the movement model.
  private func identified(
    _ condition: LineCondition = .ready(.meaningless), _ value: SettingValue = Setting.model(.sea)
  ) -> (run: ExchangeRun, request: Int) {
    var run = ExchangeRun(nil, condition)
    run.epoch()
    let request = run.set(value)
    run.say(Self.versions)
    // The query for the dialect is answered; now it is asked by itself.
    run.say(Self.versions)
    run.answer(.cfgPRT(CfgPRT { $0.port = condition == .ready(.meaningless) ? .usb : .uart1 }))
    run.say(.secUNIQID(SecUNIQID { $0.number = [1, 2, 3, 4, 5] }))
    return (run, request)
  }

  @Test func `tells who it is before it is told anything`() {
    let (run, request) = identified()
    #expect(run.means.dialect == .ubx)
    #expect(run.means.identity?.description == "u-blox 8 (number 0102-0304-05)")
    #expect(run.frames.map(\.kind) == [.monVER, .cfgPRT, .secUNIQID, .cfgNAV5])
    #expect(!run.isDone(request))
  }

  @Test func `is believed when it reads back so`() {
    var (run, request) = identified()
    run.answer(Self.portable)
    #expect(run.frames.last?.payload.count == 36)
    run.acknowledge(.cfgNAV5)
    #expect(!run.isDone(request), "an acknowledgement proves nothing")
    run.answer(Self.sea)
    #expect(run.isDone(request) && run.confirmed.last == Setting.model(.sea))
    #expect(run.log.contains(.report(SettingChange(Setting.model(.sea), .confirmed(by: .readBack)))))
  }

  @Test func `is not believed when it reads back otherwise`() {
    var (run, request) = identified()
    run.answer(Self.portable)
    run.acknowledge(.cfgNAV5)
    run.answer(Self.portable)
    run.answer(Self.portable)
    #expect(run.error(request)?.code == .settingRefused)
    #expect(run.error(request)?.message.hasSuffix("it acknowledged, but reads back portable") == true)
  }

  @Test(arguments: [Setting.staticHold(256), Setting.minimumElevation(91), Setting.minimumSignal(-1)])
  func `refuses a number that the setting can't have, and sends nothing`(_ value: SettingValue) {
    let (run, request) = identified(.ready(.meaningless), value)
    #expect(
      run.error(request)?.message.contains("is not from") == true, "\(String(describing: run.error(request)))"
    )
    #expect(run.frames.map(\.kind) == [.monVER, .cfgPRT, .secUNIQID])
  }

  @Test func `learns no speed from a list of messages for its USB port`() {
    func port(_ output: ProtocolSet) -> Message { .cfgPRT(CfgPRT { ($0.port, $0.output) = (.usb, output) }) }
    var (run, request) = identified()
    run.answer(Self.sea)
    #expect(run.isDone(request))
    request = run.ask(.apply([port([.nmea])], isPlan: false))
    run.answer(port([.nmea, .ubx]))
    run.acknowledge(.cfgPRT)
    run.answer(port([.nmea]))
    #expect(run.isDone(request) && run.confirmed.contains(Setting.language(.nmea)))
    #expect(!run.confirmed.contains { $0.kind == .baudRate }, "\(run.confirmed)")
  }

  @Test func `that is silent is asked twice, and then given up`() {
    var (run, request) = identified()
    let count = run.frames.count
    run.sent(request)
    run.wait(RequestRun.answerTime)
    #expect(run.frames.count == count + 1)
    #expect(run.frames.last == run.frames[count - 1])
    run.sent(request)
    run.wait(RequestRun.answerTime)
    #expect(run.error(request)?.code == .settingTimedOut)
  }

  @Test func `is followed to another speed, and asked there`() {
    var (run, request) = identified(.ready(.found(9600)), Setting.baudRate(38400))
    func port(_ speed: UInt32) -> Message {
      .cfgPRT(CfgPRT { ($0.port, $0.baudRate) = (.uart1, speed) })
    }
    run.answer(port(9600))
    run.sent(request)
    run.wait(.seconds(1))
    #expect(run.log.contains(.trySpeed(38400)))
    run.say(Self.versions)
    #expect(run.log.contains(.keepSpeed(38400)))
    run.answer(port(38400))
    #expect(run.isDone(request) && run.confirmed.last == Setting.baudRate(38400))
  }

  @Test func `that is not understood at another speed is gone back to`() {
    var (run, request) = identified(.ready(.found(9600)), Setting.baudRate(38400))
    run.answer(.cfgPRT(CfgPRT { ($0.port, $0.baudRate) = (.uart1, 9600) }))
    run.sent(request)
    run.wait(.seconds(10))
    #expect(run.log.contains(.returnToSpeed(9600)) && run.error(request)?.code == .settingTimedOut)
  }

  @Test func `is asked only once in an opening who it is`() {
    var (run, first) = identified()
    run.answer(Self.portable)
    run.acknowledge(.cfgNAV5)
    run.answer(Self.sea)
    #expect(run.isDone(first))
    let second = run.ask(.ask(.model))
    run.answer(Self.sea)
    #expect(run.isDone(second))
    #expect(run.frames.filter { $0.kind == .secUNIQID }.count == 1)
    run.plug()
    #expect(run.means.identity == nil, "another stick may hang there now")
  }

  @Test func `that takes sentences alone is told in sentences`() {
    var run = ExchangeRun()
    run.epochs(3)
    run.say("GPTXT,01,01,02,u-blox ag - www.u-blox.com")
    let request = run.set(Setting.enabledSentences([.rmc]))
    run.wait(RequestRun.answerTime * 2)
    #expect(run.frames.map(\.kind) == [.monVER, .monVER])
    #expect(run.written.last?.hasPrefix("$PUBX,40,") == true && !run.isDone(request))
  }
}
