import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `In a pipe` {
  @Test(arguments: [
    (["watch", Places.morningWalk], #"{"type":"fix""#), (["simulate", "--speed=max"], "$GNTXT"),
  ]) func `a reader that takes some lines and goes is no error`(words: [String], first: String) throws {
    let run = try PipedRun(words)
    #expect(run.pipe.read().starts(with: Array(first.utf8)))
    run.pipe.closeReading()
    #expect(try run.end() == (0, ""))
  }

  @Test func `an epoch comes out as soon as the next one has begun`() throws {
    let input = try Pipe()
    let run = try PipedRun(["watch", "-"], input: input.reading)
    input.write(wire("GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,A"))
    input.write(wire("GPRMC,120001,A,4807.038,N,01131.000,E,0,0,201126,,,A"))
    // The input is still open: without a flush nothing would come.
    let first = String(decoding: run.pipe.read(), as: UTF8.self)
    #expect(first.contains(#""epoch":1,"time":"2026-11-20T12:00:00.000Z""#))
    input.closeWriting()
    #expect(String(decoding: run.pipe.read(), as: UTF8.self).contains(#""epoch":2,"#))
    #expect(try run.end().exit == 0)
  }

  @Test func `the same bytes give the same records as in a file`() throws {
    let walk = try Places.bytes(of: Places.morningWalk)
    let piped = try gpsbridge("watch", "--format=csv", "-", input: walk).output
    #expect(piped == (try gpsbridge("watch", "--format=csv", Places.morningWalk).output))
  }
}
