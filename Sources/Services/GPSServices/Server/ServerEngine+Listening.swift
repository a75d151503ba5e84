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

  /// Opens an output without serving it yet, beside our sockets that are about to be closed.
  private nonisolated func open(
    _ output: ServiceOutput, beside old: [CInt] = []
  ) throws(ServiceFault) -> OpenOutput {
    do throws(Errno) { return try OpenOutput(output, beside: old) } catch {
      throw ServiceFault(error, output.text, path: output.path)
    }
  }

  /// The sockets passed by a service manager, as open outputs.
  nonisolated func outputs(passedBy manager: ServiceManager) -> [OpenOutput] {
    manager.listeners.map { OpenOutput(passed: $0.descriptor, at: $0.address) }
      + manager.outputs.map { OpenOutput(passed: $0.descriptor, at: $0.address, $0.filter) }
  }

  // MARK: - Serving

  func begin(_ open: OpenOutput) {
    guard let status = open.status, let carrier = open.carrier(loop, time, limits) else {
      for socket in open.sockets { serve(socket, open) }
      return
    }
    guard isServing else { return carrier.stop() }
    do throws(Errno) { try carrier.begin() } catch {
      carrier.stop()
      return stop(ServiceFault(error, open.text))
    }
    outputs.add(carrier, SentenceFeed(open.filter, coarse: cell), status)
    followDemand()
  }

  private func serve(_ socket: CInt, _ open: OpenOutput) {
    guard isServing else { return close(descriptor: socket) }
    do throws(Errno) {
      try acceptor.add(socket, named: "gpsd's port")
      listeners[socket] = open
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
      engine.followDemand()
    }
    return change
  }

  private func change(_ open: OpenOutput) {
    guard let status = open.status else { return }
    outputs.change(status, to: SentenceFeed(open.filter, coarse: cell))
    status.withLock { $0.name = open.text }
  }

  private func close(unheard open: OpenOutput) {
    guard let carrier = open.carrier(loop, time, limits) else { return close(sockets: open) }
    carrier.stop()
  }

  // MARK: - Closing

  /// Closes an output and disconnects the clients that came through it alone.
  private func end(_ open: OpenOutput) {
    for socket in open.sockets { Kernel.dropRequests(socket) }
    if let status = open.status { return outputs.end(status) }
    let places = open.sockets.compactMap(Kernel.ownAddress)
    for socket in open.sockets { acceptor.acceptRest(from: socket) }
    close(sockets: open)
    let others = listeners.keys.compactMap(Kernel.ownAddress)
    for number in clients.order {
      guard let own = clients[number].flatMap({ Kernel.ownAddress(of: $0.descriptor) }),
        places.contains(where: own.isReached), !others.contains(where: own.isReached)
      else { continue }
      farewell(number, "this address no longer serves clients")
    }
    tellCounts()
  }

  private func close(sockets open: OpenOutput) {
    for socket in open.sockets {
      listeners[socket] = nil
      if !acceptor.close(socket) { close(descriptor: socket) }
    }
    if case .gpsd(let address) = open.output?.language { Kernel.forget(address) }
  }

  /// Stops accepting; clients queued on passed sockets wait for the next process.
  func stopListening() {
    acceptor.stop()
    for open in listeners.values {
      if case .gpsd(let address) = open.output?.language { Kernel.forget(address) }
    }
    listeners = [:]
  }
}
