import GNSS
import GPSBridge
import GPSGeodesy
import Glibc

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
    guard let bytes = contents() else { return nil }
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

  private func contents() -> [UInt8]? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&piece, 1, piece.count, file)
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    return bytes
  }
}
