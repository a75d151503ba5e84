import Foundation
import GPSBridge
import Testing
import UBX

@Suite(.enabled(if: PyUBX2.python != nil, "pyubx2 is not to be had: pip install pyubx2"))
struct `A memory that is kept for a receiver` {
  /// Prints each message of a file, read as what is sent to a receiver; it ends at the first that it can't read.
  private static let reader = """
    import sys
    from pyubx2 import UBXReader, ERR_RAISE
    with open(sys.argv[1], "rb") as stream:
        for raw, message in UBXReader(stream, quitonerror=ERR_RAISE, msgmode=1):
            print(message.identity, raw.hex())
    """

  @Test func `is a file that pyubx2 reads, piece by piece`() throws {
    let python = try #require(PyUBX2.python)
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var memory = ReceiverMemory(ReceiverMemory.Owner(number: "dead-beef-01", firmware: "SPG 4.04"))
    memory.pieces = (0..<20).map { piece in
      .mgaDBD(MgaDBD { $0.data = (0...(piece * 7)).map { UInt8(truncatingIfNeeded: $0 &* 31) } })
    }
    try MemoryFolder(path).keep(memory)
    let file = "\(path)/\(memory.owner.name).ubx"
    let reader = ExternalProgram(path: python, ["-c", Self.reader, file])
    let printed = try reader.run([]).split(whereSeparator: \.isNewline).map(String.init)
    let kept = try memory.pieces.map { piece in
      "MGA-DBD " + (try piece.encoded()).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    #expect(printed == kept)
  }
}
