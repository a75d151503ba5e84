import GPSBridge
import TestSupport
import Testing

@testable import GPSBridgeTool

/// The commands that read recordings read ours and those of other programs alike.
@Suite struct `A recording of our own` {
  /// Sentences as a recording with times has them, cut where a line of bytes ends in the middle.
  private func recorded(_ seconds: Range<Int>, begun: String = "2026-11-20T12:00:00.000Z") -> [UInt8] {
    var writer = RecordedLog.Writer()
    var text = Array("#gpsbridge-recording 1 \(begun)\n# device: usb-1.2\n".utf8)
    for second in seconds {
      let bytes = Journey.moment(second, 47 + Double(second) / 1e5, 9)
      let (head, rest) = (Array(bytes[..<20]), Array(bytes[20...]))
      writer.append(head.span, at: .seconds(second), to: &text)
      writer.append(rest.span, at: .seconds(second) + .milliseconds(20), to: &text)
    }
    return text
  }

  private func plain(_ seconds: Range<Int>) -> [UInt8] {
    seconds.flatMap { Journey.moment($0, 47 + Double($0) / 1e5, 9) }
  }

  @Test(arguments: [
    ["watch", "-"], ["watch", "--format=csv", "-"], ["watch", "--format=nmea", "-"],
    ["watch", "--format=gpsd", "-"], ["fix", "-"], ["fix", "--format=json", "-"],
    ["fix", "--average=3s", "-"], ["stats", "--json", "-"], ["export", "--format=csv", "-"],
  ]) func `says the same as its bytes alone, in every command`(words: [String]) throws {
    let ours = try gpsbridge(words, input: recorded(0..<8))
    let bytes = try gpsbridge(words, input: plain(0..<8))
    #expect(ours.exit == 0, "\(ours.message)")
    #expect(ours.output == bytes.output && !ours.output.isEmpty)
  }

  @Test(arguments: ["nmea", "ndjson", "gpsd"])
  func `joins no two halves between which the receiver was pulled out`(format: String) throws {
    let sentence = Array(Journey.moment(1, 47, 9).prefix { $0 != 0x0D })
    let (head, rest) = (Array(sentence[..<40]), Array(sentence[40...]) + [0x0D, 0x0A])
    let beginning = Journey.moment(0, 47, 9) + head
    func text(_ remark: String) -> [UInt8] {
      var writer = RecordedLog.Writer()
      var text = Array("#gpsbridge-recording 1 2026-11-20T12:00:00.000Z\n".utf8)
      writer.append(beginning.span, at: .zero, to: &text)
      text += Array(remark.utf8)
      writer.append(rest.span, at: .seconds(9), to: &text)
      return text
    }
    let words = ["watch", "--format=\(format)", "-"]
    let whole = try gpsbridge(words, input: text("# a person's remark\n"))
    let cut = try gpsbridge(words, input: text("# 2026-11-20T12:00:08.000Z opened /dev/ttyUSB1\n"))
    let before = try gpsbridge(words, input: Journey.moment(0, 47, 9))
    #expect(cut.exit == 0 && cut.output == before.output && whole.output.utf8.count > cut.output.utf8.count)
  }

  @Test func `mends dates by the day on which it was begun`() throws {
    let old = wire("GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,060407,,,A")
    var writer = RecordedLog.Writer()
    var text = Array("#gpsbridge-recording 1 2026-11-20T12:00:00.000Z\n".utf8)
    writer.append(old.span, at: .zero, to: &text)
    let record = try JSONReader.read(try gpsbridge("watch", "--types=fix", "-", input: text).output)
    #expect(record["time"]?.text == "2026-11-20T12:00:00.000Z")
    #expect(record["corrections"] == .array([.string("rollover+1024w")]))
  }

  @Test func `is told to have lines that can't be read, and the rest is printed`() throws {
    let run = try gpsbridge("watch", "-", input: recorded(0..<3) + Array("x y z\n".utf8) + recorded(3..<4))
    #expect(run.exit == 0 && run.lines.count == 4 && run.message.hasPrefix("note: "))
    #expect(run.message.hasSuffix(" of standard input can't be read\n"))
  }

  @Test(arguments: [["watch"], ["fix"], ["stats"], ["export", "--format=gpx"]])
  func `of a newer version is refused by every command`(words: [String]) throws {
    let text = Array("#gpsbridge-recording 2 2026-11-20T12:00:00.000Z\n0 $GPRMC\n".utf8)
    let run = try gpsbridge(words + ["-"], input: text)
    #expect(run.exit == 6 && run.message.hasPrefix("error: standard input can't be read\n"))
    #expect(run.message.hasSuffix("\n  try: use the program that wrote it, or a newer gpsbridge\n"))
  }
}

@Suite struct `The morning walk` {
  @Test func `says first that it is synthetic, and when it would have been`() throws {
    let bytes = try Places.bytes(of: Places.morningWalk)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("# Synthetic: ") && text.contains("\r\n# Date: 2026-11-20\r\n"))
    #expect(bytes.count < 300_000)
  }

  @Test func `begins cold, and finds two dimensions, then three, then corrections`() throws {
    let fixes = try gpsbridge("watch", "--types=fix", Places.morningWalk).lines.map {
      try JSONReader.read($0)
    }
    var steps: [String] = []
    for fix in fixes {
      let step = [fix["mode"]?.text, fix["quality"]?.text].compactMap { $0 }.joined(separator: " ")
      if steps.last != step { steps.append(step) }
    }
    #expect(steps == ["none", "2d gnss", "3d gnss", "3d dgnss"])
    #expect(fixes.first?["time"] == nil && fixes.last?["time"]?.text == "2026-11-20T07:06:59.000Z")
  }

  @Test func `is clean: every byte is read, nothing is late`() throws {
    let stats = try JSONReader.read(try gpsbridge("watch", "--types=stats", Places.morningWalk).output)
    for key in ["bad_checksum", "bad_field", "cut", "junk_bytes", "late"] {
      #expect(stats[key]?.number == 0, "\(key)")
    }
    #expect(stats["epochs"]?.number == 300 && stats["fixes"]?.number == 273)
  }
}
