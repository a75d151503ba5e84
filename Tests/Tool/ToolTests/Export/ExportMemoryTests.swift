import TestSupport
import Glibc
import Testing

@testable import GPSBridgeTool

@Suite struct `The memory of an export` {
  /// The most that a process has had in memory, in kilobytes.
  private func peak(of child: pid_t) throws -> Int {
    let text = String(decoding: try Places.bytes(of: "/proc/\(child)/status"), as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }

  private func write(_ bytes: [UInt8], to pipe: CInt) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(pipe, $0.baseAddress, $0.count) }
      try #require(count > 0)
      rest = rest.dropFirst(count)
    }
  }

  /// A line without a gap, in the formats that must hold something back.
  @Test(arguments: ["geojson", "kml", "gpx"]) func `does not grow with the recording`(format: String) throws {
    let folder = try WorkFolder()
    let pipe = try Pipe()
    let message = try TemporaryFile()
    let child = try Program.start(
      ["export", "-", "-o", folder("a.\(format)"), "--simplify", "1cm"], input: pipe.reading,
      output: message.descriptor, message: message.descriptor)
    pipe.closeReading()
    var second = 0
    func more(_ count: Int) -> [UInt8] {
      defer { second += count }
      return (second..<second + count).flatMap { second in
        Journey.moment(second, 48 + Double(second) * 1e-5, 11 + Double(second % 7) * 1e-5)
      }
    }
    try write(more(4000), to: pipe.writing)
    let before = try peak(of: child)
    for _ in 0..<8 { try write(more(4000), to: pipe.writing) }
    let after = try peak(of: child)
    pipe.closeWriting()
    #expect(Program.wait(for: child) == 0)
    if !Sanitizer.isLooking { #expect(after - before < 1500, "from \(before) to \(after) kB") }
    #expect(try message.text().contains(" of 36000 points, "))
    #expect(folder.contents == ["a.\(format)"])
  }
}
