internal import GPSEventRuntime
internal import GPSBridge
internal import GPSDProtocol
internal import GPSSockets
internal import GPSSystemCalls

// Who is not let in, and who is let go.

extension ServerEngine {
  /// How often those are looked for who want nothing.
  private static let idleRound = Duration.seconds(30)

  // MARK: - Newcomers

  /// Why a newcomer is not let in, told in its own words; nil if it is.
  func refusal(of address: EndAddress?) -> String? {
    if clients.count >= limits.clients {
      counts.refused += 1
      return "there are \(limits.clients) clients already"
    }
    guard addresses.count(address) >= limits.clientsOfAddress else { return nil }
    counts.refused += 1
    counts.refusedByAddress += 1
    return "there are \(limits.clientsOfAddress) clients from this address already"
  }

  /// Tells one that it is not let in; it has room for a line, since nothing was sent yet.
  func refuse(_ socket: CInt, _ reason: String) {
    _ = try? Kernel.send(socket, DeviceNotice.end("refused: \(reason)")[...])
    close(descriptor: socket)
  }

  // MARK: - Idleness

  func watchIdleness() {
    idleness = time.after(Self.idleRound, on: loop) { [weak self] in
      self?.assumeIsolated { $0.letIdleGo() }
    }
  }

  private func letIdleGo() {
    guard !isOver, ending == nil else { return }
    for number in order {
      guard let client = clients[number], !client.session.policy.isEnabled, client.outbox.isEmpty,
        client.lastTaken.duration(to: time.now) >= limits.idle
      else { continue }
      counts.idleClosed += 1
      farewell(number, "nothing was asked for \(limits.idle.components.seconds) s")
    }
    watchIdleness()
  }

  /// Lets those go who connected a while ago and never said anything: others want their descriptors.
  func letSilentGo() {
    guard !isOver, ending == nil else { return }
    for number in order {
      guard let client = clients[number], !client.hasSpoken, client.outbox.isEmpty,
        client.lastTaken.duration(to: time.now) >= limits.silent
      else { continue }
      counts.idleClosed += 1
      farewell(number, "nothing was asked, and others wait")
    }
  }

  // MARK: - Going

  /// Room beyond the usual for the last words to a client that does not read.
  private static let roomForLastWords: CInt = 131_072

  /// Lets a client go, and tells it why if it can be told.
  ///
  /// The kernel's room for it may be full. Then it gets a little more, for the end of the line that it has the beginning of
  /// and for this one: they are there when it reads on.
  func farewell(_ number: Int, _ reason: String) {
    if let client = clients[number] {
      if !client.outbox.isEmpty {
        Kernel.prepare(client: client.descriptor, sendBuffer: Self.roomForLastWords)
      }
      let bytes = Array(client.outbox.restOfBegun) + DeviceNotice.end("closed: \(reason)")
      _ = try? Kernel.send(client.descriptor, bytes[...])
    }
    close(number)
  }
}
