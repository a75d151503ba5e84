@testable import NMEA

/// The outcome of reading a field, in a form that can be compared; "not said" is nil.
enum Outcome<Value: Equatable & Sendable>: Equatable, Sendable {
  case reads(Value)
  case fails(FieldFault.Reason)
}

extension FieldResult where Value: Equatable & Sendable {
  /// The same, to be compared.
  var outcome: Outcome<Value> {
    switch self {
    case .success(let value): .reads(value)
    case .failure(let reason): .fails(reason)
    }
  }
}

extension FieldResult<Double> {
  /// The same, with nil for NaN, which equals nothing.
  var number: Outcome<Double?> {
    switch self {
    case .success(let value): .reads(value.isNaN ? nil : value)
    case .failure(let reason): .fails(reason)
    }
  }
}

/// Reads a field that stands between digits: a parser that looked beyond its ends would read them too.
func parse<Value>(
  _ field: String, _ read: (Span<UInt8>, Int, Int) -> FieldResult<Value>
) -> FieldResult<Value> {
  let bytes = Array("77\(field)77".utf8)
  return read(bytes.span, 2, bytes.count - 2)
}
