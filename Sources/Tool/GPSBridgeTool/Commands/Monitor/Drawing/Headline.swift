internal import GPSBridge
internal import GPSFormats
internal import SerialPorts
internal import TerminalKit

/// The device's condition in a word or two, with its color and a detail.
///
/// The word is sufficient; the color only makes it faster to recognize.
struct Headline: Hashable, Sendable {
  var word: String
  var ink: Style.Ink
  var detail = ""

  init(_ device: MonitoredDevice, at now: ContinuousClock.Instant) {
    if device.isOver {
      self.init("ENDED", .warning, device.readError?.message ?? "the recording is over")
      return
    }
    if device.isStarting(at: now) {
      self.init("STARTING", .warning)
      return
    }
    if device.isRecording, device.silentSince != nil {
      self.init("PAUSE", .warning, "no data arrives at the moment")
      return
    }
    switch device.state {
    case .idle: self.init("STARTING", .warning)
    case .waitingForDevice(let error): self.init(absent: device, error, at: now)
    case .waitingToRetry(let error): self.init(refused: error, device)
    case .detectingSpeed(let speed): self.init("FINDING SPEED", .warning, "trying \(speed) baud")
    case .silent:
      let time = device.silentSince.map { "not a byte for " + TimeText.short($0.duration(to: now)) }
      self.init("SILENT", .bad, time ?? "")
    case .binary(let language) where language.isRead:
      self.init("BINARY", .bad, "\(language.name), without positions yet")
    case .binary(let language): self.init("BINARY", .bad, "it sends \(language.name)")
    case .noFix, .fix, .lost: self.init(speaking: device, at: now)
    case .failed(let error): self.init("ENDED", .warning, error.message)
    }
  }

  /// The headline of a paused screen: the one at the time of the pause.
  init(paused headline: Headline, for time: Duration) {
    self.init("PAUSED", .warning, "\(headline.word) \(TimeText.short(.seconds(Int(time / .seconds(1))))) ago")
  }

  private init(_ word: String, _ ink: Style.Ink, _ detail: String = "") {
    (self.word, self.ink, self.detail) = (word, ink, detail)
  }

  private init(absent device: MonitoredDevice, _ error: LocationError, at now: ContinuousClock.Instant) {
    let time = device.absentSince.map { TimeText.short($0.duration(to: now)) } ?? "a moment"
    if device.wasOpened {
      self.init("DEVICE LOST", .bad, "unplugged \(time) ago")
    } else {
      self.init("NO DEVICE", .warning, "waiting for \(time)")
    }
  }

  private init(refused error: LocationError, _ device: MonitoredDevice) {
    let node = device.place?.node ?? device.source
    switch error.code {
    case .permissionDenied: self.init("NO PERMISSION", .bad, node)
    case .deviceBusy:
      let holder = error.underlying?.holders.first
      self.init("PORT BUSY", .bad, holder.map { "held by \($0)" } ?? node)
    default: self.init("CANNOT OPEN", .bad, node)
    }
  }

  private init(speaking device: MonitoredDevice, at now: ContinuousClock.Instant) {
    let searching = device.facts.facts(at: now).fix.searching.value
    guard let update = device.update, update.lastKnown != nil, update.freshness != .lost else {
      if device.fix == nil {
        self.init("LISTENING", .warning)
      } else {
        let time = searching.map { "searching for " + TimeText.short($0) } ?? ""
        self.init(device.update?.lastKnown == nil ? "NO FIX" : "FIX LOST", .bad, time)
      }
      return
    }
    let found = [device.fix?.mode.word.uppercased(), device.fix.flatMap { Self.quality($0.quality) }]
    let how = found.compactMap { $0 }.joined(separator: " · ")
    // The receiver reports that it has no position before the last one is stale.
    if update.freshness != .live, device.fix?.hasPosition == false {
      self.init("FIX LOST", .bad)
      return
    }
    if update.freshness < .lost, device.facts.isSuspect(at: now) {
      self.init("SPOOFED", .bad, "do not trust the position")
      return
    }
    switch update.freshness {
    // The position is not from satellites: the receiver continues from its last one.
    case .live where device.fix?.quality == .deadReckoning:
      self.init("DEAD RECKONING", .warning, "by its own sensors")
    case .live where device.isRecording: self.init("RECORDED", .good, how)
    case .live: self.init("LIVE", .good, how)
    case .aging: self.init("AGING", .warning, how)
    case .stale: self.init("STALE", .warning, "the next position is overdue")
    case .lost: self.init("FIX LOST", .bad)
    }
  }

  private static func quality(_ quality: FixQuality?) -> String? {
    switch quality {
    case .autonomous: "GNSS"
    case .differential: "DGNSS"
    case .precise: "PPS"
    case .rtkFixed: "RTK fixed"
    case .rtkFloat: "RTK float"
    case .deadReckoning: "dead reckoning"
    case .manual: "typed in"
    case .surveyed: "surveyed"
    case .simulated: "simulated"
    case nil: nil
    }
  }
}
