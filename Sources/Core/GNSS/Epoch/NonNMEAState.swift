internal import NMEA

/// A date and a time of day in UTC.
struct UTCMoment {
  var date: CivilDate
  var time: TimeOfDay
}

/// The state for protocols other than NMEA and UBX.
struct NonNMEAState {
  /// SiRF's MID 41 that waits for the MID 2 of its time, and whether a MID 2 has arrived since.
  var geodetic: SiRFGeodetic?
  var hasNavigation = false
  /// Whether the receiver sends MID 2; nil until a MID 2 or two MID 41 have arrived.
  var sendsNavigation: Bool?
  /// Whether a message other than these two has arrived.
  var sendsOthers = false
  /// Whether no message shows that a MID 2 will follow the one that waits.
  var isGeodeticAlone: Bool { geodetic != nil && sendsNavigation == nil && !sendsOthers }
  /// The parts of CASIC's epoch that have arrived.
  var casic = CASICBurst()
}

extension EpochAssembler {
  mutating func receive(binary language: BinaryProtocol, _ bytes: Span<UInt8>) {
    switch language {
    case .sirf: take(SiRFMessage(frame: bytes))
    case .casic: take(CASICMessage(frame: bytes))
    default: break
    }
  }

  mutating func takeDate(_ moment: UTCMoment?) {
    takeDate(moment.map { ReceivedDate($0.date) }, at: moment?.time)
  }

  /// Handles all satellites of a constellation at once, like a complete set of sentences.
  mutating func takeSky(_ satellites: [SatelliteInView], of talker: Talker, from source: Fix.Sources) {
    sky.origin.view = source
    hearsSky(SourceKey.gsv(of: talker), isComplete: true)
    let most = GSV.mostSatellites
    let total = max(1, (satellites.count + most - 1) / most)
    for part in 0..<total {
      var gsv = GSV(talker: talker)
      gsv.total = total
      gsv.number = part + 1
      for satellite in satellites.dropFirst(part * most).prefix(most) { gsv.append(satellite) }
      sky.take(gsv)
    }
  }
}

extension SkyAssembler {
  /// Adds the numbers of used satellites, in the numbering of GPS and SBAS.
  mutating func use(
    _ numbers: some Collection<UInt8>, of talker: Talker = .gp, from source: Fix.Sources
  ) {
    origin.use = source
    var rest = numbers[...]
    while !rest.isEmpty {
      var gsa = GSA(talker: talker)
      gsa.places = 24
      for (place, number) in rest.prefix(24).enumerated() where number != 0 {
        gsa.satellites[place] = Int(number)
      }
      take(gsa)
      rest = rest.dropFirst(24)
    }
  }
}
