import GNSS
import GPSBridge
import Testing

@testable import GPSBridgeTool

@Suite struct `What a receiver shows of its settings` {
  private func watch(_ values: [SettingValue] = [], epochs: Int = 0, bytes: Int = 500) -> SettingWatch {
    var watch = SettingWatch()
    for value in values { watch.take(.event(ReceiverEvent(.setting(value), at: .now)), bytes: 0) }
    for epoch in 0..<epochs { watch.take(.fix(Fix()), bytes: epoch * bytes) }
    return watch
  }

  @Test func `is what it has shown last`() {
    let watch = watch([Setting.baudRate(4800), Setting.updateRate(.hertz(1)), Setting.baudRate(9600)])
    #expect(watch.values == [.baudRate: Setting.baudRate(9600), .updateRate: Setting.updateRate(.hertz(1))])
  }

  @Test func `and its outcome are what the library says of it`() {
    let answered = SettingRow(
      kind: .updateRate, new: Setting.updateRate(.hertz(5)), outcome: .confirmed(by: .answer))
    let outcomes: [(SettingChange.Outcome?, SettingRow.Outcome)] = [
      (.confirmed(by: .behavior), .confirmed(by: .behavior)), (.kept, .confirmed(by: .answerAndBehavior)),
      (.notKept(Setting.updateRate(.hertz(2))), .notKept(Setting.updateRate(.hertz(2)))),
      // Nothing came that would show it.
      (.notSeen, .confirmed(by: .answer)), (nil, .confirmed(by: .answer)),
    ]
    for (told, expected) in outcomes {
      var row = answered
      row.take(told, first: .answer)
      #expect(row.outcome == expected)
    }
  }

  @Test func `says when a rate is more than the line can carry`() {
    let slow = watch([Setting.baudRate(9600)], epochs: 5)
    #expect(
      slow.tooMuch([Setting.updateRate(.hertz(5))])
        == "what it sends now is 2500 bytes a second at 5 Hz, and 9600 baud carry 960: add a higher --baud, or fewer "
        + "--sentences")
    #expect(slow.tooMuch([Setting.updateRate(.hertz(1))]) == nil)
    #expect(slow.tooMuch([Setting.updateRate(.hertz(5)), Setting.baudRate(115_200)]) == nil)
    #expect(slow.tooMuch([Setting.updateRate(.hertz(5)), Setting.enabledSentences([.rmc])]) == nil)
    #expect(slow.tooMuch([Setting.baudRate(4800)]) == nil)
    // On USB there is no line.
    #expect(watch(epochs: 5).tooMuch([Setting.updateRate(.hertz(10))]) == nil)
  }
}
