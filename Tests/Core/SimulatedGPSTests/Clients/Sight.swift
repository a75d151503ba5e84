import Foundation

/// What a client of gpsd is told of a receiver.
struct Sight {
  var driver: String?
  var subtype: String?
  /// Places by the times that it says, and the same as seen from the middle of the Earth.
  var places: [String: (latitude: Double, longitude: Double)] = [:]
  var points: [String: [Double]] = [:]
  /// The satellites in use, as system and number, of the last sky.
  var used: Set<[Int]> = []

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
        continue
      }
      switch object["class"] as? String {
      case "DEVICE":
        driver = object["driver"] as? String ?? driver
        subtype = object["subtype"] as? String ?? subtype
      case "TPV":
        guard object["mode"] as? Int == 3, let time = object["time"] as? String,
          let latitude = object["lat"] as? Double, let longitude = object["lon"] as? Double
        else { continue }
        places[time] = (latitude, longitude)
        let point = ["ecefx", "ecefy", "ecefz"].compactMap { object[$0] as? Double }
        if point.count == 3 { points[time] = point }
      case "SKY":
        guard let satellites = object["satellites"] as? [[String: Any]] else { continue }
        used = Set(
          satellites.compactMap { satellite in
            guard satellite["used"] as? Bool == true, let system = satellite["gnssid"] as? Int,
              let number = satellite["svid"] as? Int
            else { return nil }
            return [system, number]
          })
      default: break
      }
    }
  }
}
