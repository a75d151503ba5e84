internal import EventRuntime
internal import GNSS
internal import GPSBridge
internal import GPSDProtocol
internal import Sockets

// What clients are told unasked: epochs, receivers that come and go, silence, and the receiver's own words.

extension ServerEngine {
  var view: ServiceView { ServiceView([state.device], best: state.device.id, at: utc) }

  private var utc: UTC {
    let seconds = time.utcSeconds
    let whole = seconds.rounded(.down)
    return UTC(secondsSince1970: Int64(whole), nanosecond: Int32((seconds - whole) * 1e9))
  }

  // MARK: - Epochs

  func take(_ told: Report) {
    let report = cell?.coarsened(told) ?? told
    let news = state.take(report, speaksUBX: receiver.dialect == .ubx, at: time.now, utc: utc)
    for one in news { tell(one) }
    if case .epoch(let epoch) = report { tellOutputs(of: epoch) }
  }

  private func tell(_ news: DeviceState.News) {
    switch news {
    case .epoch(let report):
      counts.epochs += 1
      tell(report.lines, .report) { $0.json }
    case .changed: tell(DeviceNotice.changed(state.device), .answer) { $0.json }
    case .lost: tell(DeviceNotice.lost(state.device), .answer) { $0.json }
    }
    tellCounts()
  }

  /// Tells all clients whose policy asks for it; whoever is first goes round, so that nobody is always the last.
  func tell(_ lines: [UInt8], _ kind: Outbox.Kind, to wants: (WatchPolicy) -> Bool) {
    turn = order.isEmpty ? 0 : (turn + 1) % order.count
    for number in order[turn...] + order[..<turn] {
      guard let policy = clients[number]?.session.policy, policy.isEnabled, wants(policy) else { continue }
      send(lines, kind, to: number)
      letGoIfStuck(number)
    }
  }

  // MARK: - Silence

  func watchSilence() {
    silence = time.after(time.now.duration(to: state.silenceDue), on: loop) { [weak self] in
      self?.assumeIsolated { $0.lookForSilence() }
    }
  }

  private func lookForSilence() {
    guard !isOver else { return }
    // Descriptors may be free again that were not our clients'.
    pause(false)
    if let news = state.timePassed(to: time.now) {
      tell(news)
      outputs.silence()
    }
    watchSilence()
  }

  // MARK: - Packets

  /// Listens to what the receiver says, word for word, as long as somebody wants it.
  func wantPackets() {
    // What the receiver says itself is not coarse.
    let isWanted =
      outputs.wantsReceived || cell == nil && clients.values.contains { $0.session.policy.wantsPackets }
    guard isWanted != (packets != nil), !isOver else { return }
    packets?.cancel()
    packets = nil
    guard isWanted else { return }
    outputs.beginReceiving()
    packets = receiver.onReport(including: [.sentences, .messages]) { [weak self] report in
      self?.assumeIsolated { $0.takePacket(report) }
    }
  }

  private func takePacket(_ report: Report) {
    switch report {
    case .sentence(let sentence):
      outputs.received(sentence)
      tell(sentence.bytes + [0x0D, 0x0A], .report) { $0.nmea || $0.raw > 0 }
    case .message(let message):
      tell(message.bytes, .report) { $0.raw == 2 }
      tell(PacketText.hexadecimal(message.bytes), .report) { $0.raw == 1 }
    default: break
    }
  }
}
