import GPSBridge
import Glibc
import Testing

@testable import GPSBridgeTool

@Suite struct `How receivers started` {
  private func memory(_ starts: [(ReceiverStart.Kind, Double)]) -> ReceiverMemory {
    var memory = ReceiverMemory(ReceiverMemory.Owner(number: "de-ad-be-ef-01", firmware: "SPG 4.04"))
    for (kind, seconds) in starts {
      var start = ReceiverStart(kind, timeToFix: .seconds(seconds))
      start.time = 1_700_000_000
      memory.note(start)
    }
    return memory
  }

  private func findings(_ starts: [(ReceiverStart.Kind, Double)]) -> [Finding] {
    var facts = HostFacts()
    facts.starts = .known([memory(starts)])
    return Checks.findings(facts).filter { $0.code == "starts" }
  }

  @Test func `is told by the last five, since when their memory helps, and without the number of the chip`()
    throws
  {
    let cold = Array(repeating: (ReceiverStart.Kind.cold, 20.0), count: 5)
    let helped: [(ReceiverStart.Kind, Double)] = [
      (.cold, 40), (.cold, 27), (.cold, 31), (.restored, 4), (.restored, 3), (.restored, 4),
    ]
    try Transcript.expect(
      "start-findings",
      [
        ("there is none", findings([])), ("one", findings([(.cold, 27.2)])),
        ("their memory helps", findings(helped)),
        ("it is no faster", findings(cold + cold.map { (.restored, $0.1) })),
      ])
  }

  @Test func `is a warning where it can't be read`() throws {
    var facts = HostFacts()
    facts.starts = RememberedStarts(MemoryFolder("/dev/null/memory"))
    #expect(Checks.findings(facts).filter { $0.code == "memory_unreadable" } == [])
    let folder = try WorkFolder()
    // A folder in the place of a file.
    let inner = "\(folder.path)/a-b.json"
    #expect(unsafe mkdir(inner, 0o700) == 0)
    facts.starts = RememberedStarts(MemoryFolder(folder.path))
    let found = Checks.findings(facts).filter { $0.code == "memory_unreadable" }
    #expect(found.map(\.level) == [.warning])
    #expect(found.map(\.remedy) == ["Check the file that gpsbridge memory show names, or remove it."])
  }
}
