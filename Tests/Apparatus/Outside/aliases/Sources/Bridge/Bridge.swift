import GNSS
import GPSBridge
import GPSNMEA
import NMEA
import SerialPorts
import UBX

/// The latitude of a line by gpsbridge's parser, and the number of its fields by this package's own.
public func compare(_ line: String) throws -> (latitude: Double?, fields: Int) {
  let own = NMEA.Sentence(line: line)
  guard case .gga(let gga) = try GPSNMEA.Sentence(line.utf8) else { return (nil, own.fields.count) }
  return (gga.latitude, own.fields.count)
}

/// How many rows the tables of this package have in all.
public func rows() -> Int {
  GNSSTable.rows + SerialPortsTable.rows + UBXTable.rows
}

/// Where a receiver is; nil while it has no fresh position.
public func place(of manager: LocationManager) -> Coordinate? { manager.latest?.location?.coordinate }
