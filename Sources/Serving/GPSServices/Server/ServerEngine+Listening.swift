internal import GPSEventRuntime
internal import GPSBridge
internal import GPSDProtocol
internal import GPSSystemCalls
internal import GPSSockets

// Outputs: opened on the caller's thread, served and closed on the loop.

extension ServerEngine {
  // MARK: - Opening

  /// Opens the output at once, so that the caller learns of errors; the loop takes over.
  ///
  /// - Returns: The port; nil for a path and for outputs without a stream socket.
  nonisolated func listen(_ output: ServiceOutput) throws(ServiceFault) -> UInt16? {
    let open = try open(output)
    shown.withLock { $0.outputs.append(open) }
    later { $0.begin(open) }
    return open.port
  }

  /// Opens an output without serving it yet.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - old: Our sockets that are about to be closed, which do not count as conflicts.
  /// - Returns: The output with its sockets.
  /// - Throws: A fault with the output and the reason.
  private nonisolated func open(
    _ output: ServiceOutput, beside old: [CInt] = []
  ) throws(ServiceFault) -> OpenOutput {
    do throws(Errno) {
      switch output.language {
      case .gpsd(let address): return OpenOutput(output, try Kernel.listen(address, beside: old))
      case .sentences(let sentences):
        switch sentences.way {
        case .clients(let address):
          // Readers of sentences, such as geoclue, run as other users.
          let sockets = try Kernel.listen(address, beside: old, mode: 0o666)
          return OpenOutput(output, sockets, .clients(clients(sockets, at: address, named: output.text)))
        case .datagrams(let target):
          let socket = try Kernel.datagramSocket(
            to: target, hops: sentences.hops, interface: sentences.interface)
          return OpenOutput(
            output, [], .datagrams(DatagramOutput(socket, to: target, named: output.text, loop)))
        case .port(let link):
          return OpenOutput(
            output, [], .port(PortOutput(try SentencePort(link: link), named: output.text, loop)))
        }
      }
    } catch {
      throw ServiceFault(error, output)
    }
  }

  private nonisolated func clients(
    _ sockets: [CInt], at address: ServiceAddress?, named name: String
  ) -> SentenceClients {
    SentenceClients(sockets, at: address, named: name, limits, loop, time)
  }

  /// The sockets passed by a service manager, as open outputs.
  nonisolated func outputs(passedBy manager: ServiceManager) -> [OpenOutput] {
    manager.listeners.map { OpenOutput(passed: $0.descriptor, at: $0.address, wishes: SentenceWishes(), nil) }
      + manager.outputs.map { one in
        OpenOutput(
          passed: one.descriptor, at: one.address, wishes: one.wishes,
          .clients(clients([one.descriptor], at: nil, named: one.text)))
      }
  }

  // MARK: - Serving

  func begin(_ open: OpenOutput) {
    guard let carrier = open.carrier else {
      for socket in open.sockets { serve(socket, open) }
      return
    }
    begin(carrier, open.wishes, open.text)
  }

  private func serve(_ socket: CInt, _ open: OpenOutput) {
    guard !isOver, ending == nil else { return close(descriptor: socket) }
    do throws(Errno) {
      let watch = try loop.watch(socket, for: .readable, named: "gpsd's port") { [weak self] _ in
        self?.assumeIsolated { _ = $0.accept(from: socket) }
      }
      listeners[socket] = Listener(watch: watch, output: open)
      // Don't accept clients until a descriptor is free.
      if isFull { try loop.change(watch, to: []) }
    } catch {
      // Users rely on this port: stop the service rather than run where no client can reach it.
      close(descriptor: socket)
      stop(ServiceFault(error, open.text))
    }
  }

  // MARK: - Changes

  nonisolated func listen(only wanted: [ServiceOutput]) throws(ServiceFault) -> ServiceChange {
    var change = ServiceChange()
    var old = shown.withLock(\.outputs)
    var (stays, changed): ([OpenOutput], [OpenOutput]) = ([], [])
    var new: [ServiceOutput] = []
    for output in wanted {
      // For one address, two sockets may have been passed: IPv4 and IPv6.
      let places = old.indices.filter { old[$0].serves(output) }
      let isPassed = stays.contains { $0.passedAt != nil && $0.serves(output) }
      if places.isEmpty, !isPassed { new.append(output) }
      for place in places where old[place].take(output) { changed.append(old[place]) }
      stays += places.map { old[$0] }
      old = old.indices.filter { !places.contains($0) }.map { old[$0] }
    }
    for place in old.indices where old[place].passedAt != nil {
      if old[place].take(nil) { changed.append(old[place]) }
      stays.append(old[place])
    }
    old.removeAll { $0.passedAt != nil }
    var opened: [OpenOutput] = []
    do throws(ServiceFault) {
      for output in new { opened.append(try open(output, beside: old.flatMap(\.sockets))) }
    } catch {
      later { [opened] engine in for one in opened { engine.close(unheard: one) } }
      throw error
    }
    (change.opened, change.changed) = (opened.map(\.text), changed.map(\.text))
    change.closed = old.map(\.text)
    shown.withLock { [stays, opened] in $0.outputs = stays + opened }
    later { [opened, changed, old] engine in
      for one in opened { engine.begin(one) }
      for one in changed { engine.change(one) }
      for one in old { engine.end(one) }
      engine.followWishes()
    }
    return change
  }

  private func change(_ open: OpenOutput) {
    guard let carrier = open.carrier else { return }
    outputs.change(carrier, to: SentenceFeed(open.wishes, coarse: cell))
    carrier.rename(to: open.text)
  }

  private func close(unheard open: OpenOutput) {
    guard let carrier = open.carrier else { return close(sockets: open) }
    carrier.stop()
  }

  // MARK: - Closing

  /// Closes an output and disconnects the clients that came through it alone.
  private func end(_ open: OpenOutput) {
    for socket in open.sockets { Kernel.dropRequests(socket) }
    if let carrier = open.carrier { return outputs.end(carrier) }
    let places = open.sockets.compactMap(Kernel.ownAddress)
    for socket in open.sockets {
      acceptRest(from: socket)
      if let listener = listeners.removeValue(forKey: socket) { loop.end(listener.watch) }
    }
    close(sockets: open)
    let others = listeners.keys.compactMap(Kernel.ownAddress)
    for number in order {
      guard let own = clients[number].flatMap({ Kernel.ownAddress(of: $0.descriptor) }),
        places.contains(where: own.isReached), !others.contains(where: own.isReached)
      else { continue }
      farewell(number, "this address no longer serves clients")
    }
    tellCounts()
  }

  private func close(sockets open: OpenOutput) {
    for socket in open.sockets { close(descriptor: socket) }
    if case .gpsd(let address) = open.output?.language { Kernel.forget(address) }
  }

  /// Stops accepting; clients queued on passed sockets wait for the next process.
  func stopListening() {
    for (socket, listener) in listeners {
      loop.end(listener.watch)
      close(descriptor: socket)
      if case .gpsd(let address) = listener.output.output?.language { Kernel.forget(address) }
    }
    listeners = [:]
  }
}
