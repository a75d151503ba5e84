import TestSupport
import Testing

@testable import GPSBridge

@Suite struct `Whatever happens to a receiver that is being set up` {
  private static let sentences = [
    "GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,,,,,,,,", "GPGSV,1,1,00", "PMTK001,220,3", "PMTK001,220,0",
    "PMTK001,314,3", "PMTK001,353,3,1,1,0,0,0,3", "PMTK001,251,1", "PMTK010,001", "PMTK011,MTKGPS",
    "PMTK500,200,0,0,0,0", "PMTK514,0,1,0,1", "GPTXT,01,01,02,MA=CASIC", "GNTXT,01,01,02,u-blox",
    "PUBX,00,1,2,3", "PSRFTXT,x", "PMTK,,,",
  ]
  private static let conditions: [LineCondition] = [
    .preparing, .unusable(ExchangeRun.gone), .ready(.meaningless), .ready(.fixed(4800)), .ready(.found(9600)),
    .ready(.found(38_400)),
  ]
  private static let wishes: [ReceiverRequest.Work] = [
    .set(Setting.updateRate(.hertz(5))), .set(Setting.enabledSentences([.rmc])),
    .set(Setting.constellations([.gps])), .set(Setting.baudRate(115_200)), .set(Setting.baudRate(9600)),
    .restart(.hot), .restart(.factory), .identify, .send([36]),
  ]

  /// One thing out of all that can happen.
  private func happening(
    _ run: inout ExchangeRun, _ asked: inout Set<Int>, _ random: inout SeededGenerator
  ) throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: asked.insert(run.ask(try #require(Self.wishes.randomElement(using: &random))))
    case 2: if let request = asked.sorted().randomElement(using: &random) { run.sent(request) }
    case 3: run.become(try #require(Self.conditions.randomElement(using: &random)))
    case 4: run.plug(Bool.random(using: &random) ? "usb-1" : "usb-2")
    case 5: if let current = run.current { run.sent(current.number, ExchangeRun.gone) }
    case 6: run.wait(.milliseconds(Int.random(in: 0...9000, using: &random)))
    case 7: run.epoch(Int.random(in: 40...2000, using: &random))
    default: run.say(try #require(Self.sentences.randomElement(using: &random)))
    }
  }

  @Test(arguments: 0..<40)
  func `each request is answered exactly once, in time, and one is under way at a time`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var run = ExchangeRun()
    var asked: Set<Int> = []
    for _ in 0..<400 { try happening(&run, &asked, &random) }
    run.become(.unusable(ExchangeRun.gone))
    #expect(run.isIdle)
    #expect(asked.isSubset(of: run.answers.keys), "seed \(seed)")
    #expect(run.answeredTwice.isEmpty, "seed \(seed)")
  }

  @Test(arguments: 0..<20)
  func `nobody waits for ever`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 1000)
    var run = ExchangeRun()
    var asked: Set<Int> = []
    for _ in 0..<200 { try happening(&run, &asked, &random) }
    // From now on nothing happens any more.
    let longest =
      RequestRun.patience + RequestRun.answerTime + RequestRun.writingTime + SettingKnowledge.longestLook
    run.wait(longest * (asked.count + SettingKind.allCases.count + 1))
    #expect(asked.subtracting(run.answers.keys).isEmpty, "seed \(seed)")
    #expect(run.isIdle, "seed \(seed), \(run.log.suffix(20))")
  }

  @Test(arguments: 0..<20)
  func `a speed on trial is kept or taken back`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 2000)
    var run = ExchangeRun(.mediaTek)
    for _ in 0..<30 {
      let speed = try #require([9600, 38_400, 115_200].randomElement(using: &random))
      let request = run.set(Setting.baudRate(speed))
      run.sent(request)
      if Bool.random(using: &random) { run.wait(.milliseconds(Int.random(in: 0...3000, using: &random))) }
      if Bool.random(using: &random) { run.say("GPRMC,,V,,,,,,,,,,N") }
      run.wait(.seconds(20))
      let isThere = run.lineSpeed == .found(speed)
      #expect(run.isDone(request) == isThere, "seed \(seed)")
    }
  }
}
