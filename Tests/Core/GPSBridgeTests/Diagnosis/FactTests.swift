import GNSS
import GPSBridge
import Testing

@Suite struct `Facts` {
  @Test func `of a sky count each satellite once, with the best of its signals`() {
    let heard: [(Int, Int?, Bool)] = [
      (1, 44, true), (1, 30, false), (2, 35, true), (3, 29, false), (4, nil, false),
    ]
    let facts = SkyFacts(
      Sky(
        satellites: heard.map { number, level, isUsed in
          var satellite = Satellite(SatelliteIdentity(.gps, number))
          satellite.carrierToNoise = level
          satellite.isUsed = isUsed
          return satellite
        }))
    #expect(facts.inView == 4 && facts.heard == 3 && facts.heardWell == 2)
    #expect(facts.used == 2 && facts.best == 44 && facts.median == 35)
    #expect(facts.spread == 15)
  }

  @Test func `of an empty sky say that nothing is heard, and nothing about how well`() {
    let facts = SkyFacts(Sky())
    #expect(facts.inView == 0 && facts.heard == 0 && facts.heardWell == 0)
    #expect(facts.best == .unknown && facts.median == .unknown && facts.spread == .unknown)
    #expect(facts.used == .unknown, "no GSA")
  }

  @Test func `of a stream follow from its counts`() {
    var counts = StreamCounts()
    counts.sentences = 80
    counts.badChecksums = 20
    counts.messages = 2
    counts.corrections = 1
    counts.sentenceBytes = 4000
    counts.junkBytes = 800
    let facts = StreamFacts(counts, over: .seconds(10))
    #expect(facts.listened == .seconds(10) && facts.bytesPerSecond == 480)
    #expect(facts.sentences == 80 && facts.badChecksums == 20 && facts.messages == 2)
    #expect(facts.formats == [.ubx, .rtcm])
  }

  @Test func `of a stream have no rate when no time has passed`() {
    #expect(StreamFacts(StreamCounts(), over: .zero).bytesPerSecond == .unknown)
    #expect(Diagnosis.verdict(ReceiverFacts()).code == .listening)
  }
}
