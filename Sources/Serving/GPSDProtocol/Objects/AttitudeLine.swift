package import GPSFormats
internal import GPSBase

/// Where a receiver points, as clients are told it.
package enum AttitudeLine {
  /// It as a line.
  package static func bytes(_ attitude: Attitude, _ device: String) -> [UInt8] {
    var json = JSONWriter()
    json.object { GPSDObjects.attitude(attitude, device, &$0) }
    return json.bytes + [0x0D, 0x0A]
  }
}
