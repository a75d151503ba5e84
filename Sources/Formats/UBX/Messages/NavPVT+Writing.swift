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
