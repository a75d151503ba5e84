internal import GPSBridge
internal import UBX

// Satellites and signals.

extension SimulatedSatellite {
  fileprivate var system: SatelliteSystem { SatelliteSystem(identity.constellation) }

  /// The state of signal acquisition and use.
  fileprivate var quality: SignalQuality {
    guard carrierToNoise != nil else { return .searching }
    return isUsed ? SignalQuality(rawValue: 7) : .codeLocked
  }

  /// The number in older messages, which have one range for all systems; nil for a system outside it.
  fileprivate var oldNumber: UInt8? {
    let number = identity.number
    return switch identity.constellation {
    case .gps, .sbas: UInt8(exactly: number)
    case .glonass: UInt8(exactly: number + 64)
    case .beidou: number <= 5 ? UInt8(exactly: number + 158) : number <= 37 ? UInt8(number + 27) : nil
    case .imes: UInt8(exactly: number + 172)
    case .qzss: UInt8(exactly: number + 192)
    case .galileo: UInt8(exactly: number + 210)
    case .navic: nil
    }
  }
}

extension MessageSpeaker {
  func sat(_ solution: Solution) -> NavSAT {
    NavSAT {
      $0.timeOfWeek = solution.timeOfWeek
      $0.satellites = solution.epoch.satellites.map { satellite in
        var block = NavSAT.Satellite()
        block.system = satellite.system
        block.number = UInt8(clamping: satellite.identity.number)
        block.signalToNoise = satellite.carrierToNoise
        block.elevation = satellite.hasDirection ? satellite.wholeElevation : nil
        block.azimuth = satellite.hasDirection ? satellite.wholeAzimuth : nil
        block.quality = satellite.quality
        block.isUsed = satellite.isUsed
        block.health = satellite.carrierToNoise == nil ? 0 : 1
        block.isSmoothed = satellite.isUsed
        block.hasEphemeris = satellite.isUsed
        block.hasAlmanac = satellite.hasDirection
        block.orbitSource = satellite.isUsed ? 1 : satellite.hasDirection ? 2 : 0
        return block
      }
    }
  }

  /// One signal per tracked satellite, because all of these receivers have a single band.
  func sig(_ solution: Solution) -> NavSIG {
    NavSIG {
      $0.timeOfWeek = solution.timeOfWeek
      $0.signals = solution.epoch.satellites.filter { $0.carrierToNoise != nil }.map { satellite in
        var block = NavSIG.Signal()
        block.system = satellite.system
        block.number = UInt8(clamping: satellite.identity.number)
        // GLONASS slots range from -7 to 6; two satellites on opposite sides of the Earth share one.
        if satellite.identity.constellation == .glonass {
          block.frequency = UInt8(clamping: satellite.identity.number % 12 + 1)
        }
        block.signalToNoise = satellite.carrierToNoise
        block.quality = satellite.quality
        block.health = 1
        block.isSmoothed = satellite.isUsed
        block.isUsed = satellite.isUsed
        block.usesDoppler = satellite.isUsed
        return block
      }
    }
  }

  func svinfo(_ solution: Solution) -> NavSVINFO {
    NavSVINFO {
      $0.timeOfWeek = solution.timeOfWeek
      $0.generation = UInt8(clamping: chip.generation.rawValue - 4)
      let known = solution.epoch.satellites.compactMap { satellite in
        satellite.oldNumber.map { (satellite, $0) }
      }
      var free: UInt8 = 0
      $0.channels = known.map { satellite, number in
        var block = NavSVINFO.Channel()
        let isHeard = satellite.carrierToNoise != nil
        block.channel = isHeard ? free : 255
        if isHeard { free += 1 }
        block.number = number
        block.isUsed = satellite.isUsed
        block.hasOrbit = satellite.hasDirection
        block.isEphemeris = satellite.isUsed
        block.isAlmanac = satellite.hasDirection && !satellite.isUsed
        block.isSmoothed = satellite.isUsed
        block.quality = satellite.quality
        block.signalToNoise = satellite.carrierToNoise
        block.elevation = satellite.hasDirection ? satellite.wholeElevation : nil
        block.azimuth = satellite.hasDirection ? satellite.wholeAzimuth : nil
        return block
      }
    }
  }

  /// The stored orbits: exact ones, and rough ones of satellites with a known direction.
  func orb(_ solution: Solution) -> NavORB {
    NavORB {
      $0.timeOfWeek = solution.timeOfWeek
      $0.satellites = solution.epoch.satellites.map { satellite in
        var block = NavORB.Satellite()
        block.system = satellite.system
        block.number = UInt8(clamping: satellite.identity.number)
        block.health = satellite.carrierToNoise == nil ? 0 : 1
        block.visibility = satellite.hasDirection ? 3 : 0
        block.ephemerisUsability = satellite.hasOrbit ? 6 : 0
        block.ephemerisSource = satellite.hasOrbit ? 1 : 0
        block.almanacUsability = satellite.hasDirection ? 5 : 0
        block.almanacSource = satellite.hasDirection ? 1 : 0
        return block
      }
    }
  }
}
