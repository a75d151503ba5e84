/// The receiver's knowledge of the device that it has open.
struct OpenDevice: Sendable {
  let place: DevicePlace
  /// How incoming bytes are taken.
  var listening: Listening
  /// All that was understood at the present speed.
  var evidence = SpeedEvidence()
  /// The evidence when silence was last checked.
  var evidenceAtCheck = SpeedEvidence()
  /// Bytes that came at the speeds before the present one.
  private var bytesBefore = 0
  /// How many bytes had come, at any speed, when silence was last checked.
  private var bytesAtCheck = 0
  /// How long nothing has come, in whole checks.
  var quietFor = Duration.zero
  /// Whether the receiver was told to change the speed, and has not been understood since.
  var isSpeedOnTrial = false
  /// The standing of the fix, while bytes come.
  var standing = Standing.noFix

  enum Listening: Sendable {
    /// The speed is being looked for.
    case detecting(SpeedDetection)
    /// The speed is right or means nothing.
    case reading(speed: Int?)
    /// The speed is right, and the language is the wrong one.
    case binary(speed: Int, BinaryProtocol)
  }

  /// Whether there is a fix, by its freshness.
  enum Standing: Sendable, Hashable { case noFix, fix, lost }

  var isSilent: Bool { quietFor > .zero }

  init(place: DevicePlace, listening: Listening) {
    self.place = place
    self.listening = listening
  }

  /// Whether a byte came since silence was last checked.
  ///
  /// Bytes count at any speed: a receiver at the wrong speed is not understood, and not silent either.
  var hasSpoken: Bool { bytesBefore + evidence.bytes > bytesAtCheck }

  /// Notes a check for silence: from now on only later bytes count.
  mutating func noteCheck() {
    bytesAtCheck = bytesBefore + evidence.bytes
    evidenceAtCheck = evidence
  }

  /// Forgets the evidence when the speed changes: it proves nothing about the new speed.
  mutating func forgetEvidence() {
    bytesBefore += evidence.bytes
    evidence = SpeedEvidence()
    evidenceAtCheck = SpeedEvidence()
  }

  /// The device's part of the receiver's state.
  var state: ReceiverState {
    switch listening {
    case .detecting(let detection): isSilent ? .silent : .detectingSpeed(detection.speed)
    case .binary(_, let language): isSilent ? .silent : .binary(language)
    case .reading:
      switch standing {
      // A fix that was lost stays lost while the line is silent: that is the graver news.
      case .lost: .lost
      case .fix: .fix
      case .noFix: isSilent ? .silent : .noFix
      }
    }
  }
}
