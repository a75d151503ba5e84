internal import GPSBridge
internal import UBX

// Assistance: the host reads the receiver's memory, and later returns it with a time and a position.

extension UBloxReceiver {
  /// Identifies a received MGA message in its acknowledgment.
  struct Receipt: Sendable, Hashable {
    /// The message's identifier in its class.
    var identifier: UInt8
    /// The first bytes of the payload, at most four.
    var beginning: [UInt8]

    /// The receipt that ends a dump.
    static func dump(count: Int) -> Receipt {
      Receipt(
        identifier: MessageKind.mgaDBD.identifier,
        beginning: (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) })
    }
  }

  /// Handles an assistance message; these exist since u-blox 8.
  func assisted(_ kind: MessageKind, _ payload: [UInt8]) -> [Effect] {
    guard chip.generation >= .ublox8 else { return [] }
    let receipt = Receipt(identifier: kind.identifier, beginning: Array(payload.prefix(4)))
    switch kind {
    case .mgaDBD where payload.isEmpty: return [.dump]
    case .mgaDBD: return remember(payload, receipt)
    case .mgaINI where !payload.isEmpty: return begin(payload, receipt)
    default: return []
    }
  }

  /// The acknowledgment of assistance; nil if acknowledgments are switched off or lost.
  func acknowledge(_ receipt: Receipt, _ reason: MgaACK.Reason) -> [UInt8]? {
    guard memory.isOn(.acknowledgesAssistance), !faults.contains(.ackLost) else { return nil }
    return MgaACK {
      $0.acceptance = reason == .accepted ? 1 : 0
      $0.reason = reason
      $0.identifier = receipt.identifier
      for (place, byte) in receipt.beginning.prefix(4).enumerated() { $0.beginning[place] = byte }
    }.encoded()
  }

  /// The navigation database: one message per satellite, then their count.
  func dump(_ orbits: [(satellite: SatelliteIdentity, until: Int64?)], at time: Int64) -> [[UInt8]] {
    let frames = orbits.map { satellite, until in
      MgaDBD { $0.data = OrbitRecord(owner: owner, made: time, satellite: satellite, until: until).data }
        .encoded()
    }
    return frames + (acknowledge(.dump(count: frames.count), .accepted).map { [$0] } ?? [])
  }

  // MARK: - Navigation database

  private func remember(_ payload: [UInt8], _ receipt: Receipt) -> [Effect] {
    guard let message = MgaDBD(payload: payload.span), payload.count <= 164 else {
      return refuse(receipt, .size)
    }
    guard let record = OrbitRecord(message.data) else { return refuse(receipt, .notStored) }
    // Other firmware uses a different layout; orbits of a different chip do not match this clock and antenna.
    guard record.owner.firmware == owner.firmware else { return refuse(receipt, .version) }
    guard record.owner == owner else { return [.assist(.foreign, receipt)] }
    return [
      .assist(record.until.map { .orbit(record.satellite, until: $0) } ?? .almanac(record.satellite), receipt)
    ]
  }

  // MARK: - Time and position

  private func begin(_ payload: [UInt8], _ receipt: Receipt) -> [Effect] {
    let isTime = payload[0] == 0x10
    guard isTime || payload[0] == 0x01 else { return refuse(receipt, .unknownMessage) }
    guard payload.count == (isTime ? 24 : 20) else { return refuse(receipt, .size) }
    guard payload[1] == 0 else { return refuse(receipt, .version) }
    let assistance = isTime ? time(payload) : place(payload)
    return assistance.map { [.assist($0, receipt)] } ?? refuse(receipt, .notStored)
  }

  /// Returns the time that the host sent; nil if it is tied to an edge at a pin, which this receiver lacks.
  private func time(_ payload: [UInt8]) -> Assistance? {
    guard let message = MgaINITime(payload: payload.span), message.source == 0, let date = message.date,
      let time = message.time,
      let day = CivilDate(year: Int(date.year), month: Int(date.month), day: Int(date.day)),
      let clock = TimeOfDay(
        hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second),
        nanosecond: Int(time.nanosecond))
    else { return nil }
    let utc = UTC(day, clock)
    // Later times overflow 64 bits of nanoseconds.
    guard 0..<9_000_000_000 ~= utc.secondsSince1970 else { return nil }
    let said: Int64 = utc.secondsSince1970 * 1_000_000_000 + Int64(utc.nanosecond)
    let accuracy = Int64(message.accuracySeconds) * 1_000_000_000 + Int64(message.accuracyNanoseconds)
    return .time(said, accuracy: accuracy)
  }

  private func place(_ payload: [UInt8]) -> Assistance? {
    guard let message = MgaINIPosition(payload: payload.span), abs(message.latitude) <= 90,
      abs(message.longitude) <= 180
    else { return nil }
    return .place(latitude: message.latitude, longitude: message.longitude, accuracy: message.accuracy)
  }

  private func refuse(_ receipt: Receipt, _ reason: MgaACK.Reason) -> [Effect] {
    acknowledge(receipt, reason).map { [.send($0)] } ?? []
  }
}
