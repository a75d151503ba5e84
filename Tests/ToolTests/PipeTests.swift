import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `In a pipe` {
  @Test func `a reader that takes one line and goes is no error`() throws {
    let pipe = try Pipe()
    let message = try TemporaryFile()
    let child = try Program.start(
      [Program.path, Array("watch".utf8), Array(Places.morningWalk.utf8)], input: nil, output: pipe.writing,
      message: message.descriptor)
    pipe.closeWriting()
    #expect(pipe.read().starts(with: Array(#"{"type":"fix""#.utf8)))
    pipe.closeReading()
    #expect(Program.wait(for: child) == 0)
    #expect(try message.bytes() == [])
  }

  @Test func `an epoch comes out as soon as the next one has begun`() throws {
    let input = try Pipe()
    let output = try Pipe()
    let message = try TemporaryFile()
    let child = try Program.start(
      [Program.path, Array("watch".utf8), Array("-".utf8)], input: input.reading, output: output.writing,
      message: message.descriptor)
    output.closeWriting()
    input.write(wire("GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,A"))
    input.write(wire("GPRMC,120001,A,4807.038,N,01131.000,E,0,0,201126,,,A"))
    // The input is still open: without a flush nothing would come.
    let first = String(decoding: output.read(), as: UTF8.self)
    #expect(first.contains(#""epoch":1,"time":"2026-11-20T12:00:00.000Z""#))
    input.closeWriting()
    #expect(String(decoding: output.read(), as: UTF8.self).contains(#""epoch":2,"#))
    #expect(Program.wait(for: child) == 0)
  }

  @Test func `the same bytes give the same records as in a file`() throws {
    let walk = try Places.bytes(of: Places.morningWalk)
    let piped = try gpsbridge("watch", "--format=csv", "-", input: walk).output
    #expect(piped == (try gpsbridge("watch", "--format=csv", Places.morningWalk).output))
  }
}
