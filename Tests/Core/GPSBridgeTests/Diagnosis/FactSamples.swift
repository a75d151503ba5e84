import GPSBridge

/// Facts that tests begin with.
extension ReceiverFacts {
  /// These facts with one change.
  func with(_ change: (inout ReceiverFacts) -> Void) -> ReceiverFacts {
    var facts = self
    change(&facts)
    return facts
  }

  /// A receiver on an open port that has spoken NMEA for half a minute without an error.
  static var talking: ReceiverFacts {
    var facts = ReceiverFacts()
    facts.port.state = .opened
    facts.port.path = "/dev/ttyACM0"
    facts.stream.listened = .seconds(30)
    facts.stream.bytesPerSecond = 480
    facts.stream.sentences = 240
    facts.stream.badChecksums = 0
    facts.stream.messages = 0
    facts.stream.epochs = 30
    facts.integrity.antenna = "OK"
    return facts
  }

  /// The same, with a good fix.
  static var fixed: ReceiverFacts {
    var facts = talking
    facts.fix.hasFix = true
    facts.fix.dimensions = 3
    facts.fix.horizontalDilution = 0.9
    facts.sky = sky([44, 42, 40, 38, 35, 33, 31, 28], used: 8)
    return facts
  }

  /// The same, searching for so long, with satellites of such levels; a level of zero is known and not heard.
  static func searching(_ time: Duration, _ levels: [Int]) -> ReceiverFacts {
    var facts = talking
    facts.fix.hasFix = false
    facts.fix.searching = .known(time)
    facts.fix.isTimeKnown = true
    facts.sky = sky(levels, used: 0)
    return facts
  }

  /// The same, at a speed that matters, with bytes of which nothing is understood.
  static func garbled(at speed: Int?) -> ReceiverFacts {
    var facts = talking
    facts.port.path = "/dev/ttyUSB0"
    facts.port.speed = speed
    facts.stream.sentences = 0
    facts.stream.badChecksums = 3
    facts.stream.epochs = 0
    return facts
  }

  private static func sky(_ levels: [Int], used: Int) -> SkyFacts {
    var sky = Sky(satellites: Satellites.gps(levels.map { $0 > 0 ? $0 : nil }, used: used))
    sky.sources = [.gsv, .gsa]
    return SkyFacts(sky)
  }
}
