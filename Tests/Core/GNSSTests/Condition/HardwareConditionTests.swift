import GNSS
import TestSupport
import Testing
import UBX

@Suite struct `The condition that a receiver tells of itself` {
  /// What is told of these bytes, in order.
  private func told(_ pieces: [[UInt8]]) -> [HardwareCondition] {
    var decoder = FixDecoder(.recording())
    var told: [HardwareCondition] = []
    for piece in pieces {
      decoder.decode(piece.span) { if case .condition(let condition) = $0 { told.append(condition) } }
    }
    return told
  }

  private func hardware(_ say: (inout MonHW) -> Void) -> [UInt8] { MonHW(say).encoded() }

  private func radio(_ bands: [(AntennaState, JammingState, UInt8)]) -> [UInt8] {
    MonRF {
      $0.blocks = bands.enumerated().map { index, band in
        var block = MonRF.Block()
        block.band = UInt8(index)
        (block.antennaState, block.jamming, block.interference) = band
        (block.noise, block.gain) = (90, 8191)
        return block
      }
    }.encoded()
  }

  @Test func `is told each time when it is another one, and only then`() {
    let good = hardware { ($0.antennaState, $0.antennaPower, $0.jamming) = (.ok, .on, .none) }
    let short = hardware { ($0.antennaState, $0.antennaPower, $0.jamming) = (.short, .off, .none) }
    let told = told([good, good, short, short, good])
    #expect(told.map(\.antenna) == [.ok, .short, .ok])
    #expect(told.map(\.isAntennaPowered) == [true, false, true])
  }

  @Test func `names the worst of several bands, and keeps each`() throws {
    let told = told([radio([(.ok, .none, 9), (.open, .critical, 200)])])
    let condition = try #require(told.first)
    #expect(condition.antenna == .open && condition.jamming == .critical)
    #expect(condition.interference == 200)
    #expect(condition.frontEnds.map(\.number) == [0, 1])
    #expect(condition.frontEnds.map(\.gain) == [100, 100])
  }

  @Test func `calls a watch that is off "not watched", which is not "none"`() {
    #expect(told([hardware { $0.jamming = .unknown }]).map(\.jamming) == [.notWatched])
    #expect(told([SecSIG { $0.watchesJamming = false }.encoded()]).map(\.spoofing) == [.notWatched])
  }

  @Test func `is that of the whole receiver where that is told, and not of one band`() {
    let whole = SecSIG {
      ($0.watchesJamming, $0.jamming) = (true, .warning)
      ($0.watchesSpoofing, $0.spoofing) = (true, .affirmed)
    }
    let told = told([whole.encoded(), radio([(.ok, .none, 9)])])
    #expect(told.map(\.jamming) == [.warning, .warning])
    #expect(told.map(\.spoofing) == [.affirmed, .affirmed])
  }

  private func status(_ spoofing: SpoofingState) -> [UInt8] {
    NavSTATUS {
      ($0.timeOfWeek, $0.isTimeOfWeekValid) = (1000, true)
      ($0.spoofing, $0.timeToFirstFix) = (spoofing, 27.5)
    }.encoded()
  }

  @Test func `of forgery is believed only of a generation that tells it`() {
    #expect(told([status(.affirmed)]).map(\.spoofing) == [nil])
    let version = MonVER { $0.hardware = PayloadText("00080000".utf8) }.encoded()
    #expect(told([version, status(.affirmed)]).map(\.spoofing) == [.affirmed])
    let old = MonVER { $0.hardware = PayloadText("00070000".utf8) }.encoded()
    #expect(told([old, status(.affirmed)]).map(\.spoofing) == [nil])
    #expect(told([NavPVT().encoded(), status(.indicated)]).map(\.spoofing) == [.indicated])
  }

  @Test func `of disturbance is nothing in a u-blox 5, where these bits mean nothing`() {
    let version = MonVER { $0.hardware = PayloadText("00040005".utf8) }.encoded()
    let told = told([version, hardware { ($0.jamming, $0.interference) = (.critical, 255) }])
    #expect(told.map(\.jamming) == [nil])
    #expect(told.map(\.interference) == [nil])
  }

  @Test func `has the time to the first fix, and the load`() {
    let load = MonSYS { ($0.processorLoad, $0.memoryUsage, $0.temperature) = (31, 12, -7) }
    let told = told([status(.none), load.encoded(), MonTXBUF { $0.totalUsage = 100 }.encoded()])
    #expect(told.map(\.timeToFirstFix) == [27.5, 27.5, 27.5])
    #expect(told.last?.load.processor == 31 && told.last?.temperature == -7)
    #expect(told.last?.load.sending == 100)
  }

  @Test(arguments: [
    ("GPTXT,01,01,02,ANTSTATUS=SHORT", HardwareCondition.Antenna.short),
    ("GNTXT,01,01,02,ANTSTATUS=OPEN", .open), ("GPTXT,01,01,01,ANTENNA OK", .ok),
    ("GPTXT,01,01,02,ANTSTATUS=INIT", .starting), ("GPTXT,01,01,02,ANTSTATUS=DONTKNOW", .unknown),
  ])
  func `of the antenna is also told in sentences`(body: String, antenna: HardwareCondition.Antenna) {
    #expect(told([wire(body)]).map(\.antenna) == [antenna])
  }

  @Test(arguments: [
    "GPTXT,01,01,02,ANTSUPERV=AC SD PDoS SR", "GPTXT,01,01,02,ANTSTATUS=", "GPTXT,01,01,02,",
    "GPTXT,01,01,02,ANTENN",
  ])
  func `is not made of other texts`(body: String) { #expect(told([wire(body)]).isEmpty) }

  @Test func `counts complaints, the same words again too`() {
    let error = wire("GNTXT,01,01,00,txbuf alloc")
    let message = InfText { ($0.level, $0.bytes) = (.error, Array("txbuf alloc".utf8)) }.encoded()
    let told = told([error, error, message])
    #expect(told.compactMap(\.notice?.count) == [1, 2, 3])
    #expect(told.last?.notice?.text == "txbuf alloc")
  }

  @Test func `of a receiver that says a position is too bad shows in the epoch`() {
    let fixes = decode(
      [false, true].flatMap { isOK in
        NavPVT {
          $0.timeOfWeek = isOK ? 2000 : 1000
          $0.time = NavPVT.TimeOfDay(hour: 12, minute: 0, second: isOK ? 2 : 1)
          ($0.fixType, $0.isFixOK) = (.threeDimensional, isOK)
          $0.position = NavPVT.Position(latitude: 47, longitude: 8, height: 500, altitude: 452)
        }.encoded()
      }
    ).fixes
    #expect(fixes.map(\.isHeldBack) == [true, false])
    #expect(fixes.map(\.isValid) == [false, true])
  }
}
