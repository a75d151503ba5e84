import GPSBridge
import Models

/// Which cell of a table a position falls into, in steps of a tenth of a degree.
///
/// Both modules have a `Coordinate`. A call says by its labels which of them is meant; a type needs its module.
public func cell(of position: GPSBridge.Coordinate) -> Models.Coordinate {
  Coordinate(x: Int(position.longitude * 10), y: Int(position.latitude * 10))
}

/// A position and a repair, each under the name that its own module gives it.
public func examples() -> (latitude: Double, ticket: Int) {
  let position = Coordinate(latitude: 48.1, longitude: 11.5)
  let repair = Fix(ticket: 94)
  return (position?.latitude ?? .nan, repair.ticket)
}
