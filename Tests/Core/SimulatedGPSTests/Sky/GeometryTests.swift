import Foundation
import GNSS
import Testing

@testable import SimulatedGPS

/// The textbook's way: AᵀA written out, inverted by Gauss and Jordan with pivots, and roots of the diagonal.
private func dilutions(_ rows: [[Double]]) -> [Double] {
  let size = rows[0].count
  var matrix = (0..<size).map { i in
    (0..<size).map { j in rows.reduce(0) { $0 + $1[i] * $1[j] } } + (0..<size).map { $0 == i ? 1.0 : 0 }
  }
  for column in 0..<size {
    let pivot = (column..<size).max { abs(matrix[$0][column]) < abs(matrix[$1][column]) } ?? column
    matrix.swapAt(column, pivot)
    let lead = matrix[column][column]
    for j in matrix[column].indices { matrix[column][j] /= lead }
    for i in 0..<size where i != column {
      let factor = matrix[i][column]
      for j in matrix[i].indices { matrix[i][j] -= factor * matrix[column][j] }
    }
  }
  return (0..<size).map { matrix[$0][size + $0].squareRoot() }
}

@Suite struct `The geometry of satellites` {
  private func direction(_ azimuth: Double, _ elevation: Double) -> Vector {
    let rad = Double.pi / 180
    return Vector(
      sin(azimuth * rad) * cos(elevation * rad), cos(azimuth * rad) * cos(elevation * rad),
      sin(elevation * rad))
  }

  @Test(arguments: LookOut.all)
  func `gives the dilutions of the matrix formula`(lookOut: LookOut) throws {
    let directions = lookOut.directions().filter { $0.elevation > 5 }.map {
      direction($0.azimuth, $0.elevation)
    }
    for count in [5, 9, directions.count] {
      let some = Array(directions.prefix(count))
      let expected = dilutions(some.map { [$0.x, $0.y, $0.z, 1] })
      let geometry = try #require(SimulatedEpoch.Geometry(some, holdsAltitude: false))
      #expect(abs(geometry.east / expected[0] - 1) < 1e-6)
      #expect(abs(geometry.north / expected[1] - 1) < 1e-6)
      #expect(abs(geometry.vertical / expected[2] - 1) < 1e-6)
      #expect(abs(geometry.time / expected[3] - 1) < 1e-6)
      #expect(abs(geometry.horizontal / hypot(expected[0], expected[1]) - 1) < 1e-6)
      let space = (expected[0] * expected[0] + expected[1] * expected[1] + expected[2] * expected[2])
        .squareRoot()
      #expect(abs(geometry.position / space - 1) < 1e-6)
    }
  }

  @Test func `is flat with three satellites, and has no vertical part`() throws {
    let three = [direction(10, 40), direction(130, 30), direction(250, 50)]
    let expected = dilutions(three.map { [$0.x, $0.y, 1] })
    let geometry = try #require(SimulatedEpoch.Geometry(three, holdsAltitude: true))
    #expect(abs(geometry.horizontal / hypot(expected[0], expected[1]) - 1) < 1e-6)
    #expect(geometry.vertical == 0)
    #expect(geometry.position == geometry.horizontal)
    #expect(SimulatedEpoch.Geometry(three, holdsAltitude: false) == nil)
  }

  @Test func `is none where all stand in one place`() {
    #expect(
      SimulatedEpoch.Geometry(Array(repeating: direction(90, 45), count: 8), holdsAltitude: false) == nil)
    #expect(SimulatedEpoch.Geometry([], holdsAltitude: true) == nil)
  }

  @Test func `is none where all stand on one circle around the zenith`() {
    // Height and clock cannot be told apart then.
    let ring = stride(from: 0.0, to: 360, by: 45).map { direction($0, 30) }
    #expect(SimulatedEpoch.Geometry(ring, holdsAltitude: false) == nil)
  }

  @Test(arguments: [Scenario.staticDesk, .canyon, .coldStart])
  func `of what a receiver uses is that of the satellites it names`(scenario: Scenario) throws {
    for epoch in meant(scenario, seconds: 90) where epoch.mode == .threeDimensional {
      let used = epoch.satellites.filter(\.isUsed)
      let expected = dilutions(
        used.map {
          let seen = direction($0.azimuth, $0.elevation)
          return [seen.x, seen.y, seen.z, 1]
        })
      let geometry = try #require(epoch.geometry)
      #expect(abs(geometry.horizontal / hypot(expected[0], expected[1]) - 1) < 0.01)
      #expect(abs(geometry.vertical / expected[2] - 1) < 0.01)
    }
  }
}
