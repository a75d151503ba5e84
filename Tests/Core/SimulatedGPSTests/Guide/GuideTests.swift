import GPSBridge
import SimulatedGPS
import TestSupport
import Testing

@Suite struct `The guide to testing without a receiver` {
  private func text(_ path: String) throws -> String {
    var file = try RecordedLog.File("\(ProjectFolder.path)/\(path)")
    var bytes: [UInt8] = []
    while try file.read({ if case .bytes(let more, _) = $0 { bytes += more } }) {}
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `shows a test that is compiled and run here, to the letter`() throws {
    let article = try text("Sources/Core/SimulatedGPS/SimulatedGPS.docc/TestingWithoutAReceiver.md")
    let blocks = article.components(between: "```swift\n", and: "```\n")
    let test = try text("Tests/Core/SimulatedGPSTests/Guide/TunnelTest.swift")
    #expect(blocks.first == test)
    #expect(try blocks.dropFirst().first == text("Tests/Core/SimulatedGPSTests/Guide/TopSpeedTest.swift"))
    #expect(test.split(separator: "\n").count { $0.contains("#expect") } == 3)
    // Ten lines between the braces, blanks not counted.
    #expect(test.split(separator: "\n").dropFirst(4).dropLast().count <= 10)
  }

  @Test func `tells stories that can be told`() {
    let time = ManualTime()
    let simulated = SimulatedReceiver(.drive, time: time) {
      Story.Wait(for: .seconds(60))
      Story.Enter(.tunnel, for: .seconds(40))
      Story.Meanwhile { Story.Fault(.wrongChecksum, share: 0.1, for: .seconds(300)) }
      Story.Wait(for: .seconds(30))
      Story.Unplug(for: .seconds(5), returningAs: "ttyUSB1")
      Story.Refuse(.busy, for: .seconds(20))
    }
    let manager = LocationManager(simulated.receiver)
    manager.startUpdatingLocation()
    var reasons: [NoLocationReason?] = []
    for second in 1...170 {
      time.jump(by: .seconds(1))
      if second > 10, reasons.last != .some(manager.latest?.reason) { reasons.append(manager.latest?.reason) }
    }
    #expect(
      reasons == [nil, .fixLost, nil, .disconnected, .deviceBusy, nil] || reasons.last == .some(nil),
      "\(reasons)")
    #expect(reasons.contains(.fixLost) && reasons.contains(.deviceBusy) && reasons.contains(.disconnected))
    #expect(simulated.place.node == "sim/ttyUSB1")
    simulated.tell { Story.Unplug(for: .seconds(5)) }
    time.jump(by: .seconds(2))
    #expect(!simulated.isPresent)
  }
}

extension String {
  /// What stands between two marks, each time.
  fileprivate func components(between begin: String, and end: String) -> [String] {
    var found: [String] = []
    var open: [Substring]?
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if open == nil, line + "\n" == begin {
        open = []
      } else if let lines = open, line + "\n" == end {
        found.append(lines.map { $0 + "\n" }.joined())
        open = nil
      } else {
        open?.append(line)
      }
    }
    return found
  }
}
