/// A client's conversation with the server, without its connection: bytes in, actions out.
///
/// ```swift
/// var session = Session(ServiceRules(version: "1.0"))
/// send(session.greeting)
/// var rest = bytes[...]
/// while !rest.isEmpty { rest = rest.dropFirst(session.take(rest, view) { action in perform(action) }) }
/// ```
///
/// It knows no descriptor, no clock and no receiver. So the same machine is led by a server, by recorded sessions and by
/// a fuzzer.
package struct Session: Sendable {
  /// What is to be done for the client.
  package enum Action: Sendable, Hashable {
    /// Send whole lines, in one write.
    case send([UInt8])
    /// The policy has changed: reports follow the new one from the next epoch on.
    case follow(WatchPolicy)
    /// Write bytes to a receiver; the client waits for ``Session/answer(toWriteOf:failure:)``.
    case write([UInt8], to: ServedDevice.ID)
    /// End the connection.
    case close(CloseReason)
  }

  /// Why a connection is ended.
  package enum CloseReason: String, Sendable, Hashable, CaseIterable {
    /// A browser came to this port.
    case browser
    /// It sent lines without end.
    case longLines = "long_lines"
  }

  /// A client that sends so many lines without end is let go.
  private static let mostLongLines = 3
  /// The requests of a client that are answered in one go: others wait meanwhile.
  package static let mostRequests = 16

  private let rules: ServiceRules
  private var reader = RequestReader()
  private var longLines = 0
  /// What it wants to be told.
  package private(set) var policy = WatchPolicy()

  /// Begins with a client that has asked for nothing.
  package init(_ rules: ServiceRules) { self.rules = rules }

  /// Goes on with a client that was greeted before: it wants what it wanted, and gets no second greeting.
  package init(_ rules: ServiceRules, goingOnWith policy: WatchPolicy) {
    self.rules = rules
    self.policy = policy
  }

  /// Gives the device that the policy means the name that it has now.
  package mutating func bind(toDevice path: String) { policy.device = path }

  /// The line that a client gets unasked, and first of all.
  package var greeting: [UInt8] { ServiceLine.version(rules) }

  /// Takes bytes of the client; what is to be done for it, in order.
  ///
  /// - Parameters:
  ///   - bytes: What came.
  ///   - view: What there is to be told.
  ///   - perform: Does an action.
  /// - Returns: How many bytes were taken. Fewer than all came where the client asks for more than its share.
  package mutating func take(
    _ bytes: ArraySlice<UInt8>, _ view: ServiceView, perform: (Action) -> Void
  ) -> Int {
    var answer: [UInt8] = []
    var requests = 0
    // Answers of one piece go out in one write.
    func flush() {
      if !answer.isEmpty { perform(.send(answer)) }
      answer = []
    }
    for (index, byte) in bytes.enumerated() {
      guard let piece = reader.take(byte) else { continue }
      requests += 1
      switch piece {
      case .request(let text):
        do throws(RequestError) {
          let request = try Request(text)
          for action in try carryOut(request, view) {
            if case .send(let lines) = action {
              answer += lines
            } else {
              flush()
              perform(action)
            }
          }
        } catch {
          answer += ServiceLine.error(error.message)
          if error.endsLine { reader.skipLine(behind: byte) }
        }
      case .tooLong:
        longLines += 1
        answer += ServiceLine.error("a request has at most \(RequestReader.longest) bytes")
        if longLines == Self.mostLongLines {
          flush()
          perform(.close(.longLines))
          return bytes.count
        }
      case .browser:
        perform(.close(.browser))
        return bytes.count
      }
      if requests == Self.mostRequests {
        flush()
        return index + 1
      }
    }
    flush()
    return bytes.count
  }

  /// What a client is told whose bytes are out, or could not be sent.
  ///
  /// - Parameters:
  ///   - device: The receiver that they were for.
  ///   - failure: Why they could not be sent; nil if they are out.
  /// - Returns: Whole lines.
  package func answer(toWriteOf device: ServedDevice, failure: String? = nil) -> [UInt8] {
    if let failure { return ServiceLine.error("Can't write to \(device.path): \(failure)") }
    return ServiceLine.acknowledgement() + ServiceLine.device(device)
  }

  // MARK: - Requests

  private mutating func carryOut(_ request: Request, _ view: ServiceView) throws(RequestError) -> [Action] {
    switch request {
    case .version: return [.send(greeting)]
    case .devices: return [.send(ServiceLine.devices(view.devices))]
    case .poll:
      // Without a watch there is nothing to be told, as with gpsd.
      let devices = policy.isEnabled ? view.devices(for: policy) ?? [] : []
      return [.send(ServiceLine.poll(devices, at: view))]
    case .watch(nil): return [.send(ServiceLine.devices(view.devices) + ServiceLine.watch(policy))]
    case .watch(let change?): return try watch(change, view)
    case .device(nil): return [.send(view.devices.flatMap(ServiceLine.device))]
    case .device(let change?): return try set(change, view)
    }
  }

  private mutating func watch(_ change: WatchChange, _ view: ServiceView) throws(RequestError) -> [Action] {
    var policy = policy
    policy.apply(change)
    // The receiver that it names may be the one that is plugged in next.
    guard let devices = view.devices(for: policy) ?? (view.awaitsAny ? [] : nil) else {
      throw RequestError("No such device as \(RequestError.quoted(Array((policy.device ?? "").utf8)[...]))")
    }
    let begins = policy.isEnabled && policy.json && !(self.policy.isEnabled && self.policy.json)
    self.policy = policy
    // What is wrong is reported in front of the policy that counts.
    var lines = change.error.map { ServiceLine.error($0.message) } ?? []
    lines += ServiceLine.devices(view.devices) + ServiceLine.watch(policy)
    if begins, rules.greetsWithFix {
      // It need not wait for the next epoch, and sees nothing that others have not seen.
      for device in devices where device.isActive { lines += device.report?.lines ?? [] }
    }
    return [.send(lines), .follow(policy)]
  }

  private func set(_ change: DeviceChange, _ view: ServiceView) throws(RequestError) -> [Action] {
    let device: ServedDevice
    if let path = change.path {
      guard let named = view.devices.first(where: { $0.isCalled(path) }) else {
        throw RequestError("Can't open \(RequestError.quoted(Array(path.utf8)[...])).")
      }
      device = named
    } else {
      guard let first = view.devices.first else {
        throw RequestError("Can't perform DEVICE configuration, no devices attached.")
      }
      guard view.devices.count == 1 else {
        throw RequestError("No path specified in DEVICE, but multiple devices are attached.")
      }
      device = first
    }
    if let setting = change.change(of: device) {
      let name = RequestError.quoted(Array(device.path.utf8)[...])
      throw RequestError(
        "Can't change \(setting) of \(name): clients do not change settings of a receiver here")
    }
    guard let bytes = change.bytes else { return [.send(ServiceLine.device(device))] }
    guard rules.allowsDeviceWrites else { throw RequestError("writing to the receiver is not allowed here") }
    return [.write(bytes, to: device.id)]
  }
}
