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
