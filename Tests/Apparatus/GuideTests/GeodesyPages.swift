// What the article of Geodesy shows.
import GNSS
import GPSGeodesy

func farFromBerlin() {
  let berlin = Coordinate(latitude: 52.52, longitude: 13.405)
  let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
  if let berlin, let paris { print(berlin.distance(to: paris)) }  // 879699.3161...
}
