internal import GPSEventRuntime
internal import GPSBridge
internal import GPSDProtocol
internal import GPSSockets
internal import GPSSystemCalls

// Limits on clients: rejecting new ones and disconnecting idle ones.

extension ServerEngine {
  /// The interval between searches for idle clients.
  private static let idleRound = Duration.seconds(30)

  // MARK: - Admission

  /// Why a new client is rejected, as text for the client; nil if it is accepted.
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

  /// Rejects a connection with a notice, which fits the empty send buffer.
  func refuse(_ socket: CInt, _ reason: String) {
    _ = try? Kernel.send(socket, ServiceLine.error("refused: \(reason)")[...])
    close(descriptor: socket)
  }

  // MARK: - Idle clients

  func watchIdleness() { idleness = time.after(Self.idleRound, on: loop, handler { $0.letIdleGo() }) }

  private func letIdleGo() {
    guard isServing else { return }
    disconnect(idleFor: limits.idle, "the client requested nothing for \(limits.idle.components.seconds) s") {
      !$0.session.policy.isEnabled
    }
    watchIdleness()
  }

  /// Disconnects clients that connected a while ago and sent nothing, to free descriptors for others.
  func letSilentGo() {
    disconnect(idleFor: limits.silent, "the client requested nothing, and other clients wait") {
      !$0.hasSpoken
    }
  }

  private func disconnect(idleFor limit: Duration, _ reason: String, if isIdle: (ServiceClient) -> Bool) {
    guard isServing else { return }
    for number in clients.order {
      guard let client = clients[number], isIdle(client.state), client.outbox.isEmpty,
        client.lastTaken.duration(to: time.now) >= limit
      else { continue }
      counts.idleClosed += 1
      farewell(number, reason)
    }
  }

  // MARK: - Disconnecting

  /// A larger send buffer for the notice to a client that does not read.
  private static let roomForLastWords: CInt = 131_072

  /// Disconnects a client, with a notice of the reason if it can be sent.
  ///
  /// The client's send buffer may be full. We then enlarge it to fit the rest of a half-sent line and the
  /// notice, which the client receives when it reads on.
  func farewell(_ number: Int, _ reason: String) {
    if let client = clients[number] {
      if !client.outbox.isEmpty {
        Kernel.prepare(client: client.descriptor, sendBuffer: Self.roomForLastWords)
      }
      let bytes = Array(client.outbox.restOfBegun) + ServiceLine.error("closed: \(reason)")
      _ = try? Kernel.send(client.descriptor, bytes[...])
    }
    close(number)
  }
}
