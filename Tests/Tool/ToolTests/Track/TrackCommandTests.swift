import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite final class `gpsbridge track`: FolderSuite {
  private func track(_ words: String..., zone: String = "UTC") throws -> Run {
    try gpsbridge(["track", "--store", folder("track.db")] + words, environment: ["TZ": zone])
  }

  @Test func `shows a day, its place and its accuracy`() throws {
    try folder.storeDrive()
    let day = try track("2026-11-20")
    #expect(day.exit == 0 && day.message.isEmpty)
    #expect(day.lines.first?.hasPrefix("  12:0") == true && day.output.contains(" → "))
    #expect(day.lines.last?.contains(" m on 2026-11-20, 0 m in all. Median accuracy ") == true)
    #expect(try track("days").output.hasPrefix("2026-11-20   "))
    // Before midnight there.
    #expect(try track("2026-11-19", zone: "XXX+12:30").lines.first?.hasPrefix("  23:3") == true)
    let window = try track("--from", "2026-11-20T12:00:00Z", "--to", "2026-11-19", zone: "XXX+12:30")
    #expect(window.lines.first?.hasPrefix("  23:3") == true && window.output.contains(" – 23:3"))
  }

  @Test func `prints records that are as the schema says`() throws {
    try folder.storeDrive()
    let runs = [
      try track("2026-11-20", "--json"), try track("days", "--json"), try track("gaps", "--json"),
      try track("--near", "47.5,9.4,1000km", "--json"),
    ]
    for run in runs {
      #expect(run.exit == 0)
      _ = try SecludedRun.records(run)
    }
    #expect(runs[0].lines.last?.contains(#""type":"day","v":1,"device":"sim"#) == true)
    #expect(runs[1].lines.count == 1)
    #expect(runs[3].lines.count == 1 && runs[3].output.contains(#""type":"visit""#))
  }

  @Test func `reports what is not stored, and refuses what is no time and no place`() throws {
    func track(_ words: String) -> String { "track --store @/track.db \(words)" }
    try Transcript.expect("track-absent", in: folder, ["there is no store": [track("2026-11-20")]])
    try folder.storeDrive()
    try Transcript.expect(
      "track", in: folder,
      [
        "nothing is stored of a time or a place": [
          "yesterday", "2001-01-01", "--near 0,0,10m", "--from 2001-01-01 --to 2001-01-02",
        ].map(track),
        "there is no gap": [track("gaps")],
        "no word fails after all was forgotten": [
          track("forget --from 2001-01-01 --to 2100-01-01 --yes"), track("days"), track("gaps"),
        ],
        "it is no time and no place": [
          "tuesday", "2026-02-30", "--near 91,0,1m", "--near 1,1", "--near 1,1,0", "--from x",
          "today --from 08:00", "--from 2026-11-20 --to 2026-11-19",
        ].map(track),
      ])
  }
}
