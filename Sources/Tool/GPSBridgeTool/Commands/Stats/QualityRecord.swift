internal import GPSFormats
internal import Texts

/// The quality of a receiver for programs: a `stats` record with more keys.
enum QualityRecord {
  static func line(_ tally: QualityTally, _ stats: WatchStats, device: String) -> [UInt8] {
    NDJSONFormat.line(.stats) { json in
      json.member("device", device)
      for (key, count) in stats.counts { json.member(key, count) }
      json.member("from", tally.clock.first.map(Timestamp.text))
      json.member("duration_s", tally.seconds, decimals: 3)
      json.member("time_back", tally.clock.back.times)
      json.member("time_ahead", tally.clock.ahead.times)
      json.member("interval_s", tally.interval, decimals: 2)
      json.member(
        "fix_rate", tally.epochs > 0 ? Double(tally.fixes) / Double(tally.epochs) : nil, decimals: 4)
      json.member("first_fix_s", tally.firstFix, decimals: 3)
      json.member("gaps", tally.gaps)
      json.member("longest_gap_s", tally.gaps > 0 ? tally.longestWait?.seconds : nil, decimals: 3)
      json.member("cn0_median_dbhz", tally.signals.quantile(0.5), decimals: 0)
      json.member("cn0_used_median_dbhz", tally.usedSignals.quantile(0.5), decimals: 0)
      json.member("sats_used_median", tally.used.quantile(0.5), decimals: 0)
      json.member("hdop_median", tally.hdop.quantile(0.5), decimals: 2)
      json.member("hdop_p95", tally.hdop.quantile(0.95), decimals: 2)
      json.member("h_acc_median_m", tally.accuracy.quantile(0.5), decimals: 3)
      json.member("h_acc_p95_m", tally.accuracy.quantile(0.95), decimals: 3)
      let scatter = tally.stoodStill ? tally.spread.deviation : nil
      json.member("spread_east_m", scatter?.east, decimals: 3)
      json.member("spread_north_m", scatter?.north, decimals: 3)
      json.member("speed_median_mps", tally.speed.quantile(0.5), decimals: 3)
      json.member("speed_max_mps", tally.speed.quantile(1), decimals: 3)
      json.member("jumps", tally.jumps.count)
      json.member("longest_jump_m", tally.jumps.longest?.metres, decimals: 1)
    }
  }
}
