import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite(.timeLimit(.minutes(5))) struct `A server whose process was stopped and goes on` {
  /// An epoch of a car that drives north at 22 m/s.
  private func epoch(_ second: Int) -> [UInt8] {
    let tenThousandths = 70_380 + 119 * second
    let minutes = "0\(tenThousandths / 10_000).\(padded(tenThousandths % 10_000, 4))"
    let time = "1200\(padded(second, 2))"
    return wire([
      "GPGGA,\(time),48\(minutes),N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
      "GPRMC,\(time),A,48\(minutes),N,01131.000,E,042.8,000.0,201126,,,A",
    ])
  }

  private func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// The second of the drive that a TPV has; nil for one without a position.
  private func second(_ line: String) -> Int? {
    guard line.contains(#""mode":3"#), let time = line.firstRange(of: "T12:00:") else { return nil }
    return Int(line[time.upperBound...].prefix(2))
  }

  @Test func `sends no position of the meantime as a present one, and takes none for forged`() throws {
    let folder = try WorkFolder()
    let path = folder.path + "/gpsd.sock"
    let device = try PseudoTerminal()
    var peer: Peer?
    var (stopped, ages): (Int?, [Int]) = (nil, [])
    let run = try LiveRun.run(["serve", device.path, "--gpsd", path], on: device) { round, _ in
      if peer == nil, unsafe access(path, F_OK) == 0 {
        peer = try Peer(path: path)
        try peer?.watch()
      }
      // The car goes on meanwhile.
      if round % 10 == 0 { return .send(epoch(round / 10)) }
      guard round % 10 == 5, let peer else { return .nothing }
      if let stopped, round < stopped + 70 { return .nothing }
      if let stopped, round == stopped + 70 { return .signal(SIGCONT) }
      let seconds = try peer.linesUpToNow().filter { Peer.name($0) == "TPV" }.map(second)
      guard let stopped else {
        guard seconds.count(where: { $0 != nil }) > 0, round >= 65 else { return .nothing }
        stopped = round
        return .signal(SIGSTOP)
      }
      ages += seconds.compactMap { $0.map { round / 10 - $0 } }
      return round >= stopped + 130 ? .signal(SIGINT) : .nothing
    }
    #expect(run.exit == 128 + SIGINT, "\(run)")
    #expect(stopped != nil, "it never had a position")
    #expect(ages.count >= 3 && ages.allSatisfy { (0...2).contains($0) }, "ages in seconds: \(ages)")
  }
}
