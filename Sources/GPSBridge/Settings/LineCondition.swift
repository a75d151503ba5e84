/// The state of the line, as far as commands care.
enum LineCondition: Sendable, Hashable {
  /// Nothing can be sent yet; the line is being prepared.
  case preparing
  /// Nothing can be sent, for this reason.
  case unusable(LocationError)
  /// The receiver is understood, over a line with such a speed.
  case ready(LineSpeed)

  /// The speed of the line, and whether we may change it.
  enum LineSpeed: Sendable, Hashable {
    /// There is none, or any will do.
    case meaningless
    /// It was given, and is not ours to change.
    case fixed(Int)
    /// It was detected.
    case found(Int)
  }

  /// The speed of the line, if it is ours to change.
  func speedToLeave() throws(LocationError) -> Int? {
    switch self {
    case .ready(.found(let speed)): return speed
    case .ready(.fixed(let speed)):
      throw LocationError(
        .unsupported, "the speed of this line was fixed at \(speed) when the receiver was chosen",
        remedy: "Choose it without a speed, so that it is found out.")
    case .ready(.meaningless), .preparing, .unusable:
      throw .noLineSpeed
    }
  }
}

extension ReceiverMachine {
  var lineCondition: LineCondition {
    switch phase {
    case .idle, .opening, .absent(.notLookedFor): .preparing
    case .absent(let error), .refused(_, let error), .failed(let error): .unusable(error)
    case .open(let device) where !device.place.takesCommands: .unusable(.onlyHeard)
    case .open(let device):
      switch device.listening {
      case .detecting: .preparing
      // They are spoken to all the same.
      case .binary(let speed, .ubx), .binary(let speed, .sirf), .binary(let speed, .casic):
        .ready(lineSpeed(device.place, speed))
      case .binary(_, let language): .unusable(.speaks(language))
      case .reading(let speed): .ready(lineSpeed(device.place, speed))
      }
    }
  }

  private func lineSpeed(_ place: DevicePlace, _ speed: Int?) -> LineCondition.LineSpeed {
    switch (place.speed, speed) {
    case (.fixed(let speed), _): .fixed(speed)
    case (.unknown, let speed?): .found(speed)
    case (.meaningless, _), (.unknown, nil): .meaningless
    }
  }
}
