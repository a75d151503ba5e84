import Testing

@testable import GPSBridgeTool

/// A rate in the name of a simulated receiver that its kind can't give, or that its line does not carry.
@Suite struct `A simulated receiver that is asked for too much` {
  @Test(arguments: [
    ["watch"], ["fix"], ["wait"], ["monitor", "--once"], ["doctor"],
    ["configure", "--show"], ["fix", "--no-checksum"],
  ])
  func `is refused in every verb, with the same words as in simulate`(words: [String]) throws {
    let all = words + ["sim:drive?rate=5&dialect=sirf"]
    let run = try gpsbridge(all)
    #expect(run.exit == 2)
    #expect(
      run.message.contains(
        """
        error: sirf can't send 5 fixes a second
          receivers of that kind send 1 a second at most
          fix: request less, or dialect=ublox9

        """), "\(run.message)")
  }

  @Test func `is refused where several are named`() throws {
    let run = try gpsbridge("monitor", "--once", "sim:multi?rate=5&dialect=sirf")
    #expect(run.exit == 2)
    #expect(run.message.contains("sirf can't send 5 fixes a second"), "\(run.message)")
  }

  @Test func `is told what its line carries`() throws {
    let run = try gpsbridge("watch", "--types=fix", "-n1", "sim:static?rate=10&dialect=mtk&speed=4800")
    let words = " of 10 fixes a second; 'sim:static?speed=115200' has a faster one\n"
    #expect(run.message.contains(words), "\(run.message)")
  }
}
