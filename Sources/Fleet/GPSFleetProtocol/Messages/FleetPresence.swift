internal import GPSBase

/// The retained states of devices and collectors.
package enum FleetPresence {
  /// The largest state that is read.
  package static let mostBytes = 4096

  /// Whether a device is connected.
  ///
  /// ```
  /// {"type":"state","v":1,"online":true,"connection":217315201,"backlog":0}
  /// ```
  package struct Device: Sendable, Hashable {
    package var isOnline: Bool
    /// Rises with each connection of the device, so that the will of an older one is known.
    package var connection: Int64
    /// The number of entries that are not delivered.
    package var backlog: Int64

    package init(isOnline: Bool, connection: Int64, backlog: Int64 = 0) {
      (self.isOnline, self.connection, self.backlog) = (isOnline, connection, backlog)
    }

    /// Reads a state; nil if it is not one.
    package init?(_ bytes: [UInt8]) {
      guard let json = FleetJSON.object(bytes, most: FleetPresence.mostBytes), json["type"]?.text == "state",
        FleetJSON.integer(json["v"]) == 1, let isOnline = json["online"]?.bool,
        let connection = FleetJSON.integer(json["connection"])
      else { return nil }
      self.init(
        isOnline: isOnline, connection: connection, backlog: FleetJSON.integer(json["backlog"]) ?? 0)
    }

    /// The state as bytes; the will is the same with `online` false.
    package var bytes: [UInt8] {
      JSONWriter.line("") { json in
        json.member("type", "state")
        json.member("v", 1)
        json.member("online", isOnline)
        json.member("connection", Int(connection))
        if isOnline { json.member("backlog", Int(backlog)) }
      }
    }
  }

  /// Whether a collector is connected, and which database it writes.
  ///
  /// ```
  /// {"type":"collector","v":1,"online":true,"connection":17,"batches":[1],"database":"7301","timeline":2,"restored":[1795000000000,1794990000000]}
  /// ```
  package struct Collector: Sendable, Hashable {
    /// A restored backup: when that was reported, and since when points are missing, in milliseconds since 1970.
    package struct Restored: Sendable, Hashable {
      package let at: Int64
      package let since: Int64

      package init(at: Int64, since: Int64) { (self.at, self.since) = (at, since) }
    }

    package var isOnline: Bool
    /// Rises with each start of the collector: a number not seen before is an announcement.
    package var connection: Int64
    /// The versions of batches that it reads.
    package var batches: [UInt8]
    /// Its database; nil while that is away.
    package var database: FleetDatabase?
    package var restored: Restored?

    package init(
      isOnline: Bool, connection: Int64, batches: [UInt8] = [FleetBatch.version],
      database: FleetDatabase? = nil,
      restored: Restored? = nil
    ) {
      (self.isOnline, self.connection, self.batches) = (isOnline, connection, batches)
      (self.database, self.restored) = (database, restored)
    }

    /// Reads a state; nil if it is not one.
    package init?(_ bytes: [UInt8]) {
      guard let json = FleetJSON.object(bytes, most: FleetPresence.mostBytes),
        json["type"]?.text == "collector", FleetJSON.integer(json["v"]) == 1,
        let isOnline = json["online"]?.bool, let connection = FleetJSON.integer(json["connection"])
      else { return nil }
      let batches = (json["batches"]?.elements ?? []).compactMap { version in
        FleetJSON.integer(version, in: 0...255).map { UInt8($0) }
      }
      var restored: Restored?
      if let pair = json["restored"]?.elements, pair.count == 2, let at = FleetJSON.integer(pair[0]),
        let since = FleetJSON.integer(pair[1])
      {
        restored = Restored(at: at, since: since)
      }
      self.init(
        isOnline: isOnline, connection: connection, batches: batches, database: FleetDatabase(json),
        restored: restored)
    }

    /// The state as bytes; the will is the same with `online` false.
    package var bytes: [UInt8] {
      JSONWriter.line("") { json in
        json.member("type", "collector")
        json.member("v", 1)
        json.member("online", isOnline)
        json.member("connection", Int(connection))
        guard isOnline else { return }
        json.array("batches") { json in for version in batches { json.element(Int(version)) } }
        database?.write(to: &json)
        if let restored {
          json.array("restored") { json in
            json.element(Int(restored.at))
            json.element(Int(restored.since))
          }
        }
      }
    }
  }
}
