// What "GPSFormats" and "Writing a track" show.
import GNSS
import GPSBridge
import GPSFormats

func record(_ fix: Fix) -> [UInt8] {
  let format = NDJSONFormat(device: "/dev/ttyACM0", types: [.fix])
  let line = format.lines(for: fix)
  return line
}

func writeRecords(of receiver: Receiver, to sink: some FormatSink) async {
  var records = ReportRecords(of: receiver, types: [.verdict, .event, .setting])
  for await report in receiver.reports {
    for record in records.take(report, at: LiveMoment(receiver.time)) { sink.write(record.line) }
  }
}

func gpx(of fixes: [Fix]) -> String {
  let memory = MemorySink()
  var track = TrackMaker(.gpx, to: memory, name: "walk", simplify: 2)
  for fix in fixes { track.take(fix) }
  track.finish()
  print(track.counts.text)
  return memory.text
}

func gpx(ofRecording path: String) throws -> String {
  var fixes = try RecordedLog.Fixes(path)
  let memory = MemorySink()
  var track = TrackMaker(.gpx, to: memory, name: "walk")
  while let (fix, arrival) = try fixes.next() { track.take(fix, arrival: arrival) }
  track.finish()
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
