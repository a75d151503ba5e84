import Dispatch
import GPSSystemCalls
import SimulatedGPS
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct `A receiver that writes to a file` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `writes what its engine says, to the byte`() throws {
    var face = StreamOutput(.tunnel, to: try ByteSink(path: folder.file("a")))
    try face.write(.seconds(100))
    try face.write(.seconds(30))
    #expect(face.now == .seconds(130))
    let wanted = bytes(.tunnel, seconds: 130)
    #expect(folder.contents("a") == wanted && face.written == wanted.count)
  }

  @Test func `waits until each piece is due, and stops when it is told`() throws {
    var face = StreamOutput(.staticDesk, to: try ByteSink(path: folder.file("a")))
    var waits: [Duration] = []
    try face.write(.seconds(60)) { due in
      waits.append(due)
      return waits.count < 10
    }
    #expect(waits.count == 10 && waits == waits.sorted() && waits[9] < .seconds(20))
    #expect(face.now == waits[8])
    // Nothing is lost by it.
    try face.write(.seconds(60) - face.now)
    #expect(folder.contents("a") == bytes(.staticDesk, seconds: 60))
  }

  @Test func `keeps to real time where it is asked to`() throws {
    var face = StreamOutput(.staticDesk.with { $0.rate = 10 }, to: try ByteSink(path: folder.file("a")))
    let taken = try ContinuousClock().measure {
      try face.write(.seconds(1), waiting: StreamOutput.realTime())
    }
    #expect(taken >= .seconds(1))
    #expect(face.written == bytes(.staticDesk.with { $0.rate = 10 }, seconds: 1).count)
  }

  @Test func `never overwrites a file without leave`() throws {
    let path = folder.file("a")
    try ByteSink(path: path).write([1, 2, 3].span)
    let error = #expect(throws: SimulationError.self) { _ = try ByteSink(path: path) }
    #expect(error?.code == .nameTaken && error?.description.contains(path) == true)
    #expect(folder.contents("a") == [1, 2, 3])
    try ByteSink(path: path, overwriting: true).write([4].span)
    #expect(folder.contents("a") == [4])
    #expect(throws: SimulationError.self) { _ = try ByteSink(path: folder.file("no/such/folder")) }
  }

  @Test func `ends with a reason when its reader has gone, and does not take the program with it`() throws {
    let pipe = try PipeEnds()
    var face = StreamOutput(.staticDesk, to: ByteSink(descriptor: pipe.input, name: "the pipe"))
    try face.write(.seconds(2))
    pipe.closeOutput()
    let error = #expect(throws: SimulationError.self) { try face.write(.seconds(10)) }
    #expect(error?.code == .readerGone)
  }

  @Test func `waits for a reader that is slow`() throws {
    let pipe = try PipeEnds()
    let wanted = bytes(.staticDesk, seconds: 300)
    let read = Guarded<[UInt8]>([])
    let reader = DispatchQueue(label: "reader")
    reader.async { read.withLock { $0 = pipe.readToEnd() } }
    var face = StreamOutput(.staticDesk, to: ByteSink(descriptor: pipe.input, name: "the pipe"))
    try face.write(.seconds(300))
    pipe.closeInput()
    reader.sync {}
    #expect(read.withLock { $0 } == wanted)
  }

  @Test func `says that the disk is full`() throws {
    var face = StreamOutput(.staticDesk, to: try ByteSink(path: "/dev/full", overwriting: true))
    let error = #expect(throws: SimulationError.self) { try face.write(.seconds(10)) }
    #expect(error?.code == .diskFull)
  }
}
