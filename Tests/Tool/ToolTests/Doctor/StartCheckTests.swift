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

  @Test func `is told by the last five, and since when their memory helps them`() {
    #expect(findings([]) == [])
    let cold = findings([(.cold, 27.2)])
    #expect(cold.map(\.what) == ["the last start of the receiver with SPG 4.04 took 27 s"])
    #expect(cold.map(\.why) == [nil])
    let helped = findings([
      (.cold, 40), (.cold, 27), (.cold, 31), (.restored, 4), (.restored, 3), (.restored, 4),
    ])
    #expect(helped.map(\.what) == ["the last 5 starts of the receiver with SPG 4.04 took 27, 31, 4, 3, 4 s"])
    #expect(helped.map(\.why) == ["its memory is restored since 2023-11-14T22:13:20.000Z"])
    #expect(helped.map(\.level) == [.fine])
  }

  @Test func `is told to be no quicker where it is not`() {
    let all = Array(repeating: (ReceiverStart.Kind.cold, 20.0), count: 5)
    let same = findings(all + Array(repeating: (.restored, 20), count: 5))
    #expect(same.map(\.why) == ["with its memory it is no faster, so the memory is not restored"])
  }

  @Test func `is told without the number of the chip, since reports are shown to others`() {
    let texts = findings([(.cold, 20), (.restored, 3)]).map(DoctorReport.text)
    #expect(texts.count == 1)
    #expect(texts.allSatisfy { !$0.contains("ef-01") })
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
    #expect(found.map(\.fix) == ["gpsbridge memory show names the file; check it, or remove it"])
  }
}
