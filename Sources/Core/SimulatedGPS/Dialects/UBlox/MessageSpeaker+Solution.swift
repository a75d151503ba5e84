internal import UBX

// Position and velocity.

extension MessageSpeaker {
  /// A message with the reserved bytes and bits of this generation, which are not zero.
  private var blankPVT: NavPVT {
    var payload = [UInt8](repeating: 0, count: chip.generation >= .ublox8 ? 92 : 84)
    payload[22] = 0x0A
    return NavPVT(payload: payload.span) ?? NavPVT()
  }

  func pvt(_ solution: Solution) -> NavPVT {
    var message = blankPVT
    message.timeOfWeek = solution.timeOfWeek
    (message.date, message.time) = (solution.date, solution.timeOfDay)
    message.isTimeFullyResolved = solution.knowsWeek
    message.timeAccuracy = solution.timeAccuracy
    message.fixType = solution.fixType
    message.isFixOK = solution.isFixOK
    message.satellitesUsed = solution.epoch.usedCount
    message.position = solution.position
    message.horizontalAccuracy = solution.horizontalAccuracy
    message.verticalAccuracy = solution.verticalAccuracy
    message.velocityNorth = solution.velocity.y
    message.velocityEast = solution.velocity.x
    message.velocityDown = -solution.velocity.z
    message.groundSpeed = solution.epoch.hasFix ? solution.epoch.motion.speed : 0
    message.headingOfMotion = solution.heading
    message.speedAccuracy = solution.speedAccuracy
    message.headingAccuracy = solution.headingAccuracy ?? 180
    message.positionDilution = min(99.99, solution.epoch.geometry?.position ?? 99.99)
    // Bits for the confirmation of date and time by a second source; older generations lack them.
    if chip.generation >= .ublox9, solution.knowsWeek {
      message.confirmation = NavPVT.Confirmation(date: solution.epoch.hasFix, time: solution.epoch.hasFix)
    }
    return message
  }

  /// The navigation solution between two epochs, from sensors.
  func hnr(_ solution: Solution) -> HnrPVT {
    HnrPVT {
      $0.timeOfWeek = solution.timeOfWeek
      ($0.date, $0.time) = (solution.date, solution.timeOfDay)
      $0.isTimeFullyResolved = solution.knowsWeek
      $0.isWeekValid = solution.knowsWeek
      $0.isTimeOfWeekValid = solution.knowsTime
      $0.fixType = solution.fixType
      $0.isFixOK = solution.isFixOK
      $0.position = solution.position
      $0.groundSpeed = solution.epoch.hasFix ? solution.epoch.motion.speed : 0
      $0.speed = solution.velocity.length
      $0.headingOfMotion = solution.heading
      $0.vehicleHeading = solution.epoch.hasFix ? solution.heading : nil
      $0.horizontalAccuracy = solution.horizontalAccuracy
      $0.verticalAccuracy = solution.verticalAccuracy
      $0.speedAccuracy = solution.speedAccuracy
      $0.headingAccuracy = solution.headingAccuracy ?? 180
    }
  }

  func sol(_ solution: Solution) -> NavSOL {
    let place = solution.horizon?.position ?? Vector(0, 0, 0)
    let velocity = solution.earthVelocity
    return NavSOL {
      $0.timeOfWeek = solution.timeOfWeek
      $0.week = Int16(clamping: solution.time.week)
      $0.fixType = solution.fixType
      $0.isFixOK = solution.isFixOK
      $0.isWeekValid = solution.knowsWeek
      $0.isTimeOfWeekValid = solution.knowsTime
      ($0.x, $0.y, $0.z) = (place.x, place.y, place.z)
      $0.positionAccuracy = solution.positionAccuracy
      ($0.velocityX, $0.velocityY, $0.velocityZ) = (velocity.x, velocity.y, velocity.z)
      $0.speedAccuracy = solution.speedAccuracy
      $0.positionDilution = min(99.99, solution.epoch.geometry?.position ?? 99.99)
      $0.satellitesUsed = UInt8(clamping: solution.epoch.usedCount)
    }
  }

  func posllh(_ solution: Solution) -> NavPOSLLH {
    NavPOSLLH {
      $0.timeOfWeek = solution.timeOfWeek
      $0.latitude = solution.position?.latitude ?? 0
      $0.longitude = solution.position?.longitude ?? 0
      $0.height = solution.position?.height ?? 0
      $0.altitude = solution.position?.altitude ?? 0
      $0.horizontalAccuracy = solution.horizontalAccuracy
      $0.verticalAccuracy = solution.verticalAccuracy
    }
  }

  func posecef(_ solution: Solution) -> NavPOSECEF {
    let place = solution.horizon?.position ?? Vector(0, 0, 0)
    return NavPOSECEF {
      $0.timeOfWeek = solution.timeOfWeek
      ($0.x, $0.y, $0.z) = (place.x, place.y, place.z)
      $0.accuracy = solution.positionAccuracy
    }
  }

  func velned(_ solution: Solution) -> NavVELNED {
    NavVELNED {
      $0.timeOfWeek = solution.timeOfWeek
      $0.velocityNorth = solution.velocity.y
      $0.velocityEast = solution.velocity.x
      $0.velocityDown = -solution.velocity.z
      $0.speed = solution.velocity.length
      $0.groundSpeed = Vector(solution.velocity.x, solution.velocity.y, 0).length
      $0.headingOfMotion = solution.heading
      $0.speedAccuracy = solution.speedAccuracy
      $0.headingAccuracy = solution.headingAccuracy ?? 180
    }
  }

  func velecef(_ solution: Solution) -> NavVELECEF {
    let velocity = solution.earthVelocity
    return NavVELECEF {
      $0.timeOfWeek = solution.timeOfWeek
      ($0.velocityX, $0.velocityY, $0.velocityZ) = (velocity.x, velocity.y, velocity.z)
      $0.speedAccuracy = solution.speedAccuracy
    }
  }

  func dop(_ solution: Solution) -> NavDOP {
    let geometry = solution.epoch.geometry
    let most = { (dilution: Double?) in dilution.map { min($0, 99.98) } }
    return NavDOP {
      $0.timeOfWeek = solution.timeOfWeek
      $0.geometric = most(geometry.map { ($0.position * $0.position + $0.time * $0.time).squareRoot() })
      $0.position = most(geometry?.position)
      $0.time = most(geometry?.time)
      // A fixed altitude has no dilution.
      $0.vertical = most(geometry.flatMap { $0.vertical > 0 ? $0.vertical : nil })
      $0.horizontal = most(geometry?.horizontal)
      $0.northing = most(geometry?.north)
      $0.easting = most(geometry?.east)
    }
  }

  func status(_ solution: Solution, _ state: UBloxState) -> NavSTATUS {
    NavSTATUS {
      $0.timeOfWeek = solution.timeOfWeek
      $0.fixType = solution.fixType
      $0.isFixOK = solution.isFixOK
      $0.isWeekValid = solution.knowsWeek
      $0.isTimeOfWeekValid = solution.knowsTime
      if chip.generation >= .ublox8 { $0.spoofing = state.spoofing }
      $0.timeToFirstFix = Double(state.timeToFirstFix ?? 0) / 1000
      $0.timeSinceStart = Double(state.uptime) / 1000
    }
  }

  func cov(_ solution: Solution) -> NavCOV {
    NavCOV {
      $0.timeOfWeek = solution.timeOfWeek
      guard let geometry = solution.epoch.geometry, let deviation = solution.epoch.deviation else { return }
      $0.positionValidity = 1
      $0.velocityValidity = 1
      let square = { (deviation: Double) in Float(deviation * deviation) }
      $0.positionNorthNorth = square(deviation.y)
      $0.positionEastEast = square(deviation.x)
      $0.positionDownDown = square(solution.verticalAccuracy ?? 100)
      $0.velocityNorthNorth = square(geometry.north * 0.04)
      $0.velocityEastEast = square(geometry.east * 0.04)
      $0.velocityDownDown = square(max(geometry.vertical, 1) * 0.04)
    }
  }
}
