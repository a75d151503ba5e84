import GPSBridge
import TestSupport
import Testing
import UBX

@testable import GNSS
@testable import SimulatedGPS

@Suite struct `A recording in memory` {
  @Test func `has the pieces of our own format as they came`() throws {
    var writer = RecordedLog.Writer()
    var text = writer.header(.init(started: nil, fields: [.init("device", "usb-1.2")]))
    writer.append([1, 2].span, at: .milliseconds(5), to: &text)
    writer.append([3].span, at: .milliseconds(5), to: &text)
    writer.append([4, 5, 6].span, at: .seconds(7), to: &text)
    let recording = Simulation.Recording(text: text.span)
    #expect(recording.header?.device == "usb-1.2")
    #expect(recording.count == 3 && recording.byteCount == 6 && recording.duration == .seconds(7))
    #expect((0..<3).map { recording[$0].bytes } == [[1, 2], [3], [4, 5, 6]])
    #expect((0..<3).map { recording[$0].time } == [.milliseconds(5), .milliseconds(5), .seconds(7)])
  }

  @Test func `ends what was half said when its receiver was pulled out`() {
    let lines = [
      "#gpsbridge-recording 1 -", "0 $GPG", "# 2026-11-20T12:00:02.000Z opened /dev/ttyUSB1", "2000 GA,", "",
    ]
    let recording = Simulation.Recording(text: Array(lines.joined(separator: "\n").utf8).span)
    let pieces = (0..<recording.count).map { String(decoding: recording[$0].bytes, as: UTF8.self) }
    #expect(pieces == ["$GPG", "\r\n", "GA,"])
    #expect(recording.times == [.zero, .zero, .seconds(2)])
  }

  @Test func `notes the lines that could not be read, and not more of them than are of use`() {
    let text = Array(("#gpsbridge-recording 1 -\n" + String(repeating: "oh\n", count: 500) + "7 a\n").utf8)
    let recording = Simulation.Recording(text: text.span)
    #expect(recording.count == 1)
    #expect(recording.problems.count == 100 && recording.problems[0].line > 0)
  }

  @Test func `gets the times of plain bytes from what they say`() {
    var text: [UInt8] = []
    for second in ["235958.00", "235959.00", "000000.00", "000000.50"] {
      text += wire([
        "GPGGA,\(second),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        "GPGSA,A,3,01,02,03,04,,,,,,,,,1.7,0.9,1.5",
        "GPRMC,\(second),A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A",
      ])
    }
    let recording = Simulation.Recording(text: text.span)
    #expect(recording.count == 4)
    #expect(recording.times == [.zero, .seconds(1), .seconds(2), .milliseconds(2500)])
    #expect(recording.pieces.flatMap(\.self) == text)
    #expect(recording.header == nil)
  }

  @Test func `does not wait out a gap of hours, nor a clock that goes back`() {
    var text: [UInt8] = []
    for time in ["120000", "150000", "145959", "150000"] {
      text += wire("GPRMC,\(time),A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A")
    }
    let recording = Simulation.Recording(text: text.span)
    #expect(recording.times == [.zero, .seconds(60), .seconds(60), .seconds(61)])
  }

  /// A message at a time in milliseconds, of a format without sentences.
  private static let messages: [String: @Sendable (UInt32) -> [UInt8]] = [
    "UBX": { time in NavPVT { $0.timeOfWeek = time }.encoded() },
    "UBX with a version first": { time in NavHPPOSLLH { $0.timeOfWeek = time }.encoded() },
    "SiRF": { time in SiRFFrame.wrap([41] + zeros(6) + bigEndian(time) + zeros(80)) ?? [] },
    "SiRF, hundredths": { time in SiRFFrame.wrap([2] + zeros(23) + bigEndian(time / 10) + zeros(13)) ?? [] },
    "CASIC": { time in
      CASICFrame.wrap(CASICKind(1, 3), bigEndian(time).reversed() + zeros(76)) ?? []
    },
  ]

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
  }

  @Test(arguments: messages.keys.sorted())
  func `gets the times of binary messages from what they say`(format: String) throws {
    let message = try #require(Self.messages[format])
    // The week begins anew, and a message is cut.
    let times: [UInt32] = [604_798_000, 604_799_000, 0, 500]
    let noise: [UInt8] = [0xB5, 0x62, 0xA0, 0x0A, 0xBA]
    let text = times.flatMap { message($0) + noise + message($0) } + message(1000).dropLast()
    let recording = Simulation.Recording(text: text.span)
    #expect(recording.times == [.zero, .seconds(1), .seconds(2), .milliseconds(2500)])
    #expect(recording.pieces.flatMap(\.self) == text)
    var timing = PlainTiming()
    var pieces: [[UInt8]] = []
    for byte in text { timing.take([byte]) { bytes, _ in pieces.append(bytes) } }
    timing.finish { bytes, _ in pieces.append(bytes) }
    #expect(pieces == recording.pieces)
  }

  @Test func `gets the times of sentences between binary messages from the sentences`() {
    var text: [UInt8] = []
    for second: UInt32 in 0..<3 {
      // GPS time is 18 seconds ahead.
      text += NavPVT { $0.timeOfWeek = (second + 18) * 1000 }.encoded()
      text += wire("GPRMC,00000\(second),A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A")
    }
    let recording = Simulation.Recording(text: text.span)
    #expect(recording.times == [.zero, .zero, .seconds(1), .seconds(2)])
    #expect(recording.pieces.flatMap(\.self) == text)
  }

  @Test func `comes as over a slow line where nothing tells a time`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let recording = Simulation.Recording(text: bytes.span)
    #expect(recording.pieces.flatMap(\.self) == bytes)
    #expect(recording.duration == .seconds(1))
  }

  @Test(arguments: [
    "$GPRMC,1200,A", "$GPRMC,250000,A", "$GPRMC,126000,A", "$GPRMC,12000a,A", "$GPRMC", "$GPRMC,,A",
    "$RMC,120000", "GPRMC,120000,A", "$GPGSV,120000", "$GPGLL,4807.038,N,01131.000,E",
  ])
  func `takes no time from what tells none`(line: String) {
    #expect(PlainTiming.time(Array(line.utf8)[...]) == nil)
  }

  @Test func `takes the time of every sentence that has one`() {
    let noon: Int64 = 43_200_250_000_000
    for line in [
      "$GPRMC,120000.25,A", "$GNGGA,120000.25,", "$GPZDA,120000.25,20,11,2026",
      "$GPGLL,4807.038,N,01131.000,E,120000.25,A", "noise$GPGNS,120000.250,", "$GPGST,120000.25*11",
    ] { #expect(PlainTiming.time(Array(line.utf8)[...]) == noon, "\(line)") }
  }

  @Test(arguments: 0..<100)
  func `keeps every byte of anything`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let words = ["$GPRMC,120000,A", "$GPGGA,235959.9,", "\r\n", "\0\u{1}", "$", "*41", "b\u{301}"]
    let text = Array((0..<300).map { _ in words.randomElement(using: &random) ?? "" }.joined().utf8)
    let recording = Simulation.Recording(text: text.span)
    #expect(recording.pieces.flatMap(\.self) == text)
  }

  @Test func `is read from a file, or it is said why not`() throws {
    let folder = try TestFolder()
    let sink = try ByteSink(path: folder.file("walk.nmea"))
    let text = bytes(.walk, seconds: 20)
    try sink.write(text.span)
    #expect(try Simulation.Recording(contentsOf: folder.file("walk.nmea")).byteCount == text.count)
    #expect(throws: RecordedLog.FileError.self) {
      try Simulation.Recording(contentsOf: folder.file("nothing"))
    }
  }
}

extension Simulation.Recording {
  fileprivate var times: [Duration] { (0..<count).map { self[$0].time } }
  fileprivate var pieces: [[UInt8]] { (0..<count).map { self[$0].bytes } }
}
