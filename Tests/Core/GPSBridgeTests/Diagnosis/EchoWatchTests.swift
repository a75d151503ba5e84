import GNSS
import Testing

@testable import GPSBridge

@Suite struct `A watch for echoes` {
  private let start = ContinuousClock.now
  private let split = [46, 45, 44, 43, 22, 20]
  private let even = [46, 45, 43, 40, 37, 34]

  private func sky(_ levels: [Int]) -> Satellites {
    Satellites(
      levels.enumerated().map { index, level in
        var satellite = Satellite(SatelliteIdentity(.gps, index + 1))
        satellite.carrierToNoise = level
        return satellite
      })
  }

  /// The answers after each second of some skies.
  private func answers(_ skies: [[Int]], every seconds: Double = 1) -> [ReceiverFacts.Fact<Bool>] {
    var watch = EchoWatch()
    return skies.enumerated().map { index, levels in
      watch.take(sky(levels), at: start + .seconds(Double(index) * seconds))
      return watch.hasEchoes
    }
  }

  private func repeated(_ levels: [Int], _ count: Int) -> [[Int]] { Array(repeating: levels, count: count) }

  @Test func `finds signals of two groups after half a minute, and not before`() {
    let answers = answers(repeated(split, 40))
    #expect(answers.firstIndex(of: .yes) == 30)
    #expect(answers.prefix(30).allSatisfy { $0 == .unknown })
  }

  @Test func `finds nothing in signals that fall evenly`() {
    let answers = answers(repeated(even, 40))
    #expect(!answers.contains(.yes))
    #expect(answers.last == .no)
  }

  @Test func `ignores a bus that passes, and goes back once the sky is open`() {
    let bus = repeated(even, 40) + repeated(split, 20) + repeated(even, 40)
    #expect(!answers(bus).contains(.yes))
    let street = answers(repeated(split, 60) + repeated(even, 40))
    #expect(street[80] == .yes)
    #expect(street.last == .no)
  }

  @Test func `counts a sky for a few seconds at most, and none with three signals`() {
    #expect(answers(repeated(split, 5), every: 3600).last == .unknown)
    #expect(answers(repeated(split, 7), every: 5).last == .yes)
    #expect(answers(repeated([46, 45, 20], 100)).last == .unknown)
  }
}
