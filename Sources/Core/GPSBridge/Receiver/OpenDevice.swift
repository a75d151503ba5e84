struct OpenDevice: Sendable {
  let place: DevicePlace
  /// How incoming bytes are interpreted.
  var listening: Listening
  /// The evidence when silence was last checked.
  var evidenceAtCheck = SpeedEvidence()
  /// Bytes received at earlier speeds.
  private var bytesBefore = 0
  /// Bytes received, at any speed, when silence was last checked.
  private var bytesAtCheck = 0
  /// How long the device has been silent, in whole checks.
  var quietFor = Duration.zero
  /// Whether the receiver was commanded to change its speed, and nothing has been decoded since.
  var isSpeedOnTrial = false
  /// The state of the fix, also while the line is silent.
  var standing = Standing.noFix

  enum Listening: Sendable {
    case detecting(SpeedDetection)
    /// The speed is right, or the device has none.
    case reading(speed: Int?)
    /// The speed is right, but no position can be decoded: the protocol or its messages do not provide one.
    case binary(speed: Int, BinaryProtocol)
  }

  /// The state of the fix, according to its freshness.
  enum Standing: Sendable, Hashable { case noFix, fix, lost }

  var isSilent: Bool { quietFor > .zero }

  init(place: DevicePlace, listening: Listening) { (self.place, self.listening) = (place, listening) }

  /// Whether a byte arrived since silence was last checked.
  ///
  /// Bytes count at any speed: at the wrong speed nothing can be decoded, but the receiver is not silent.
  func hasSpoken(_ evidence: SpeedEvidence) -> Bool { bytesBefore + evidence.bytes > bytesAtCheck }

  /// Ends a check for silence: from now on, only later bytes count.
  mutating func noteCheck(_ evidence: SpeedEvidence) {
    bytesAtCheck = bytesBefore + evidence.bytes
    evidenceAtCheck = evidence
  }

  /// Discards the evidence of a speed that has changed, except for the number of bytes.
  mutating func forget(_ evidence: SpeedEvidence) {
    bytesBefore += evidence.bytes
    evidenceAtCheck = SpeedEvidence()
  }

  /// The receiver's state, as far as it depends on the device.
  var state: ReceiverState {
    switch listening {
    case .detecting(let detection): isSilent ? .silent : .detectingSpeed(detection.speed)
    case .binary(_, let language): isSilent ? .silent : .binary(language)
    case .reading:
      switch standing {
      // A lost fix takes precedence over silence, because it matters more.
      case .lost: .lost
      case .fix: .fix
      case .noFix: isSilent ? .silent : .noFix
      }
    }
  }
}

extension ReceiverMachine.Phase {
  var lineCondition: LineCondition {
    switch self {
    case .idle, .opening, .absent(.notLookedFor): .preparing
    case .absent(let error), .refused(_, let error), .failed(let error): .unusable(error)
    case .open(let device) where !device.place.takesCommands: .unusable(.onlyHeard)
    case .open(let device):
      switch device.listening {
      case .detecting: .preparing
      // We can send commands in these three protocols as well.
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
