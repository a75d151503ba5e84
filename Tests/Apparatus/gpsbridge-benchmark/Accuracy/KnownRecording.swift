import GNSS
import GPSBridge
import GPSGeodesy

/// A recording of a receiver that stood at a place that somebody knows better.
struct KnownRecording {
  let path: String
  let place: Coordinate

  /// Reads `PATH=LATITUDE,LONGITUDE`.
  init?(_ text: String) {
    guard let equals = text.lastIndex(of: "=") else { return nil }
    let numbers = text[text.index(after: equals)...].split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 2, let place = Coordinate(latitude: numbers[0], longitude: numbers[1]) else {
      return nil
    }
    path = String(text[..<equals])
    self.place = place
  }

  var name: String { String(path.split(separator: "/").last ?? "") }

  /// Nil where the file cannot be read.
  func tally() -> AccuracyTally? {
    guard let bytes = File.bytes(of: path) else { return nil }
    var tally = AccuracyTally()
    let model = AccuracyModel.standard
    var decoder = FixDecoder(.recording())
    let receive: (DecodedOutput) -> Void = { output in
      guard case .fix(let fix) = output, fix.mode != .none, let found = fix.coordinate else { return }
      tally.add(error: found.distance(to: place), model.estimate(fix))
    }
    decoder.decode(bytes.span, receive)
    decoder.finish(receive)
    return tally
  }
}
