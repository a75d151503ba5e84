/// A client's session, without its connection: bytes in, actions out.
///
/// ```swift
/// var session = GPSDSession(ServiceRules(version: "1.0"))
/// send(session.greeting)
/// var rest = bytes[...]
/// while !rest.isEmpty { rest = rest.dropFirst(session.take(rest, view) { action in perform(action) }) }
/// ```
///
/// It uses no descriptor, clock or receiver, so a server, recorded sessions and a fuzzer can all drive it.
package struct GPSDSession: Sendable {
  /// An action for the client's connection.
  package enum Action: Sendable, Hashable {
    /// Sends whole lines, in one write.
    case send([UInt8])
    /// Applies a changed policy to reports from the next epoch on.
    case follow(WatchPolicy)
    /// Writes bytes to a receiver; the client waits for ``GPSDSession/answer(toWriteOf:failure:)``.
    case write([UInt8], to: ServedDevice.ID)
    case close(CloseReason)
  }

  package enum CloseReason: String, Sendable, Hashable, CaseIterable {
    /// A browser connected to this port.
    case browser
    /// The client sent too many overlong lines.
    case longLines = "long_lines"
  }

  /// The number of overlong lines after which a client is disconnected.
  private static let mostLongLines = 3
  /// The maximum number of requests answered per call, so that other clients get their turn.
  static let mostRequests = 16

  private let rules: ServiceRules
  private var reader = RequestReader()
  private var longLines = 0
  /// The client's current policy.
  package private(set) var policy = WatchPolicy()

  /// Creates the session of a new client.
  package init(_ rules: ServiceRules) { self.rules = rules }

  /// Resumes the session of a client that was greeted before a restart.
  package init(_ rules: ServiceRules, goingOnWith policy: WatchPolicy) {
    (self.rules, self.policy) = (rules, policy)
  }

  /// Sets the current path of the device that the policy refers to.
  package mutating func bind(toDevice path: String) { policy.device = path }

  /// The first line that a client gets, without a request.
  package var greeting: [UInt8] { ServiceLine.version(rules) }

  /// Consumes bytes from the client and performs the resulting actions in order.
  ///
  /// - Parameters:
  ///   - bytes: The received bytes.
  ///   - view: The current state of the server.
  ///   - perform: Performs an action.
  /// - Returns: The number of bytes consumed; fewer than all if the client exceeds its share of requests.
  package mutating func take(
    _ bytes: ArraySlice<UInt8>, _ view: ServiceView, perform: (Action) -> Void
  ) -> Int {
    var answer: [UInt8] = []
    var requests = 0
    // Answers to the same input are sent in one write.
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

  /// Returns the answer to a write request, after the write succeeded or failed.
  ///
  /// - Parameters:
  ///   - device: The receiver to which the bytes were written.
  ///   - failure: Why they could not be sent; nil on success.
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
      // As in gpsd, the answer is empty without a watch.
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
    // The named receiver may be plugged in later.
    guard let devices = view.devices(for: policy) ?? (view.awaitsAny ? [] : nil) else {
      throw RequestError("No such device as \(RequestError.quoted(Array((policy.device ?? "").utf8)[...]))")
    }
    let begins = policy.isEnabled && policy.json && !(self.policy.isEnabled && self.policy.json)
    self.policy = policy
    // Errors are reported before the resulting policy.
    var lines = change.error.map { ServiceLine.error($0.message) } ?? []
    lines += ServiceLine.devices(view.devices) + ServiceLine.watch(policy)
    if begins, rules.greetsWithFix {
      // The client does not wait for the next epoch, and gets only what others already have.
      for device in devices where device.isActive { lines += device.report?.lines ?? [] }
    }
    return [.send(lines), .follow(policy)]
  }

  private func set(_ change: WatchedDevice, _ view: ServiceView) throws(RequestError) -> [Action] {
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
        "Can't change \(setting) of \(name): clients may not change the settings of a receiver here")
    }
    guard let bytes = change.bytes else { return [.send(ServiceLine.device(device))] }
    guard rules.allowsDeviceWrites else { throw RequestError("writing to the receiver is not allowed here") }
    return [.write(bytes, to: device.id)]
  }
}
