/// What a receiver knows of the device that it has open.
struct OpenDevice: Sendable {
  let place: DevicePlace
  /// What is heard, and how it is to be taken.
  var listening: Listening
  /// All that was understood at the present speed.
  var evidence = SpeedEvidence()
  /// What had been understood when the silence was last asked about.
  var evidenceAtCheck = SpeedEvidence()
  /// Bytes that came at the speeds before the present one.
  private var bytesBefore = 0
  /// How many bytes had come, at whatever speed, when the silence was last asked about.
  private var bytesAtCheck = 0
  /// For how long nothing has come, in whole checks.
  var quietFor = Duration.zero
  /// Whether the receiver was told to change the speed, and has not been understood since.
  var isSpeedOnTrial = false
  /// What the fixes say, while there are bytes.
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

  /// Whether a byte came since the silence was last asked about.
  ///
  /// Bytes count at any speed: a receiver at the wrong speed is not understood, and not silent either.
  var hasSpoken: Bool { bytesBefore + evidence.bytes > bytesAtCheck }

  /// The silence is asked about: from now on only later bytes count.
  mutating func noteCheck() {
    bytesAtCheck = bytesBefore + evidence.bytes
    evidenceAtCheck = evidence
  }

  /// The speed was changed: what was understood before proves nothing about the new one.
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
