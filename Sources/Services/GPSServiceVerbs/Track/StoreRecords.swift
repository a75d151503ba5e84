internal import GNSS
internal import GPSBase
internal import GPSFormats
internal import GPSStore

/// Records of trips, stops, gaps, days and visits.
enum StoreRecords {
  static func trip(_ trip: Trip) -> [UInt8] {
    line("trip", trip.device, trip.times.lowerBound, trip.times.upperBound) { json in
      json.member("lat", trip.start.latitude, decimals: 7)
      json.member("lon", trip.start.longitude, decimals: 7)
      json.member("end_lat", trip.end.latitude, decimals: 7)
      json.member("end_lon", trip.end.longitude, decimals: 7)
      json.member("distance_m", trip.meters, decimals: 1)
      json.member("straight_m", trip.straightMeters, decimals: 1)
      json.member("moving_s", trip.moving / .seconds(1), decimals: 3)
      json.member("speed_max_mps", trip.fastest, decimals: 2)
      if trip.isOpen { json.member("open", true) }
    }
  }

  static func stop(_ stop: Stop) -> [UInt8] {
    line("stop", stop.device, stop.times.lowerBound, stop.times.upperBound) { json in
      json.member("lat", stop.place.latitude, decimals: 7)
      json.member("lon", stop.place.longitude, decimals: 7)
      if stop.isOpen { json.member("open", true) }
    }
  }

  static func gap(_ gap: StoredGap, device: String) -> [UInt8] {
    line("gap", device, gap.from, gap.to) { json in
      json.member("cause", VisibleText.replaced(gap.cause, limit: 64))
      json.member("verdict", gap.verdict.map { VisibleText.replaced($0) })
    }
  }

  static func day(_ day: DaySummary, _ times: ClosedRange<UTC>, device: String) -> [UInt8] {
    line("day", device, times.lowerBound, times.upperBound) { json in
      json.member("fixes", day.fixes)
      json.member("known_s", day.known, decimals: 3)
      json.member("distance_m", day.distance, decimals: 1)
      json.member("gaps", day.gaps.count)
      json.member("speed_max_mps", day.fastest, decimals: 2)
      json.member("h_acc_median_m", day.medianAccuracy, decimals: 1)
    }
  }

  static func day(_ day: KnownDay, _ times: ClosedRange<UTC>, device: String) -> [UInt8] {
    line("day", device, times.lowerBound, times.upperBound) { json in
      json.member("known_s", day.known, decimals: 3)
      json.member("distance_m", day.distance, decimals: 1)
    }
  }

  static func visit(from: UTC, to: UTC, nearest: Double, device: String) -> [UInt8] {
    line("visit", device, from, to) { json in json.member("nearest_m", nearest, decimals: 1) }
  }

  private static func line(
    _ type: String, _ device: String, _ from: UTC, _ to: UTC, _ fill: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    JSONWriter.line { json in
      json.member("type", type)
      json.member("v", 1)
      // It is text from a file.
      json.member("device", VisibleText.replaced(device))
      json.member("from", from)
      json.member("to", to)
      fill(&json)
    }
  }
}
