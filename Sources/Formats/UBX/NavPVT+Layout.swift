extension NavPVT {
  /// The ruler as code: where each number stands, in which step, for reading and for writing.
  enum Layout {
    /// Bytes of the payload since protocol 15.
    static let length = 92
    /// Bytes of the payload before: headVeh and what follows is missing, flags2 and flags3 are reserved.
    static let oldLength = 84

    static let timeOfWeek = PayloadField<UInt32>(at: 0)
    static let year = PayloadField<UInt16>(at: 4)
    static let month = PayloadField<UInt8>(at: 6)
    static let day = PayloadField<UInt8>(at: 7)
    static let hour = PayloadField<UInt8>(at: 8)
    static let minute = PayloadField<UInt8>(at: 9)
    static let second = PayloadField<UInt8>(at: 10)
    static let validity = PayloadField<UInt8>(at: 11)
    static let timeAccuracy = PayloadField<UInt32>(at: 12, perUnit: 1e9)
    static let nanosecond = PayloadField<Int32>(at: 16)
    static let fixType = PayloadField<UInt8>(at: 20)
    static let flags = PayloadField<UInt8>(at: 21)
    static let confirmation = PayloadField<UInt8>(at: 22)
    static let satellitesUsed = PayloadField<UInt8>(at: 23)
    static let longitude = PayloadField<Int32>(at: 24, perUnit: 1e7)
    static let latitude = PayloadField<Int32>(at: 28, perUnit: 1e7)
    static let height = PayloadField<Int32>(at: 32, perUnit: 1e3)
    static let altitude = PayloadField<Int32>(at: 36, perUnit: 1e3)
    static let horizontalAccuracy = PayloadField<UInt32>(at: 40, perUnit: 1e3)
    static let verticalAccuracy = PayloadField<UInt32>(at: 44, perUnit: 1e3)
    static let velocityNorth = PayloadField<Int32>(at: 48, perUnit: 1e3)
    static let velocityEast = PayloadField<Int32>(at: 52, perUnit: 1e3)
    static let velocityDown = PayloadField<Int32>(at: 56, perUnit: 1e3)
    static let groundSpeed = PayloadField<Int32>(at: 60, perUnit: 1e3)
    static let headingOfMotion = PayloadField<Int32>(at: 64, perUnit: 1e5)
    static let speedAccuracy = PayloadField<UInt32>(at: 68, perUnit: 1e3)
    static let headingAccuracy = PayloadField<UInt32>(at: 72, perUnit: 1e5)
    static let positionDilution = PayloadField<UInt16>(at: 76, perUnit: 100)
    static let moreFlags = PayloadField<UInt16>(at: 78)
    static let vehicleHeading = PayloadField<Int32>(at: 84, perUnit: 1e5)
    static let declination = PayloadField<Int16>(at: 88, perUnit: 100)
    static let declinationAccuracy = PayloadField<UInt16>(at: 90, perUnit: 100)
  }

  /// The number of each flag's lowest bit.
  enum Bit {
    // In validity.
    static let validDate = 0
    static let validTime = 1
    static let fullyResolved = 2
    static let validDeclination = 3
    // In flags.
    static let fixOK = 0
    static let differential = 1
    static let powerState = 2
    static let vehicleHeadingValid = 5
    static let carrierSolution = 6
    // In confirmation.
    static let confirmationAvailable = 5
    static let confirmedDate = 6
    static let confirmedTime = 7
    // In moreFlags.
    static let invalidPosition = 0
    static let correctionAge = 1
    static let authenticatedTime = 13
  }
}

extension NavPVT {
  /// Reads the payload of a NAV-PVT message, or answers nil for one of another length.
  ///
  /// The old form of 84 bytes is read too, and one that a later receiver made longer.
  /// A date, time or position whose flag says valid but whose numbers can't be is nil.
  public init?(payload: Span<UInt8>) {
    guard payload.count == Layout.oldLength || payload.count >= Layout.length else { return nil }
    timeOfWeek = payload.raw(Layout.timeOfWeek)
    readTime(payload)
    isTimeFullyResolved = payload.flag(Layout.validity, bit: Bit.fullyResolved)
    timeAccuracy = payload.bounded(Layout.timeAccuracy)
    readSolution(payload)
    readMovement(payload)
    readPosition(payload)
    // Reserved before protocol 15, and reserved bytes are not always 0.
    if payload.count >= Layout.length { readLaterFlags(payload) }
  }

  private mutating func readTime(_ payload: Span<UInt8>) {
    if payload.flag(Layout.validity, bit: Bit.validDate) {
      date = CalendarDate(
        year: Int(payload.raw(Layout.year)),
        month: Int(payload.raw(Layout.month)),
        day: Int(payload.raw(Layout.day)))
    }
    guard payload.flag(Layout.validity, bit: Bit.validTime) else { return }
    var dayShift = 0
    time = TimeOfDay(
      hour: Int(payload.raw(Layout.hour)),
      minute: Int(payload.raw(Layout.minute)),
      second: Int(payload.raw(Layout.second)),
      signedNanosecond: Int(payload.raw(Layout.nanosecond)),
      dayShift: &dayShift)
    if dayShift < 0 { date = date?.preceding }
    if dayShift > 0 { date = date?.following }
  }

  private mutating func readSolution(_ payload: Span<UInt8>) {
    let flags = payload.raw(Layout.flags)
    fixType = FixType(rawValue: payload.raw(Layout.fixType))
    isFixOK = payload.flag(Layout.flags, bit: Bit.fixOK)
    isDifferential = payload.flag(Layout.flags, bit: Bit.differential)
    powerState = PowerState(rawValue: flags >> Bit.powerState)
    carrierSolution = CarrierSolution(rawValue: flags >> Bit.carrierSolution)
    satellitesUsed = Int(payload.raw(Layout.satellitesUsed))
    positionDilution = payload.value(Layout.positionDilution)
  }

  private mutating func readMovement(_ payload: Span<UInt8>) {
    velocityNorth = payload.value(Layout.velocityNorth)
    velocityEast = payload.value(Layout.velocityEast)
    velocityDown = payload.value(Layout.velocityDown)
    groundSpeed = payload.value(Layout.groundSpeed)
    headingOfMotion = payload.value(Layout.headingOfMotion)
    speedAccuracy = payload.bounded(Layout.speedAccuracy)
    headingAccuracy = payload.bounded(Layout.headingAccuracy)
  }

  private mutating func readPosition(_ payload: Span<UInt8>) {
    horizontalAccuracy = payload.bounded(Layout.horizontalAccuracy)
    verticalAccuracy = payload.bounded(Layout.verticalAccuracy)
    let latitude = payload.value(Layout.latitude)
    let longitude = payload.value(Layout.longitude)
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return }
    position = Position(
      latitude: latitude, longitude: longitude,
      height: payload.value(Layout.height), altitude: payload.value(Layout.altitude))
  }

  private mutating func readLaterFlags(_ payload: Span<UInt8>) {
    if payload.flag(Layout.moreFlags, bit: Bit.invalidPosition) { position = nil }
    let more = payload.raw(Layout.moreFlags)
    correctionAge = CorrectionAge(rawValue: UInt8(truncatingIfNeeded: more >> Bit.correctionAge) & 15)
    isTimeAuthenticated = payload.flag(Layout.moreFlags, bit: Bit.authenticatedTime)
    if payload.flag(Layout.confirmation, bit: Bit.confirmationAvailable) {
      confirmation = Confirmation(
        date: payload.flag(Layout.confirmation, bit: Bit.confirmedDate),
        time: payload.flag(Layout.confirmation, bit: Bit.confirmedTime))
    }
    if payload.flag(Layout.flags, bit: Bit.vehicleHeadingValid) {
      vehicleHeading = payload.value(Layout.vehicleHeading)
    }
    if payload.flag(Layout.validity, bit: Bit.validDeclination) {
      magneticDeclination = MagneticDeclination(
        degrees: payload.value(Layout.declination),
        accuracy: payload.value(Layout.declinationAccuracy))
    }
  }
}

extension NavPVT {
  /// The whole message as it goes over the wire, from leader to checksum, with a payload of 92 bytes.
  ///
  /// Values are rounded to the step they are stored in; what does not fit becomes the nearest that does.
  public func encoded() -> [UInt8] { MessageFrame.wrap(.navPVT, payload) }

  /// The payload alone, 92 bytes.
  public var payload: [UInt8] {
    var writer = PayloadWriter(count: Layout.length)
    writeTime(to: &writer)
    writeSolution(to: &writer)
    writePosition(to: &writer)
    writeMovement(to: &writer)
    return writer.bytes
  }

  private func writeTime(to writer: inout PayloadWriter) {
    writer.write(raw: timeOfWeek, Layout.timeOfWeek)
    if let date {
      writer.write(true, Layout.validity, bit: Bit.validDate)
      writer.write(raw: date.year, Layout.year)
      writer.write(raw: date.month, Layout.month)
      writer.write(raw: date.day, Layout.day)
    }
    if let time {
      writer.write(true, Layout.validity, bit: Bit.validTime)
      writer.write(raw: time.hour, Layout.hour)
      writer.write(raw: time.minute, Layout.minute)
      writer.write(raw: time.second, Layout.second)
      writer.write(raw: Int32(time.nanosecond), Layout.nanosecond)
    }
    writer.write(isTimeFullyResolved, Layout.validity, bit: Bit.fullyResolved)
    writer.write(bounded: timeAccuracy, Layout.timeAccuracy)
    writer.write(isTimeAuthenticated, Layout.moreFlags, bit: Bit.authenticatedTime)
    if let confirmation {
      writer.write(true, Layout.confirmation, bit: Bit.confirmationAvailable)
      writer.write(confirmation.date, Layout.confirmation, bit: Bit.confirmedDate)
      writer.write(confirmation.time, Layout.confirmation, bit: Bit.confirmedTime)
    }
  }

  private func writeSolution(to writer: inout PayloadWriter) {
    writer.write(raw: fixType.rawValue, Layout.fixType)
    let states = powerState.rawValue << Bit.powerState | carrierSolution.rawValue << Bit.carrierSolution
    writer.write(raw: states, Layout.flags)
    writer.write(isFixOK, Layout.flags, bit: Bit.fixOK)
    writer.write(isDifferential, Layout.flags, bit: Bit.differential)
    writer.write(raw: UInt8(clamping: satellitesUsed), Layout.satellitesUsed)
    writer.write(positionDilution, Layout.positionDilution)
    let more = writer.bytes.span.raw(Layout.moreFlags)
    writer.write(raw: more | UInt16(correctionAge?.rawValue ?? 0) << Bit.correctionAge, Layout.moreFlags)
  }

  private func writePosition(to writer: inout PayloadWriter) {
    if let position {
      writer.write(position.latitude, Layout.latitude)
      writer.write(position.longitude, Layout.longitude)
      writer.write(position.height, Layout.height)
      writer.write(position.altitude, Layout.altitude)
    } else {
      writer.write(true, Layout.moreFlags, bit: Bit.invalidPosition)
    }
    writer.write(bounded: horizontalAccuracy, Layout.horizontalAccuracy)
    writer.write(bounded: verticalAccuracy, Layout.verticalAccuracy)
  }

  private func writeMovement(to writer: inout PayloadWriter) {
    writer.write(velocityNorth, Layout.velocityNorth)
    writer.write(velocityEast, Layout.velocityEast)
    writer.write(velocityDown, Layout.velocityDown)
    writer.write(groundSpeed, Layout.groundSpeed)
    writer.write(headingOfMotion, Layout.headingOfMotion)
    writer.write(bounded: speedAccuracy, Layout.speedAccuracy)
    writer.write(bounded: headingAccuracy, Layout.headingAccuracy)
    // Receivers without sensors repeat the heading of motion here, and the flag stays down.
    writer.write(vehicleHeading ?? headingOfMotion, Layout.vehicleHeading)
    writer.write(vehicleHeading != nil, Layout.flags, bit: Bit.vehicleHeadingValid)
    if let magneticDeclination {
      writer.write(true, Layout.validity, bit: Bit.validDeclination)
      writer.write(magneticDeclination.degrees, Layout.declination)
      writer.write(magneticDeclination.accuracy, Layout.declinationAccuracy)
    }
  }
}
