import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `A gate for records` {
  private func written(_ count: Int?, _ fill: (inout RecordGate) -> Void) throws -> String {
    let file = try TemporaryFile()
    let output = ByteOutput(file.descriptor)
    var gate = RecordGate(output, count)
    fill(&gate)
    output.flush()
    return String(decoding: try file.bytes(), as: UTF8.self)
  }

  @Test func `lets so many lines through, and is shut then`() throws {
    let text = try written(3) { gate in
      gate.write(Array("a\nb\n".utf8))
      #expect(!gate.isShut)
      gate.write(Array("c\nd\n".utf8))
      #expect(gate.isShut)
      gate.write(Array("e\n".utf8))
    }
    #expect(text == "a\nb\nc\n")
  }

  @Test func `lets all through where no count was given`() throws {
    let text = try written(nil) { gate in
      gate.write(Array("a\nb\n".utf8))
      gate.write(sentence: Array("$X".utf8).span)
      #expect(!gate.isShut)
    }
    #expect(text == "a\nb\n$X\r\n")
  }

  @Test func `counts sentences, too`() throws {
    let text = try written(1) { gate in
      for name in ["$A", "$B"] { gate.write(sentence: Array(name.utf8).span) }
    }
    #expect(text == "$A\r\n")
  }
}
