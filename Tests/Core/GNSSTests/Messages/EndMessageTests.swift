import GNSS
import TestSupport
import Testing
import UBX

@Suite struct `The message that an epoch is over` {
  /// What comes out at once of each epoch, and how much was late in the end; nothing says that the line was quiet.
  private func decode(_ epochs: [[UInt8]]) -> (atOnce: [Int], late: Int) {
    var decoder = FixDecoder(.recording())
    let atOnce = epochs.map { bytes in
      var count = 0
      decoder.decode(bytes.span) { if case .fix = $0 { count += 1 } }
      return count
    }
    return (atOnce, decoder.epochCounts.late)
  }

  private func solution(_ second: Int) -> [UInt8] {
    NavPVT {
      $0.timeOfWeek = UInt32(43_218_000 + second * 1000)
      $0.date = NavPVT.CalendarDate(year: 2026, month: 11, day: 22)
      $0.time = NavPVT.TimeOfDay(hour: 12, minute: 0, second: second)
      ($0.fixType, $0.isFixOK) = (.threeDimensional, true)
      $0.position = NavPVT.Position(latitude: 47, longitude: 8, height: 500, altitude: 452)
    }.encoded()
  }
  private func end(_ second: Int) -> [UInt8] {
    NavEOE { $0.timeOfWeek = UInt32(43_218_000 + second * 1000) }.encoded()
  }
  private func sentence(_ second: Int) -> [UInt8] {
    wire(["GNGGA,12000\(second).00,4700,N,00800,E,1,09,0.9,452,M,48,M,,"])
  }

  @Test func `ends an epoch at its last byte, once it was the last word on one`() {
    let (atOnce, late) = decode((0..<6).map { solution($0) + end($0) })
    #expect(atOnce == [0, 2, 1, 1, 1, 1])
    #expect(late == 0)
  }

  @Test func `ends none where sentences are said behind it`() {
    let (atOnce, late) = decode((0..<6).map { solution($0) + end($0) + sentence($0) })
    #expect(atOnce == [0, 1, 1, 1, 1, 1])
    #expect(late == 0)
  }

  @Test func `ends one with the sentences in front of it`() {
    let (atOnce, late) = decode((0..<6).map { sentence($0) + solution($0) + end($0) })
    #expect(atOnce == [0, 2, 1, 1, 1, 1])
    #expect(late == 0)
  }

  @Test func `is believed no more when a sentence came behind it after all`() {
    var epochs = (0..<4).map { solution($0) + end($0) }
    epochs += (4..<9).map { solution($0) + end($0) + sentence($0) }
    let (atOnce, late) = decode(epochs)
    #expect(late == 1)
    #expect(atOnce.reduce(0, +) == 8)
  }
}
