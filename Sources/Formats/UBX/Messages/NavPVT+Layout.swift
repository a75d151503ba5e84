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
