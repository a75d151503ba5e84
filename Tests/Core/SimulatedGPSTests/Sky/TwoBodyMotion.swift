import Foundation

/// The sky once more, by another way: a satellite is thrown at its perigee and falls around the Earth step by step.
///
/// Directions come from spherical triangles. Nothing here is shared with the product but the numbers of an orbit.
struct TwoBodyMotion {
  var radius: Double
  var eccentricity: Double
  var inclination: Double
  var node: Double
  var perigee: Double
  var anomaly: Double

  private static let gravitation = 3.986004418e14

  private struct State {
    var place: SIMD3<Double>
    var velocity: SIMD3<Double>
  }

  /// Where the satellite is among the stars, in meters, so many seconds after the angles were right.
  func place(after seconds: Double) -> SIMD3<Double> {
    let axis = radius * 1000
    let period = 2 * Double.pi * (axis * axis * axis / Self.gravitation).squareRoot()
    // How long ago it went through its perigee.
    let sincePerigee = (anomaly / 360 * period + seconds).truncatingRemainder(dividingBy: period)
    var state = atPerigee(axis)
    let steps = Int((abs(sincePerigee) / 5).rounded(.up)) + 1
    let step = sincePerigee / Double(steps)
    for _ in 0..<steps { advance(&state, step) }
    return state.place
  }

  /// Nearest to the Earth and fastest there: energy and momentum say how fast.
  private func atPerigee(_ axis: Double) -> State {
    let distance = axis * (1 - eccentricity)
    let speed = (Self.gravitation * (2 / distance - 1 / axis)).squareRoot()
    // Turned by hand, one axis after the other: perigee in the plane, the plane's lean, the node.
    let rad = Double.pi / 180
    func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
      let a = aboutZ(v, perigee * rad)
      let b = SIMD3(
        a.x, a.y * cos(inclination * rad) - a.z * sin(inclination * rad),
        a.y * sin(inclination * rad) + a.z * cos(inclination * rad))
      return aboutZ(b, node * rad)
    }
    return State(place: turned(SIMD3(distance, 0, 0)), velocity: turned(SIMD3(0, speed, 0)))
  }

  private func aboutZ(_ v: SIMD3<Double>, _ angle: Double) -> SIMD3<Double> {
    SIMD3(v.x * cos(angle) - v.y * sin(angle), v.x * sin(angle) + v.y * cos(angle), v.z)
  }

  private func pull(_ place: SIMD3<Double>) -> SIMD3<Double> {
    let square = (place * place).sum()
    return place * (-Self.gravitation / (square * square.squareRoot()))
  }

  /// Runge and Kutta's four looks ahead.
  private func advance(_ state: inout State, _ step: Double) {
    let v1 = state.velocity
    let a1 = pull(state.place)
    let v2 = state.velocity + a1 * (step / 2)
    let a2 = pull(state.place + v1 * (step / 2))
    let v3 = state.velocity + a2 * (step / 2)
    let a3 = pull(state.place + v2 * (step / 2))
    let v4 = state.velocity + a3 * step
    let a4 = pull(state.place + v3 * step)
    state.place += mean(v1, v2, v3, v4) * step
    state.velocity += mean(a1, a2, a3, a4) * step
  }

  private func mean(
    _ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>, _ last: SIMD3<Double>
  ) -> SIMD3<Double> {
    let inner: SIMD3<Double> = second + third
    let outer: SIMD3<Double> = first + last
    return (inner * 2 + outer) / 6
  }

  /// Degrees: azimuth and elevation from a place on the ellipsoid.
  ///
  /// The place among the stars becomes a declination and an hour angle at the observer, and these a triangle with the
  /// pole and the zenith.
  static func direction(
    to place: SIMD3<Double>, siderealDegrees: Double, latitude: Double, longitude: Double, height: Double
  ) -> (azimuth: Double, elevation: Double) {
    let rad = Double.pi / 180
    let flattening = 1 / 298.257223563
    // Reduced latitude: the observer's distance from the axis and from the equator's plane.
    let reduced = atan((1 - flattening) * tan(latitude * rad))
    let outwards = 6378137 * cos(reduced) + height * cos(latitude * rad)
    let upwards = 6378137 * (1 - flattening) * sin(reduced) + height * sin(latitude * rad)
    let local = (siderealDegrees + longitude) * rad
    let seen = place - SIMD3(outwards * cos(local), outwards * sin(local), upwards)
    let distance = (seen * seen).sum().squareRoot()
    let declination = asin(seen.z / distance)
    let hourAngle = local - atan2(seen.y, seen.x)
    let elevation = asin(
      sin(latitude * rad) * sin(declination) + cos(latitude * rad) * cos(declination) * cos(hourAngle))
    let azimuth = atan2(
      -cos(declination) * sin(hourAngle),
      sin(declination) * cos(latitude * rad) - cos(declination) * cos(hourAngle) * sin(latitude * rad))
    return ((azimuth / rad + 360).truncatingRemainder(dividingBy: 360), elevation / rad)
  }

  /// Degrees that the Earth has turned, after the usual formula for Greenwich's mean sidereal time.
  static func siderealDegrees(secondsSince1970: Double) -> Double {
    let days = secondsSince1970 / 86400 + 2440587.5 - 2451545
    return (280.46061837 + 360.98564736629 * days).truncatingRemainder(dividingBy: 360)
  }
}
