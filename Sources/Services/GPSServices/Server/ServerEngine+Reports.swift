internal import GPSEventRuntime
internal import GNSS
internal import GPSBridge
internal import GPSDProtocol
internal import GPSFormats
internal import GPSSockets

// Reports to clients: epochs, receivers that come and go, silence, and the receiver's original bytes.

extension ServerEngine {
  var view: ServiceView {
    ServiceView(devices.map(\.device), best: chosen.id, tellsAll: chosen.tellsAll, at: utc)
  }

  private func means(_ device: ServedDevice, _ policy: WatchPolicy) -> Bool {
    device.isMeant(by: policy, best: chosen.id, tellsAll: chosen.tellsAll)
  }

  private var utc: UTC { utc(at: time.now) }

  /// The computer's time at an instant.
  private func utc(at instant: ContinuousClock.Instant) -> UTC {
    let seconds = time.utcSeconds - instant.duration(to: time.now) / .seconds(1)
    let whole = seconds.rounded(.down)
    return UTC(secondsSince1970: Int64(whole), nanosecond: Int32((seconds - whole) * 1e9))
  }

  // MARK: - Epochs

  func take(_ told: Report, from index: Int) {
    switch told {
    case .sentence(let sentence): return take(sentence, from: index)
    case .message(let message): return take(message, from: index)
    default: tellIfChanged()
    }
    let report = cell?.coarsened(told) ?? told
    let news = devices[index].take(report, at: time.now) { utc(at: $0) }
    for one in news { tell(one, of: index) }
    if news.contains(.lost) {
      // Silence reports repeat every second, sooner than the pending timer.
      silence?.cancel()
      watchSilence()
    }
    guard case .epoch(let epoch) = report, index == chosen.index, !devices[index].isGone, !isOld(index) else {
      return
    }
    tellOutputs(of: epoch)
  }

  /// Sends an epoch to all outputs.
  private func tellOutputs(of epoch: Epoch) {
    // Raw clients receive only the receiver's original bytes.
    let batch = outputs.epoch(epoch, forClients: demand.wantsSentences, at: time.now)
    guard !batch.isEmpty else { return }
    let device = devices[chosen.index].device
    tell(batch.bytes, .report) { $0.nmea && $0.raw == 0 && means(device, $0) }
  }

  /// Notifies clients that follow the best receiver when it changes.
  private func tellIfChanged() {
    guard chosen.hasChanged(lastTime: devices[chosen.index].lastTime) else { return }
    let device = devices[chosen.index].device
    tell(ServiceLine.device(device), .answer) { $0.json && means(device, $0) }
  }

  /// Whether clients already received the time of a receiver's last epoch from the previous best one.
  private func isOld(_ index: Int) -> Bool {
    index == chosen.index && chosen.hasBeenTold(devices[index].lastTime)
  }

  private func tell(_ news: DeviceState.News, of index: Int) {
    let device = devices[index].device
    switch news {
    case .epoch(let report):
      counts.epochs += 1
      let isOld = self.isOld(index)
      tell(report.news, .report) { $0.json && means(device, $0) && !(isOld && $0.device == nil) }
    case .silence(let lines):
      counts.epochs += 1
      tell(lines, .report) { $0.json && means(device, $0) }
      if index == chosen.index { outputs.silence() }
    case .attitude(let line): tell(line, .report) { $0.json && means(device, $0) }
    case .offset(let line): tell(line, .report) { $0.pps && means(device, $0) }
    case .changed:
      bindClients(to: device)
      tell(ServiceLine.device(device), .answer) { $0.json }
    case .lost: tell(ServiceLine.lost(device), .answer) { $0.json }
    }
    tellCounts()
  }

  /// Sends to all clients whose policy matches, starting with a different client each time for fairness.
  func tell(_ lines: [UInt8], _ kind: Outbox.Kind, to wants: (WatchPolicy) -> Bool) {
    for number in clients.nextTurn() {
      guard let policy = clients[number]?.state.session.policy, policy.isEnabled, wants(policy) else {
        continue
      }
      if clients.sendAtOnce(lines, kind, to: number, at: time.now) { continue }
      flush(number)
      letGoIfStuck(number)
    }
  }

  // MARK: - Silence

  func watchSilence() {
    guard let due = devices.map(\.silenceDue).min() else { return }
    silence = time.after(time.now.duration(to: due), on: loop, handler { $0.lookForSilence() })
  }

  private func lookForSilence() {
    guard isServing else { return }
    // Another part of the process may have freed descriptors.
    acceptor.resume()
    tellIfChanged()
    for index in devices.indices {
      guard let news = devices[index].timePassed(to: time.now) else { continue }
      tell(news, of: index)
    }
    watchSilence()
  }

  // MARK: - Packets

  /// Subscribes to the receivers' original sentences and messages while clients want them.
  func followDemand() {
    guard isServing else { return }
    // The receiver's original data is not coarse.
    var wanted = cell == nil ? demand.extras : []
    if outputs.wantsReceived { wanted.insert(.sentences) }
    if wanted != extras {
      if !extras.contains(.sentences) { outputs.beginReceiving() }
      extras = wanted
      let former = packets
      packets = extras.isEmpty ? [] : listen(including: extras)
      for listening in former { listening.cancel() }
    }
    guard demand.needsArrivals == arrivals.isEmpty else { return }
    for listening in arrivals { listening.cancel() }
    arrivals = demand.needsArrivals ? listenForArrivals() : []
  }

  private func listenForArrivals() -> [ReceiverListening] {
    receivers.enumerated().map { index, receiver in
      let take = handler(calledOn: receiver.loop) { $0.devices[index].heardBytes(at: $1) }
      return receiver.onBytes { _, arrival in take(arrival) }
    }
  }

  private func take(_ sentence: ReceivedSentence, from index: Int) {
    if index == chosen.index { outputs.received(sentence) }
    guard cell == nil else { return }
    if let news = devices[index].hear(sentence.bytes) { tell(news, of: index) }
    guard demand.wantsPackets else { return }
    let device = devices[index].device
    tell(sentence.bytes + [0x0D, 0x0A], .report) { ($0.nmea || $0.raw > 0) && means(device, $0) }
  }

  private func take(_ message: ReceivedMessage, from index: Int) {
    let device = devices[index].device
    tell(message.bytes, .report) { $0.raw == 2 && means(device, $0) }
    tell(ServiceLine.hexadecimal(message.bytes), .report) { $0.raw == 1 && means(device, $0) }
  }
}
