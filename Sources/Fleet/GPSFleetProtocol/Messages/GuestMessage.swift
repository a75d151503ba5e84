internal import GNSS
internal import GPSBase
package import GPSTrackRows

/// Messages in the forms of other people's programs: a broker's acknowledgement is all that is known of them.
package enum GuestMessage {
  /// A position as OwnTracks has it, with the fields and units of its table.
  ///
  /// ```
  /// {"_type":"location","tst":1795000000,"lat":47.6000648,"lon":9.4001278,"acc":2,"alt":404,"vac":3,"vel":43,"cog":89,"tid":"42",…}
  /// ```
  ///
  /// All but the place are whole numbers there. Accuracies are rounded up, so none is better than the receiver's.
  ///
  /// - Parameters:
  ///   - entry: The position and its number in the store.
  ///   - epoch: The opening of the store in which the number was given: both make `_id`, which is the same in a second copy.
  ///   - device: The device.
  ///   - seconds: The time of the message, since 1970.
  /// - Returns: The message; nil without a position.
  package static func ownTracks(
    _ entry: TrackColumns.Entry, epoch: UInt32, of device: FleetDevice, at seconds: Int64
  ) -> [UInt8]? {
    guard let place = entry.row.coordinate else { return nil }
    let columns = entry.row.columns
    func rounded(_ column: Int, _ unit: Double, up: Bool = false) -> Int? {
      columns[column].map { Int((Double($0) * unit).rounded(up ? .up : .toNearestOrAwayFromZero)) }
    }
    return JSONWriter.line("") { json in
      json.member("_type", "location")
      json.member("tst", Int(floored(entry.row.milliseconds)))
      json.member("lat", place.latitude, decimals: 7)
      json.member("lon", place.longitude, decimals: 7)
      json.member("acc", rounded(10, 0.001, up: true))
      if !entry.row.flags.contains(.ellipsoidal) { json.member("alt", rounded(5, 0.01)) }
      json.member("vac", rounded(11, 0.001, up: true))
      json.member("vel", rounded(7, 0.036))
      json.member("cog", rounded(8, 0.01).map { $0 % 360 })
      json.member("tid", String(device.name.description.suffix(2)))
      json.member("created_at", Int(seconds))
      json.member("_id", "\(epoch)-\(entry.number)")
    }
  }

  /// The broker's message to OwnTracks when the connection breaks, with the time of the connection.
  package static func ownTracksWill(at seconds: Int64) -> [UInt8] {
    JSONWriter.line("") { json in
      json.member("_type", "lwt")
      json.member("tst", Int(seconds))
    }
  }

  /// The topic of a device at OwnTracks.
  package static func ownTracksTopic(of device: FleetDevice) -> String { "owntracks/\(device)" }

  /// The newest position: a `fix` record, with whether the device still has one.
  package static func last(_ entry: TrackColumns.Entry, isLive: Bool) -> [UInt8] {
    JSONWriter.line("") { json in
      FleetBatchText.write(entry, to: &json)
      json.member("live", isLive)
    }
  }

  /// The two states of a device that sends its newest position.
  package static let (online, offline) = (Array("online".utf8), Array("offline".utf8))

  // MARK: - Home Assistant

  /// Whether Home Assistant takes the names of a device in a topic: there they have no dots.
  package static func homeAssistantTakes(_ device: FleetDevice) -> Bool {
    !device.description.utf8.contains(UInt8(ascii: "."))
  }

  /// The configurations that make Home Assistant show a device: a tracker, whether it has a position, and its speed.
  package static func discovery(
    of device: FleetDevice, program version: String
  ) -> [(topic: String, payload: [UInt8])] {
    // Each a component of its own, since the one message for all of a device needs version 2024.11.
    [("device_tracker", tracker), ("binary_sensor", live), ("sensor", speed)].map { component, fill in
      let payload = JSONWriter.line("") { json in
        fill("\(FleetTopic.device(device, .last))", &json)
        // No name has a slash.
        let name = "gpsbridge/\(device)"
        json.member("unique_id", "\(name)/\(component)")
        json.member("availability_topic", "\(FleetTopic.device(device, .live))")
        json.object("device") { json in
          json.array("identifiers") { $0.element(name) }
          json.member("name", device.name.description)
          json.member("manufacturer", "gpsbridge")
          json.member("sw_version", version)
        }
        json.object("origin") { json in
          json.member("name", "gpsbridge")
          json.member("sw_version", version)
        }
      }
      return ("homeassistant/\(component)/\(device)/config", payload)
    }
  }

  private static func tracker(_ topic: String, _ json: inout JSONWriter) {
    json.member("name", "Position")
    json.member("source_type", "gps")
    json.member("json_attributes_topic", topic)
    // Members that the receiver did not report would be a warning in its log.
    json.member(
      "json_attributes_template",
      """
      {% set f = value_json %}{{ dict({'latitude': f.lat, 'longitude': f.lon, 'time': f.time}, \
      **dict([('gps_accuracy', f.h_acc_m | default(none)), \
      ('altitude', f.alt_msl_m | default(none)), ('speed', f.speed_mps | default(none)), \
      ('course', f.course_deg | default(none)), ('satellites', f.sats_used | default(none))] \
      | rejectattr(1, 'none'))) | tojson }}
      """)
  }

  private static func live(_ topic: String, _ json: inout JSONWriter) {
    json.member("name", "Live")
    json.member("device_class", "connectivity")
    json.member("state_topic", topic)
    json.member("value_template", "{{ 'ON' if value_json.live else 'OFF' }}")
  }

  private static func speed(_ topic: String, _ json: inout JSONWriter) {
    json.member("name", "Speed")
    json.member("device_class", "speed")
    json.member("state_class", "measurement")
    json.member("unit_of_measurement", "m/s")
    json.member("state_topic", topic)
    json.member(
      "value_template",
      "{{ value_json.speed_mps if value_json.live and value_json.speed_mps is defined else 'None' }}")
  }

  private static func floored(_ milliseconds: Int64) -> Int64 { milliseconds.floored(by: 1000) }
}
