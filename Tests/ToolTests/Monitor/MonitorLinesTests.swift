import GPSBridge
import SimulatedGPS
import Testing

@testable import GPSBridgeTool

@Suite struct `The monitor's lines` {
  private func lines(_ scenario: Scenario, seconds: Int, isPlain: Bool = false) -> [String] {
    let run = MonitorRun(scenario)
    var lines = MonitorLines(.metric, .dd, isPlain: isPlain)
    var all: [String] = []
    run.onTold = { output, state in
      if let line = lines.line(for: output, state.device, state) { all.append(line) }
    }
    for _ in 0..<seconds { run.advance(by: .seconds(1)) }
    return all
  }

  @Test func `are one for each epoch`() {
    let lines = lines(.drive, seconds: 60)
    #expect(lines.count >= 55 && lines.count <= 60)
    let pattern =
      /07:0[89]:\d\dZ LIVE 3D 48\.1\d{5},11\.5\d{5} ±\d\.\dm \d+m \d+\.\dkm\/h \d{3}° \d+\/\d+sv/
    #expect(lines.last?.wholeMatch(of: pattern) != nil, "\(lines.last ?? "")")
  }

  @Test func `say why there is no fix`() {
    let lines = lines(.coldStart, seconds: 15)
    #expect(lines.last?.contains(" NO FIX ") == true)
    #expect(lines.last?.hasSuffix("The receiver searches, and starts from nothing.") == true)
  }

  @Test func `tell once that the device has gone, and go on when it is back`() {
    let lines = lines(.unplug, seconds: 90)
    #expect(lines.count { $0.contains("DEVICE LOST The receiver was unplugged.") } == 1)
    #expect(lines.last?.contains(" LIVE ") == true)
  }

  @Test func `have nothing but ASCII where that is all there is`() {
    let lines = lines(.drive, seconds: 20, isPlain: true)
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } })
    #expect(lines.last?.contains(" ~") == true)
  }
}
