internal import EventRuntime
internal import GPSBridge
internal import GPSDProtocol
internal import GPSFormats
internal import Locking
internal import Sockets
internal import SystemCalls

// The outputs of sentences: opened with the others, told of each epoch and of silence, and closed at the end.

extension ServerEngine {
  /// Opens an output at once, so that who asked knows whether it can be; the loop takes over.
  ///
  /// - Returns: The port of TCP; nil for all else.
  nonisolated func open(_ output: SentenceOutput, named name: String) throws(ServiceFault) -> UInt16? {
    let carrier: SentenceCarrier
    var number: UInt16?
    do throws(Errno) {
      switch output.way {
      case .clients(let address):
        let sockets = try Kernel.listen(address)
        if case .path = address {} else { number = sockets.first.flatMap { try? Kernel.port(of: $0) } }
        carrier = .clients(SentenceClients(sockets, at: address, named: name, limits, loop, time))
      case .datagrams(let target):
        let socket = try Kernel.datagramSocket(to: target, hops: output.hops, interface: output.interface)
        carrier = .datagrams(DatagramOutput(socket, to: target, named: name, loop))
      case .port(let link): carrier = .port(PortOutput(try SentencePort(link: link), named: name, loop))
      }
    } catch {
      throw ServiceFault(error, name)
    }
    shown.withLock { $0.carriers.append(carrier) }
    let feed = SentenceFeed(output.wishes, coarse: cell)
    later { $0.begin(carrier, feed, name) }
    return number
  }

  /// Sends sentences to all that connect to a socket that a service manager has passed.
  func serve(_ passed: ServiceManager.PassedOutput) {
    guard !isOver, ending == nil else { return close(descriptor: passed.descriptor) }
    let clients = SentenceClients([passed.descriptor], at: nil, named: passed.text, limits, loop, time)
    shown.withLock { $0.carriers.append(.clients(clients)) }
    begin(.clients(clients), SentenceFeed(passed.wishes, coarse: cell), passed.text)
  }

  private func begin(_ carrier: SentenceCarrier, _ feed: SentenceFeed, _ name: String) {
    guard !isOver else { return carrier.stop() }
    if let error = carrier.begin() { return stop(ServiceFault(error, name)) }
    outputs.add(carrier, feed)
    followWishes()
  }

  /// Tells all outputs of an epoch, and clients of gpsd that want sentences of a receiver that has none.
  func tellOutputs(of epoch: Epoch) {
    // Bytes as they come are the receiver's alone.
    let batch = outputs.epoch(epoch, forClients: wishes.wantsSentences, at: time.now)
    guard !batch.isEmpty else { return }
    let (view, device) = (view, devices[chosen.index].device)
    tell(batch.bytes, .report) { $0.nmea && $0.raw == 0 && view.means(device, $0) }
  }
}
