// What "GPSFormats" and "Writing a track" show.
import GNSS
import GPSFormats

func record(_ fix: Fix) -> [UInt8] {
  let format = NDJSONFormat(device: "/dev/ttyACM0", types: [.fix])
  let line = format.lines(for: fix)
  return line
}

func gpx(of fixes: [Fix]) -> String {
  let memory = MemorySink()
  var track = TrackMaker(.gpx, to: memory, name: "walk", simplify: 2)
  for fix in fixes { track.take(fix) }
  track.finish()
  print(track.counts.text)
  return memory.text
}

func noon(of fixes: [Fix]) throws -> TrackCounts {
  let window = try TimeWindow(startingAt: "11:30", endingAt: "12:30")
  var track = TrackMaker(.csv, to: MemorySink(), name: "noon", window: window)
  for fix in fixes { track.take(fix) }
  track.finish()
  return track.counts
}

final class StandardOutput: FormatSink {
  func write(_ bytes: [UInt8]) { print(String(decoding: bytes, as: UTF8.self), terminator: "") }
}
