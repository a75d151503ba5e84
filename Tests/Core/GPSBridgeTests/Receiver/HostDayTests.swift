import GNSS
import GPSBridge
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

/// The day that a receiver's date is compared with, while the host's clock is set.
@Suite struct `A host's day` {
  private let summer = CivilDate(daysSince1970: 22_096)
  private let autumn = CivilDate(daysSince1970: 20_777)

  private func sentence(_ second: Int, _ day: CivilDate) -> [UInt8] {
    let date = two(day.day) + two(day.month) + two(day.year % 100)
    return wire("GPRMC,1200\(two(second)),A,4800.00000,N,01131.00000,E,0.0,,\(date),,,A")
  }

  private func years(_ bench: Bench) -> [Int] {
    bench.outputs.compactMap { if case .epoch(let epoch) = $0 { epoch.fix.time?.date.year } else { nil } }
  }

  /// The years of half a minute, of which the host's clock is set after ten seconds.
  private func years(_ day: CivilDate, hostAtFirst: Double, thenVouchedFor: Bool) -> [Int] {
    let bench = Bench()
    bench.time.setUTC(hostAtFirst)
    bench.listen()
    for second in 0..<30 {
      if second == 10 {
        bench.time.setUTC(Double(summer.daysSince1970) * 86_400)
        bench.time.utcAccuracy = thenVouchedFor ? .milliseconds(5) : nil
      }
      bench.say(sentence(second, day))
      bench.wait(.seconds(1))
    }
    return years(bench)
  }

  private var olderByAnEra: CivilDate { summer.advanced(by: -1024 * 7) }

  @Test func `is looked up again once the kernel vouches for it`() {
    let years = years(olderByAnEra, hostAtFirst: 0, thenVouchedFor: true)
    #expect(years.first == olderByAnEra.year && years.last == 2030)
    #expect(years.count { $0 != 2030 } <= 21)
  }

  @Test func `moves no date where nobody vouches for it`() {
    #expect(Set(years(olderByAnEra, hostAtFirst: 0, thenVouchedFor: false)) == [olderByAnEra.year])
    let wrongHost = Double(summer.advanced(by: 16 * 365).daysSince1970) * 86_400
    #expect(Set(years(autumn, hostAtFirst: wrongHost, thenVouchedFor: false)) == [2026])
  }

  /// The verdicts at the end of twenty seconds in which the receiver's time is ahead of a host's clock.
  private func codes(ahead: Double, vouchedFor: Bool, glitchAt glitch: Int? = nil) -> Set<Verdict.Code> {
    let bench = Bench()
    let noon = Double(autumn.daysSince1970) * 86_400 + 43_200
    bench.time.setUTC(noon - ahead)
    bench.time.utcAccuracy = vouchedFor ? .milliseconds(5) : nil
    bench.listen()
    var codes: Set<Verdict.Code> = []
    for second in 0..<20 {
      bench.say(sentence(second == glitch ? second + 20 : second, autumn))
      if second > 2 { codes.insert(bench.receiver.verdict.code) }
      bench.wait(.seconds(1))
    }
    return codes
  }

  @Test(arguments: [7200.0, -3, 3, 619_315_200, -900])
  func `that the kernel vouches for shows a receiver whose time is wrong`(ahead: Double) {
    #expect(codes(ahead: ahead, vouchedFor: true).contains(.wrongTime))
    #expect(!codes(ahead: ahead, vouchedFor: false).contains(.wrongTime))
  }

  @Test(arguments: [0.0, -1, -1.5, 0.5])
  func `agrees with a receiver that is late by the length of its cable`(ahead: Double) {
    #expect(!codes(ahead: ahead, vouchedFor: true).contains(.wrongTime))
  }

  @Test func `is not contradicted by one damaged time`() {
    #expect(!codes(ahead: 0, vouchedFor: true, glitchAt: 10).contains(.wrongTime))
  }

  @Test(arguments: [(1200, true), (2.5, true), (1.5, false), (-2, false)] as [(Double, Bool)])
  func `does not hide a step of the receiver's time`(step: Double, isReported: Bool) {
    let bench = Bench()
    bench.listen()
    for second in 0..<20 {
      let told = Double(second + 1000) + (second < 10 ? 0 : step)
      bench.say(wireEpoch(second: Int(told), hundredths: Int(told * 100) % 100))
      bench.wait(.seconds(1))
    }
    let steps = bench.events.compactMap {
      if case .timeWentAhead(let step) = $0 { step / .seconds(1) } else { nil as Double? }
    }
    #expect(steps == (isReported ? [step] : []))
  }

  @Test func `takes a gap, a backlog and a search for no step`() {
    let bench = Bench()
    func pass(_ second: Int) {
      bench.say(wireEpoch(second: second))
      bench.wait(.seconds(1))
    }
    bench.listen()
    for second in 0..<5 { pass(second) }
    bench.wait(.seconds(55))
    for second in 60..<65 { pass(second) }
    bench.wait(.seconds(30))
    bench.say((65..<75).flatMap { wireEpoch(second: $0) })
    for second in 95..<105 { pass(second) }
    bench.say(wireEpoch(second: 105, fix: false))
    bench.wait(.seconds(1))
    bench.say(wireEpoch(second: 3000))
    let steps = bench.events.filter { if case .timeWentAhead = $0 { true } else { false } }
    #expect(steps == [])
  }
}
