import GPSCoreLocation

extension CLLocationCoordinate2D: @retroactive Equatable, @retroactive Hashable {
  public static func == (left: CLLocationCoordinate2D, right: CLLocationCoordinate2D) -> Bool {
    left.latitude == right.latitude && left.longitude == right.longitude
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(latitude)
    hasher.combine(longitude)
  }
}

func distinct(_ places: [CLLocationCoordinate2D]) -> Int { Set(places).count }
