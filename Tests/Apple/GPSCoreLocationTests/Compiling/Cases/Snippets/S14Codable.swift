import Foundation
import GPSCoreLocation

extension CLLocationCoordinate2D: @retroactive Codable {
  enum Keys: String, CodingKey { case latitude, longitude }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    self.init(
      latitude: try container.decode(CLLocationDegrees.self, forKey: .latitude),
      longitude: try container.decode(CLLocationDegrees.self, forKey: .longitude))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(latitude, forKey: .latitude)
    try container.encode(longitude, forKey: .longitude)
  }
}

struct Landmark: Codable {
  var name: String
  var coordinate: CLLocationCoordinate2D
}

func archive(_ location: CLLocation) throws -> Data {
  try NSKeyedArchiver.archivedData(withRootObject: location, requiringSecureCoding: true)
}
