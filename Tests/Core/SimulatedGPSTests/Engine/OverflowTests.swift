import GPSBridge
import Testing

@testable import SimulatedGPS

@Suite struct `A simulated line that is too slow` {
  /// What the host receives in half a minute at 10 Hz over 9600 baud, in lines.
  private func lines(_ overflow: Scenario.Overflow) -> [[UInt8]] {
    var scenario = Scenario.drive
    (scenario.dialect, scenario.rate, scenario.speed, scenario.overflow) = (.mtk, 10, 9600, overflow)
    var engine = SimulatedReceiverMachine(scenario)
    var bytes: [UInt8] = []
    for second in 1...30 {
      for case .bytes(let chunk) in engine.advance(to: .seconds(second)) { bytes += chunk.bytes }
    }
    return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map(Array.init)
  }

  private func isWhole(_ line: [UInt8]) -> Bool {
    guard let star = line.lastIndex(of: UInt8(ascii: "*")), line.first == UInt8(ascii: "$") else {
      return false
    }
    let sum = line[1..<star].reduce(0, ^)
    let text = String(sum, radix: 16, uppercase: true)
    return line[(star + 1)...].starts(with: ((text.count == 1 ? "0" : "") + text).utf8)
  }

  @Test func `drops whole sentences, and damages none`() {
    let lines = lines(.sentences)
    #expect(lines.count > 200)
    #expect(lines.allSatisfy(isWhole))
  }

  @Test(arguments: [Scenario.Overflow.middle, .oldest])
  func `drops bytes in the middle of sentences`(overflow: Scenario.Overflow) {
    let lines = lines(overflow)
    let whole = lines.count(where: isWhole)
    #expect(whole > 30)
    #expect(lines.count - whole > 10)
  }

  @Test(arguments: Scenario.Overflow.allCases)
  func `is named in the text of its scenario`(overflow: Scenario.Overflow) throws {
    let scenario = try Scenario(parsing: "sim:walk?overflow=\(overflow.rawValue)")
    #expect(scenario.overflow == overflow)
    #expect(scenario.text?.contains("overflow=\(overflow.rawValue)") == true)
  }
}
