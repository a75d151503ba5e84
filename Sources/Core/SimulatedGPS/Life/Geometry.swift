extension SimulatedEpoch {
  /// The dilutions of precision: how the satellites' directions multiply a range error.
  ///
  /// They are the square roots of the diagonal of (AᵀA)⁻¹; each row of A is a direction and a 1 for the
  /// clock.
  package struct Geometry: Sendable, Hashable {
    /// The dilution of the three-dimensional position.
    package internal(set) var position: Double
    package internal(set) var horizontal: Double
    /// The vertical dilution; zero if the altitude is held fixed.
    package internal(set) var vertical: Double
    package internal(set) var time: Double
    package internal(set) var east: Double
    package internal(set) var north: Double

    /// Solves for position and time from at least four satellites, or without the altitude from three.
    ///
    /// Returns nil if the geometry has no solution.
    init?(_ directions: [Vector], holdsAltitude: Bool) {
      let unknowns = holdsAltitude ? 3 : 4
      guard directions.count >= unknowns else { return nil }
      var normal = Matrix4()
      for direction in directions { normal.add(direction.x, direction.y, holdsAltitude ? 0 : direction.z) }
      if holdsAltitude { normal.fixThird() }
      guard let diagonal = normal.diagonalOfInverse() else { return nil }
      let up = holdsAltitude ? 0 : diagonal.z
      east = diagonal.x.squareRoot()
      north = diagonal.y.squareRoot()
      vertical = up.squareRoot()
      time = diagonal.w.squareRoot()
      horizontal = (diagonal.x + diagonal.y).squareRoot()
      position = (diagonal.x + diagonal.y + up).squareRoot()
    }
  }
}

/// A symmetric 4×4 matrix, with the parts of its inverse that we need.
private struct Matrix4 {
  private var rows = InlineArray<16, Double>(repeating: 0)

  /// Adds the outer product of the row (x, y, z, 1) with itself.
  mutating func add(_ x: Double, _ y: Double, _ z: Double) {
    let row: InlineArray<4, Double> = [x, y, z, 1]
    for i in 0..<4 { for j in 0...i { rows[4 * i + j] += row[i] * row[j] } }
  }

  /// Fixes the third unknown: its row no longer depends on the others.
  mutating func fixThird() { rows[10] = 1 }

  /// The diagonal of the inverse, by Cholesky decomposition; nil for a singular or ill-conditioned matrix.
  func diagonalOfInverse() -> (x: Double, y: Double, z: Double, w: Double)? {
    var roots = rows
    for i in 0..<4 {
      for j in 0...i {
        var sum = rows[4 * i + j]
        for k in 0..<j { sum -= roots[4 * i + k] * roots[4 * j + k] }
        if i == j {
          guard sum > 1e-9 else { return nil }
          roots[4 * i + i] = sum.squareRoot()
        } else {
          roots[4 * i + j] = sum / roots[4 * j + j]
        }
      }
    }
    var diagonal = InlineArray<4, Double>(repeating: 0)
    // Computes the inverse of the Cholesky factor column by column; its squares add up to the diagonal.
    for column in 0..<4 {
      var inverse = InlineArray<4, Double>(repeating: 0)
      for row in column..<4 {
        var sum = row == column ? 1.0 : 0
        for k in column..<row { sum -= roots[4 * row + k] * inverse[k] }
        inverse[row] = sum / roots[4 * row + row]
        diagonal[column] += inverse[row] * inverse[row]
      }
    }
    return (diagonal[0], diagonal[1], diagonal[2], diagonal[3])
  }
}
