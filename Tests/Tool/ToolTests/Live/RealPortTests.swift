import DiscoverySupport
import TestSupport
import Testing

@testable import GPSBridgeTool

/// The built program among ports that it takes for real ones.
@Suite(
  .enabled(if: MockBus.isPossible, "umockdev is not installed: apt-get install umockdev"),
  .timeLimit(.minutes(5)))
final class `Among real ports` {
  private let state: WorkFolder
  private let stick: PseudoTerminal
  private let adapter: PseudoTerminal

  init() throws {
    state = try WorkFolder()
    stick = try PseudoTerminal()
    adapter = try PseudoTerminal()
  }

  private var bus: MockBus { get throws { try MockBus((.ublox(), stick.path), (.pl2303(), adapter.path)) } }
  private var bridgeOnly: MockBus { get throws { try MockBus((.pl2303(), adapter.path)) } }
  private var two: MockBus {
    get throws { try MockBus((.ublox(), adapter.path), (.ublox("ttyACM1", at: "1-2"), stick.path)) }
  }

  /// Runs a command line; both devices speak, the stick in the south.
  private func run(_ words: [String], on bus: MockBus, as sent: ([UInt8]) -> [UInt8] = { $0 }) throws -> Run {
    try LiveRun.run(
      program: bus.words(words), environment: ["XDG_STATE_HOME": state.path, "XDG_CONFIG_HOME": state.path]
    ) { round, _ in
      try? self.adapter.write(sent(Epoch.fix(tenth: round)))
      try? self.stick.write(sent(Journey.moment(round, -33.5, 151.2)))
      return .nothing
    }
  }

  private func memory() throws -> [JSONValue] {
    guard let bytes = try SmallFile.read(Array("\(state.path)/gpsbridge/ports.json".utf8)) else { return [] }
    return try JSONReader.read(String(decoding: bytes, as: UTF8.self))["ports"]?.elements ?? []
  }

  @Test func `auto takes the receiver, and leaves the adapter alone`() throws {
    let run = try run(["fix", "--timeout=20s"], on: bus)
    #expect(run == Run(exit: 0, output: "-33.500000, 151.200000\n", message: ""))
    #expect(try memory().map { $0["usb"]?.text } == ["1546:01a8"])
  }

  @Test func `auto never opens an adapter unasked, and names it with the command to try`() throws {
    let run = try run(["fix", "--timeout=1s"], on: bridgeOnly)
    #expect(
      run
        == Run(
          exit: 3, output: "",
          message: """
            waiting for a GPS receiver: none is plugged in
              /dev/ttyUSB0 (Prolific PL2303 adapter) may be your receiver: gpsbridge fix /dev/ttyUSB0
            error: no GPS receiver is plugged in
              /dev/ttyUSB0 (Prolific PL2303 adapter) may be your receiver
              try: gpsbridge fix /dev/ttyUSB0

            """))
    #expect(try memory().isEmpty)
  }

  @Test(arguments: [
    ["fix", "/dev/ttyUSB0", "--timeout=20s"], ["watch", "/dev/ttyUSB0", "--count=2", "--timeout=20s"],
    ["wait", "/dev/ttyUSB0", "--timeout=20s"], ["monitor", "/dev/ttyUSB0", "--once", "--ascii"],
  ]) func `an adapter that spoke once is remembered, and auto takes it`(words: [String]) throws {
    #expect(try run(words, on: bridgeOnly).exit == 0)
    let ports = try memory()
    #expect(ports.map { $0["usb"]?.text } == ["067b:2303"])
    #expect(ports.first?["key"]?.text?.hasSuffix("usb-0:4:1.0") == true)
    let auto = try run(["fix", "--timeout=20s"], on: bridgeOnly)
    #expect(auto == Run(exit: 0, output: "48.117300, 11.516667\n", message: ""))
  }

  @Test func `a remembered place with another device in it is not taken`() throws {
    _ = try run(["fix", "/dev/ttyUSB0", "--timeout=20s"], on: bridgeOnly)
    let other = try MockBus((.cp210x("ttyUSB0", at: "1-4"), adapter.path))
    let run = try run(["fix", "--timeout=1s"], on: other)
    #expect(run.exit == 3)
    #expect(run.message.contains("/dev/ttyUSB0 (Silicon Labs CP210x adapter) may be your receiver"))
  }

  @Test func `of two receivers auto takes the one that spoke last, and names the other`() throws {
    #expect(try run(["fix", "/dev/ttyACM1", "--timeout=20s"], on: two).exit == 0)
    let run = try run(["fix", "--timeout=20s"], on: two)
    #expect(run.exit == 0 && run.output == "-33.500000, 151.200000\n" && run.message.hasPrefix("note: "))
    #expect(run.message.contains("/dev/ttyACM0"))
  }

  @Test func `monitor takes sentences without a checksum from each of several receivers`() throws {
    let run = try run(["monitor", "--once", "--no-checksum"], on: two) { bytes in
      bytes.split(separator: 0x0A).flatMap { $0.prefix { $0 != UInt8(ascii: "*") } + [0x0D, 0x0A] }
    }
    #expect(run.output.contains("48.117"))
  }

  @Test func `a selector means the port that it names`() throws {
    for selector in ["usb:067b:2303", "path:pci-0000:00:14.0-usb-0:4:1.0"] {
      let run = try run(["fix", selector, "--timeout=20s"], on: bus)
      #expect(run.exit == 0, "\(selector): \(run.message)")
      #expect(run.output == "48.117300, 11.516667\n", "\(selector)")
    }
  }

  @Test func `the doctor names both, and listens to the receiver`() throws {
    let run = try run(["doctor", "--duration=3s"], on: bus)
    #expect(
      run.message == "" && run.output.contains(" ok   1 GPS receiver was found: /dev/ttyACM0 (u-blox 8).\n"))
    #expect(run.output.contains(" ok   The stream has "))
  }

  @Test func `the speed that configure has set is remembered`() throws {
    let device = try SpeakingReceiver("walk?dialect=mtk")
    let bus = try MockBus((.pl2303(), device.path))
    let run = try device.run(
      bus.words(["configure", "/dev/ttyUSB0", "--baud", "38400"]),
      environment: ["XDG_STATE_HOME": state.path, "XDG_CONFIG_HOME": state.path])
    #expect(run.exit == 0, "\(run.message)")
    #expect(run.output.contains("baud rate  9600 -> 38400  confirmed: complete sentences arrive at it\n"))
    #expect(try memory().map { $0["speed"]?.number } == [38_400])
    withExtendedLifetime(bus) {}
  }
}
