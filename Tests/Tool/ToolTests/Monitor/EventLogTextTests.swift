import GPSBridge
import SerialPorts
import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `The words of an event` {
  @Test func `say what has happened, and how bad that is, or nothing, as it was found right`() throws {
    let place = DevicePlace(key: "usb-1.2", node: "/dev/ttyUSB0", name: "u-blox 7")
    func busy(_ holders: [PortHolder]) -> ReceiverEvent.Kind {
      let cause = SerialPortError(code: .busy, path: "/dev/ttyUSB0", found: "in use", holders: holders)
      return .openFailed(LocationError(.deviceBusy, "it is busy", underlying: cause))
    }
    let kinds: [ReceiverEvent.Kind] = [
      .attached(place), .detached(place), .opened(place, speed: 9600), .opened(place, speed: nil),
      .speedNotFound(heard: 0), .speedNotFound(heard: 9), .speedLost(4800), .silent(.seconds(90)), .speaking,
      .firstFix(after: .seconds(150)), .freshness(.lost), .back(gap: .seconds(33)),
      .setting(Setting.baudRate(38_400)), .settingRestored(Setting.updateRate(UpdateRate(milliseconds: 200))),
      .freshness(.live), .freshness(.aging), .state(.fix), .state(.noFix),
      .setting(Setting.enabledSentences([])), busy([PortHolder(process: 812, name: "gpsd")]), busy([]),
      .openFailed(LocationError(.portFailed, "it broke")),
      .openFailed(LocationError(.permissionDenied, "a long story")),
      .setting(Setting.constellations([.glonass, .gps, .galileo])),
    ]
    let text = kinds.map { EventLogText.entry(for: $0).map { "\($0.ink): \($0.text)\n" } ?? "nothing\n" }
    try Transcript.expect(text.joined(), is: "event-texts")
  }
}

@Suite struct `The table of keys` {
  @Test func `gives each key one meaning`() {
    let keys = KeyBinding.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func `says of each key what it does, in words that fit`() {
    for binding in KeyBinding.all {
      #expect(!binding.keys.isEmpty)
      #expect(!binding.shown.isEmpty && binding.shown.count < 10, "the help has ten columns for it")
      #expect(!binding.help.isEmpty && binding.help.utf8.count <= 60)
    }
    #expect(KeyBinding.all.last { !$0.word.isEmpty }?.word == "help")
  }

  @Test func `has a key for each part of the screen, and escape leads out of it`() {
    for pane in MonitorView.Pane.allCases where pane != .overview {
      var state = PortStories.denied
      for key in KeyBinding.all.flatMap(\.keys) where state.view.pane != pane {
        state = PortStories.denied
        _ = state.press(key)
      }
      #expect(state.view.pane == pane && state.press(.escape) == nil && state.view.pane == .overview)
    }
  }

  @Test(arguments: [Key.up, .down, .home, .end, .pageUp, .pageDown, .enter, .character("ü"), .character("Q")])
  func `knows no other key`(_ key: Key) { #expect(KeyBinding.binding(of: key) == nil) }
}
