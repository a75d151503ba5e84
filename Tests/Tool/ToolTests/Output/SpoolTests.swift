import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `Bytes that wait` {
  private func emptied(_ spool: Spool, behind start: String = "") throws -> [UInt8] {
    let file = try TemporaryFile()
    let output = ByteOutput(file.descriptor)
    output.write(text: start)
    spool.empty(into: output)
    output.flush()
    #expect(output.failure == nil)
    return try file.bytes()
  }

  @Test func `come out as they went in, behind what was there`() throws {
    let spool = Spool(in: Array("/tmp".utf8))
    #expect(spool.isEmpty)
    for byte in "bc".utf8 { spool.write([byte]) }
    #expect(try !spool.isEmpty && emptied(spool, behind: "a") == Array("abc".utf8) && spool.isEmpty)
  }

  @Test func `come out once, and those that come later alone`() throws {
    let spool = Spool(in: Array("/tmp".utf8))
    spool.write([1, 2])
    _ = try emptied(spool)
    #expect(try emptied(spool) == [])
    spool.write([3])
    #expect(try emptied(spool) == [3])
  }

  @Test func `are the same when they are many, each time anew`() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let spool = Spool(in: Array("/tmp".utf8))
    // The second round is shorter than the first: nothing of that may be left.
    for total in [300_000, 140_000, 10, 65_536, 65_537] {
      var all: [UInt8] = []
      while all.count < total {
        let size = min(total - all.count, Int.random(in: 0...40_000, using: &random))
        let piece = (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        spool.write(piece)
        all += piece
      }
      #expect(try emptied(spool) == all, "\(total), seed \(seed)")
    }
    #expect(spool.failure == nil)
  }

  @Test func `need no file while they are few`() throws {
    let spool = Spool(in: Array("/nonexistent".utf8))
    spool.write(Array("few".utf8))
    #expect(try emptied(spool) == Array("few".utf8) && spool.failure == nil)
  }

  @Test func `that can't be kept are told of by a number`() throws {
    let spool = Spool(in: Array("/nonexistent".utf8))
    for byte: UInt8 in [1, 2] {
      spool.write([UInt8](repeating: byte, count: 70_000))
      #expect(spool.failure == ENOENT)
    }
  }

  @Test func `leave no file behind that has a name`() throws {
    let folder = try WorkFolder()
    let spool = Spool(in: Array(folder.path.utf8))
    spool.write([UInt8](repeating: 7, count: 200_000))
    #expect(try spool.failure == nil && folder.contents == [] && emptied(spool).count == 200_000)
  }
}

@Suite struct `The way out for bytes` {
  @Test func `gathers small pieces until they are many, or asked for`() throws {
    let file = try TemporaryFile()
    let output = ByteOutput(file.descriptor)
    output.write(text: "a")
    #expect(try file.bytes() == [])
    output.flush()
    #expect(try file.bytes() == [0x61])
    output.write([UInt8](repeating: 0x62, count: 65_536))
    #expect(try file.bytes().count == 65_537)
  }

  @Test func `takes text, bytes and spans alike`() throws {
    let file = try TemporaryFile()
    let output = ByteOutput(file.descriptor)
    output.write(text: "é")
    output.write([0x31, 0x32])
    output.write([UInt8]([0x33]).span)
    output.flush()
    #expect(try file.bytes() == Array("é123".utf8))
    try output.check()
  }

  @Test func `that is closed is told of, and what comes behind is dropped`() {
    let output = ByteOutput(-1)
    output.write(text: "lost")
    #expect(output.failure == nil)
    output.flush()
    #expect(output.failure == EBADF)
    output.write([UInt8](repeating: 0, count: 200_000))
    output.flush()
    let complaint = #expect(throws: ToolError.self) { try output.check() }
    #expect(complaint?.code == "write_failed" && complaint?.exit == .unexpected)
    #expect(complaint?.remedy == "give it a standard output")
  }
}
