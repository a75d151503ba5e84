import SimulatedGPS
import Testing

@Suite struct `An emission` {
  private func chunks(_ scenario: Scenario, seconds: Int) -> [Emission.Chunk] {
    emissions(scenario, seconds: seconds).compactMap { if case .bytes(let chunk) = $0 { chunk } else { nil } }
  }

  @Test func `of bytes says when each of them had left`() throws {
    let chunk = try #require(
      chunks(.staticDesk.with { $0.dialect = .mtk }, seconds: 10).first { $0.bytes.count > 100 })
    var last = chunk.start
    for index in chunk.bytes.indices {
      let instant = chunk.instant(ofByte: index)
      // Ten bits at 9600 a second.
      #expect(instant - last >= .nanoseconds(1_041_600) && instant - last <= .nanoseconds(1_041_700))
      last = instant
    }
    #expect(last == chunk.end)
  }

  @Test func `of USB itself is there at once`() {
    for chunk in chunks(.staticDesk, seconds: 5) {
      #expect(chunk.start == chunk.end)
      #expect(chunk.instant(ofByte: 0) == chunk.end)
    }
  }

  @Test func `adds its bytes to those of others`() {
    let emissions = emissions(.unplug, seconds: 90)
    #expect(emissions.bytes == bytes(.unplug, seconds: 90))
    let kinds = emissions.filter { if case .bytes = $0 { false } else { true } }
    #expect(
      kinds == [
        .plugged(name: "ttyACM0", at: .zero), .unplugged(at: .seconds(60)),
        .plugged(name: "ttyACM1", at: .seconds(70)),
      ])
  }

  @Test func `comes in the order of time, in every scenario`() {
    for scenario in Scenario.all {
      let instants = emissions(scenario, seconds: 130).map(\.instant)
      #expect(instants == instants.sorted(), "\(scenario.name)")
    }
  }
}
