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
    folder = MemoryFolder(home.path + "/gpsbridge/memory")
  }

  private func run(_ words: String...) throws -> Run {
    try Program.run(
      [Program.path, Array("memory".utf8)] + words.map { Array($0.utf8) }, input: nil,
      environment: ["XDG_STATE_HOME": home.path, "XDG_CONFIG_HOME": home.path])
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

  @Test func `shows each receiver with its pieces, its place and its starts`() throws {
    try keep("dead-beef-01")
    let run = try run("show")
    #expect(run.exit == 0)
    #expect(
      run.output == """
        dead-beef-01-SPG-4-04
          receiver  number dead-beef-01, firmware SPG 4.04
          kept      12 pieces of its memory, received at 2026-11-20T12:00:00.000Z
          place     48.117300, 11.516700 ±2 m at 2026-11-20T12:00:00.000Z
          starts    27.1 s cold, 2.9 s restored

        """)
  }

  @Test func `says the same as a record`() throws {
    try keep("dead-beef-01")
    let record = try #require(try SecludedRun.records(try run("show", "--json")).first)
    #expect(record["type"]?.text == "memory" && record["name"]?.text == "dead-beef-01-SPG-4-04")
    #expect(record["pieces"]?.number == 12)
  }

  @Test func `forgets one of them, or all`() throws {
    for number in ["dead-beef-01", "dead-beef-02", "dead-beef-03"] { try keep(number) }
    #expect(try run("forget", "dead-beef-02").output == "1 receiver forgotten\n")
    #expect(try folder.all().map(\.owner.number) == ["dead-beef-01", "dead-beef-03"])
    #expect(try run("forget").output == "2 receivers forgotten\n")
    #expect(try folder.all().isEmpty)
    #expect(try run("forget").output == "nothing was stored\n")
  }

  @Test func `names those that it knows when it is asked for another`() throws {
    try keep("dead-beef-01")
    let run = try run("forget", "dead-beef-09")
    #expect(run.exit == 3 && run.output.isEmpty)
    #expect(run.message.contains("nothing is stored about dead-beef-09"))
    #expect(run.message.contains("dead-beef-01-SPG-4-04"))
    #expect(try folder.all().count == 1)
  }

  @Test func `says that there is nothing, and where`() throws {
    #expect(try run("show").output == "nothing is stored in \(folder.path)\n")
  }
}
