import GPSBridge
import TestSupport
import Testing
import UBX

@testable import GPSBridgeTool

@Suite(.timeLimit(.minutes(2))) struct `gpsbridge memory` {
  private let home: WorkFolder
  private let folder: MemoryFolder

  init() throws {
    home = try WorkFolder()
    folder = MemoryFolder(home("home/gpsbridge/memory"))
  }

  private func keep(_ number: String) throws {
    var memory = ReceiverMemory(ReceiverMemory.Owner(number: number, firmware: "SPG 4.04"))
    memory.pieces = (0..<12).map { piece in .mgaDBD(MgaDBD { $0.data = [piece] }) }
    memory.saved = 1_795_176_000
    memory.place = ReceiverMemory.Place(
      latitude: 48.1173, longitude: 11.5167, height: 545.4, accuracy: 2.4, time: 1_795_176_000)
    memory.note(ReceiverStart(.cold, timeToFix: .seconds(27.1)))
    memory.note(ReceiverStart(.restored, timeToFix: .seconds(2.9)))
    try folder.keep(memory)
  }

  @Test func `shows each receiver with its pieces, its place and its starts, and forgets one or all`() throws
  {
    for number in ["dead-beef-01", "dead-beef-02", "dead-beef-03"] { try keep(number) }
    try Transcript.expect(
      "memory", in: home,
      [
        "it shows what is stored of each": ["memory show", "memory show --json"],
        "it names those that it knows when it is asked for another": ["memory forget dead-beef-09"],
        "it forgets one, and then all": ["memory forget dead-beef-02", "memory show", "memory forget"],
        "there is nothing, and it says where": ["memory forget", "memory show"],
      ])
    #expect(try folder.all().isEmpty)
  }
}
