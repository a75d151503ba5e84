internal import GPSBase

// The text form of a memory. Its pieces are stored in a separate file of u-blox messages.

extension ReceiverMemory {
  /// The memory as one line of JSON.
  var text: [UInt8] {
    JSONWriter.line { file in
      file.member("v", 1)
      file.member("number", owner.number)
      file.member("firmware", owner.firmware)
      file.member("saved", saved.map(Int.init))
      if let place { file.object("place") { Self.write(place, &$0) } }
      file.array("starts") { starts in for start in self.starts { starts.object { Self.write(start, &$0) } } }
    }
  }

  private static func write(_ place: Place, _ object: inout JSONWriter) {
    object.member("lat_deg", place.latitude)
    object.member("lon_deg", place.longitude)
    object.member("height_m", place.height)
    object.member("accuracy_m", place.accuracy)
    object.member("time", Int(place.time))
  }

  private static func write(_ start: ReceiverStart, _ object: inout JSONWriter) {
    object.member("start", start.kind.rawValue)
    object.member("ttff_s", start.timeToFix.inSeconds)
    object.member("given", start.given)
    object.member("taken", start.taken)
    object.member("time", start.time.map(Int.init))
  }

  /// Parses text written by ``text``; nil for other JSON.
  ///
  /// - Throws: An error if the text is not JSON, such as a truncated file.
  static func read(_ text: [UInt8]) throws(JSON5Error) -> ReceiverMemory? {
    let file = try JSON5Reader.read(text)
    guard file["v"]?.wholeNumber == 1, let number = file["number"]?.text,
      let firmware = file["firmware"]?.text
    else { return nil }
    var memory = ReceiverMemory(Owner(number: number, firmware: firmware))
    memory.saved = file["saved"]?.wholeNumber.map(Int64.init)
    memory.place = file["place"].flatMap(place)
    for start in file["starts"]?.elements ?? [] { if let start = Self.start(start) { memory.note(start) } }
    return memory
  }

  private static func place(_ value: JSON5) -> Place? {
    guard let latitude = value["lat_deg"]?.number, abs(latitude) <= 90,
      let longitude = value["lon_deg"]?.number, abs(longitude) <= 180,
      let height = value["height_m"]?.number, let accuracy = value["accuracy_m"]?.number, accuracy >= 0,
      let time = value["time"]?.wholeNumber
    else { return nil }
    return Place(
      latitude: latitude, longitude: longitude, height: height, accuracy: accuracy, time: Int64(time))
  }

  private static func start(_ value: JSON5) -> ReceiverStart? {
    guard let kind = value["start"]?.text.flatMap(ReceiverStart.Kind.init(rawValue:)),
      let seconds = value["ttff_s"]?.number, 0...1e6 ~= seconds
    else { return nil }
    var start = ReceiverStart(kind, timeToFix: .milliseconds(Int((seconds * 1000).rounded())))
    start.given = value["given"]?.wholeNumber ?? 0
    start.taken = value["taken"]?.wholeNumber ?? 0
    start.time = value["time"]?.wholeNumber.map(Int64.init)
    return start
  }
}
