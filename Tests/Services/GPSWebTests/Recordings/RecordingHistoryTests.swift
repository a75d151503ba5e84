import GNSS
import GPSFormats
import Testing

@testable import GPSWeb
@testable import GPSWebHost

@Suite struct `The history of a recording` {
  private func history(
    _ bytes: [UInt8], _ parameters: [WebField] = []
  ) throws -> (text: String, longest: Int) {
    let shelf = try RecordingShelf()
    try shelf.add("walk.gbr", bytes)
    var request = WebRequest(path: "/history")
    request.query = parameters
    let query = try TrackQuery(request, devices: ["walk.gbr"])
    return whole(RecordingHistory(query, "walk.gbr", try shelf.folder.file("walk.gbr")))
  }

  @Test func `has each epoch once, as the decoder gives it`() throws {
    var times: [String] = []
    var decoder = FixDecoder(.recording())
    func take(_ output: DecodedOutput) {
      if case .fix(let fix) = output, let time = fix.time { times.append(Timestamp.text(time)) }
    }
    let walk = RecordingShelf.walk
    decoder.decode(walk.span, take)
    decoder.finish(take)
    let lines = try history(RecordingShelf.walk).text.fullLines
    #expect(times.count > 250)
    #expect(lines.count == times.count)
    for (line, time) in zip(lines, times) {
      #expect(
        line.hasPrefix(#"{"type":"fix","v":1,"device":"walk.gbr","#) && line.contains(#""time":"\#(time)""#))
      #expect(line.contains(#""state":"recorded""#))
    }
    // What no receiver says in a fix.
    #expect(lines.last?.contains(#""cn0_dbhz":"#) == true)
  }

  @Test func `is made in slices of some kilobytes`() throws {
    let (text, longest) = try history(RecordingShelf.walk)
    #expect(text.utf8.count > 80_000 && longest < 32_768)
  }

  @Test func `has the span and the step that were asked for`() throws {
    let part = try history(
      RecordingShelf.walk,
      [
        WebField("from", "2026-11-20T07:03:00Z"), WebField("to", "2026-11-20T07:04:59Z"),
        WebField("step", "10"),
      ])
    #expect(part.text.fullLines.count == 12)
    #expect(part.text.fullLines.first?.contains("2026-11-20T07:03:00.000Z") == true)
  }

  @Test func `of sentences without a date says when they came, where the recording tells that`() throws {
    let undated = RecordingShelf.walk.split(separator: 0x0A).filter { !$0.starts(with: "$GNRMC".utf8) }
    let bytes = Array(undated.joined(separator: [0x0A])) + [0x0A]
    #expect(try history(bytes).text == "")
    let lines = try history(RecordingShelf.recording(of: bytes, eachSecond: "$GNGGA")).text.fullLines
    #expect(lines.count > 290 && lines.allSatisfy { $0.contains(#""received":"2026-11-20T07:0"#) })
    #expect(lines.first?.contains(#""received":"2026-11-20T07:02:0"#) == true)
    #expect(lines.last?.contains(#""received":"2026-11-20T07:06:5"#) == true)
  }
}
