import GPSBridge
import SerialPorts
import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `The words of an event` {
  private static let place = DevicePlace(key: "usb-1.2", node: "/dev/ttyUSB0", name: "u-blox 7")

  @Test(
    arguments: [
      (.attached(place), "/dev/ttyUSB0 is there", .plain), (.detached(place), "/dev/ttyUSB0 is gone", .bad),
      (.opened(place, speed: 9600), "opened /dev/ttyUSB0 at 9600 baud", .plain),
      (.opened(place, speed: nil), "opened /dev/ttyUSB0", .plain),
      (.speedNotFound(heard: 0), "no byte at any speed", .warning),
      (.speedNotFound(heard: 9), "not understood at any speed", .warning),
      (.speedLost(4800), "garbage at 4800 baud now", .warning),
      (.silent(.seconds(90)), "silent for 90 s", .warning), (.speaking, "it sends again", .good),
      (.firstFix(after: .seconds(150)), "first fix after 2 min 30 s", .good),
      (.freshness(.lost), "fix lost", .bad), (.back(gap: .seconds(33)), "fix back after 33 s", .good),
      (.setting(Setting.baudRate(38_400)), "now 38400 baud", .quiet),
      (.settingRestored(Setting.updateRate(UpdateRate(milliseconds: 200))), "restored: 5 Hz", .good),
    ] as [(ReceiverEvent.Kind, String, Style.Ink)])
  func `say what has happened, and how bad that is`(
    _ kind: ReceiverEvent.Kind, _ text: String, _ ink: Style.Ink
  )
    throws
  {
    let entry = try #require(EventLogText.entry(for: kind))
    #expect(entry.text == text)
    #expect(entry.ink == ink)
  }

  @Test(
    arguments: [
      .freshness(.live), .freshness(.aging), .state(.fix), .state(.noFix),
      .setting(Setting.enabledSentences([])),
    ]
      as [ReceiverEvent.Kind])
  func `are none for what one sees anyway`(_ kind: ReceiverEvent.Kind) {
    #expect(EventLogText.entry(for: kind) == nil)
  }

  @Test func `name who has the port`() {
    func text(_ holders: [PortHolder]) -> String? {
      let cause = SerialPortError(code: .busy, path: "/dev/ttyUSB0", found: "in use", holders: holders)
      return EventLogText.entry(
        for: .openFailed(LocationError(.deviceBusy, "it is busy", underlying: cause)))?
        .text
    }
    #expect(text([PortHolder(process: 812, name: "gpsd")]) == "in use by gpsd (process 812)")
    #expect(text([]) == "in use by another program")
  }

  @Test func `are those of the library where they are known to be no more than that`() {
    #expect(EventLogText.entry(for: .openFailed(LocationError(.portFailed, "it broke")))?.text == "it broke")
    #expect(
      EventLogText.entry(for: .openFailed(LocationError(.permissionDenied, "a long story")))?.text
        == "permission denied")
  }

  @Test func `name systems of satellites in an order of their own`() {
    let some = EventLogText.entry(for: .setting(Setting.constellations([.glonass, .gps, .galileo])))?.text
    #expect(some == "now satellites of galileo glonass gps")
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
      #expect(state.view.pane == pane)
      #expect(state.press(.escape) == nil)
      #expect(state.view.pane == .overview)
    }
  }

  @Test(arguments: [Key.up, .down, .home, .end, .pageUp, .pageDown, .enter, .character("ü"), .character("Q")])
  func `knows no other key`(_ key: Key) { #expect(KeyBinding.binding(of: key) == nil) }
}
