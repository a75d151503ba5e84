package import GPSFormats
internal import GPSBase

/// The line that reports a receiver's attitude to clients.
package enum AttitudeLine {
  /// Returns the attitude as a line.
  package static func bytes(_ attitude: Attitude, _ device: String) -> [UInt8] {
    var json = JSONWriter()
    json.object { GPSDObjects.attitude(attitude, device, &$0) }
    return json.bytes + [0x0D, 0x0A]
  }
}
