import GNSS
import GPSBridge
import Testing

@testable import GPSBridgeTool
@testable import ToolSources

@Suite struct `What a receiver shows of its settings` {
  private func watch(_ values: [SettingValue] = [], epochs: Int = 0, bytes: Int = 500) -> SettingWatch {
    var watch = SettingWatch()
    for value in values {
      watch.take(.event(ReceiverEvent(.setting(value), at: .now)), bytes: 0)
    }
    for epoch in 0..<epochs { watch.take(.fix(Fix()), bytes: epoch * bytes) }
    return watch
  }

  @Test func `is what it has shown last`() {
    let watch = watch([.baudRate(4800), .updateRate(.hertz(1)), .baudRate(9600)])
    #expect(watch.values == [.baudRate: .baudRate(9600), .updateRate: .updateRate(.hertz(1))])
  }

  @Test func `contradicts a wish only where it is certain`() {
    #expect(watch().contradiction(to: .updateRate(.hertz(5))) == nil)
    let seen = watch([.updateRate(.every(.milliseconds(205))), .enabledSentences([.gga, .rmc, .gns])])
    #expect(seen.contradiction(to: .updateRate(.hertz(5))) == nil)
    #expect(seen.contradiction(to: .updateRate(.hertz(10))) == .updateRate(.every(.milliseconds(205))))
    #expect(seen.contradiction(to: .enabledSentences([.gga, .rmc])) == nil)
    #expect(seen.contradiction(to: .enabledSentences([.gga])) != nil)
  }

  @Test func `turns a yes into a no where it does something else, or into a certain yes`() {
    var kept = SettingRow(
      kind: .updateRate, new: .updateRate(.hertz(5)), outcome: .confirmed(by: .answer))
    var broken = kept
    kept.check(watch([.updateRate(.hertz(5))], epochs: 8))
    broken.check(watch([.updateRate(.hertz(2))], epochs: 8))
    #expect(kept.outcome == .confirmed(by: .answerAndBehaviour))
    #expect(broken.outcome == .notKept(.updateRate(.hertz(2))))
    // Nothing came that would show it.
    var unseen = SettingRow(kind: .updateRate, new: .updateRate(.hertz(5)), outcome: .confirmed(by: .answer))
    unseen.check(watch(epochs: 2))
    #expect(unseen.outcome == .confirmed(by: .answer))
  }

  @Test func `says when a rate is more than the line can carry`() {
    let slow = watch([.baudRate(9600)], epochs: 5)
    #expect(
      slow.tooMuch([.updateRate(.hertz(5))])
        == "what it sends now is 2500 bytes a second at 5 Hz, and 9600 baud carry 960: add a higher --baud, or fewer "
        + "--sentences")
    #expect(slow.tooMuch([.updateRate(.hertz(1))]) == nil)
    #expect(slow.tooMuch([.updateRate(.hertz(5)), .baudRate(115_200)]) == nil)
    #expect(slow.tooMuch([.updateRate(.hertz(5)), .enabledSentences([.rmc])]) == nil)
    #expect(slow.tooMuch([.baudRate(4800)]) == nil)
    // On USB there is no line.
    #expect(watch(epochs: 5).tooMuch([.updateRate(.hertz(10))]) == nil)
  }
}
