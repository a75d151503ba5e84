import GNSS
import GPSGeodesy
import TestSupport
import Testing

/// Our distances beside those of GeographicLib's `GeodSolve`, which computes with elliptic integrals (`-E`).
@Suite(.enabled(if: OtherProgram.path(of: "GeodSolve") != nil, "needs GeodSolve, of geographiclib-tools"))
struct `Beside GeographicLib` {
  private static let count = 4000

  @Test(arguments: PairClass.allCases)
  func `every distance agrees to less than a millimeter`(kind: PairClass) throws {
    let program = try #require(OtherProgram.path(of: "GeodSolve"))
    var random = SeededGenerator()
    let pairs = try (0..<Self.count).map { _ in try #require(kind.pair(&random)) }
    let input = pairs.map { "\($0.0) \($0.1)\n" }.joined()
    let answers = try OtherProgram(program, ["-i", "-p", "9", "-E"], input: Array(input.utf8)).output
      .split(separator: "\n").map { line in line.split(separator: " ").compactMap { Double($0) } }
    try #require(answers.count == pairs.count)
    var (worst, place) = (0.0, "")
    for ((from, to), answer) in zip(pairs, answers) {
      let deviation = abs(from.coordinate.distance(to: to.coordinate) - answer[2])
      if !(deviation <= worst) { (worst, place) = (deviation, "\(from) to \(to)") }
    }
    print(
      "GeographicLib, \(kind.rawValue): \(Self.count) pairs, seed \(seed): \((worst * 1e9).rounded() / 1e3) µm at most, \(place)"
    )
    #expect(worst <= 0.001, "seed \(seed): \(place)")
  }

  @Test func `every destination agrees to less than a millimeter`() throws {
    let program = try #require(OtherProgram.path(of: "GeodSolve"))
    var random = SeededGenerator()
    let starts = try (0..<Self.count).map { _ in
      let kind = PairClass.allCases.randomElement(using: &random) ?? .anywhere
      // As decimals, both: a bearing of 0 ... 360, a distance of up to twice round the Earth.
      let bearing = Double(Int.random(in: 0...3600, using: &random)) / 10
      let distance = Int.random(in: -80_000_000...80_000_000, using: &random)
      return (try #require(kind.pair(&random)).0, bearing, distance)
    }
    let input = starts.map { "\($0.0) \($0.1) \($0.2)\n" }.joined()
    let answers = try OtherProgram(program, ["-p", "9", "-E"], input: Array(input.utf8)).output
      .split(separator: "\n").map { line in line.split(separator: " ").compactMap { Double($0) } }
    try #require(answers.count == starts.count)
    var (worst, place) = (0.0, "")
    for ((from, bearing, distance), answer) in zip(starts, answers) {
      let ours = try #require(from.coordinate.destination(bearing: bearing, distance: Double(distance)))
      let theirs = try #require(Coordinate(latitude: answer[0], longitude: answer[1]))
      let deviation = ours.distance(to: theirs)
      if !(deviation <= worst) { (worst, place) = (deviation, "\(from) \(bearing) \(distance)") }
    }
    print(
      "GeographicLib, destinations: \(Self.count), seed \(seed): \((worst * 1e9).rounded() / 1e3) µm at most, \(place)"
    )
    #expect(worst <= 0.001, "seed \(seed): \(place)")
  }
}
