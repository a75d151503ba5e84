import GPSBridge
import GPSSystemCalls
import Glibc
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSStore

@Suite final class `A store beside files of others`: EmptyStoreSuite {
  private func refusal() throws -> StoreError? {
    #expect(throws: StoreError.self) { try StoreWriter(simulated.receiver, at: path) }
  }

  private func make(_ ending: String, _ bytes: [UInt8] = [], mode: mode_t) throws {
    try Kernel.replaceFile(Array((path + ending).utf8), with: bytes)
    unsafe _ = chmod(path + ending, mode)
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal", "-lock"])
  func `is not written where others may read or write one of its files`(ending: String) async throws {
    for mode: mode_t in [0o666, 0o660, 0o644] {
      try make(ending, mode: mode)
      let error = try refusal()
      #expect(error?.code == .readOnly && error?.remedy == "chmod 600 it", "\(ending)")
      let words = "it has the mode \(String(mode, radix: 8)); expected 600"
      #expect(error?.reason == (ending.isEmpty ? "" : "of its file *\(ending): ") + words)
    }
    unsafe _ = chmod(path + ending, 0o600)
    try await record(10)
    #expect(try stored().count > 5)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make a file of another user"))
  func `is neither written nor read where one of them belongs to another user`() async throws {
    try await record(10)
    for ending in ["", "-wal", "-shm", "-lock"] {
      if Kernel.node(path + ending) == nil { try make(ending, mode: 0o600) }
      unsafe _ = chown(path + ending, 4711, 4711)
      #expect(try refusal()?.reason.hasSuffix("it belongs to the user number 4711") == true, "\(ending)")
      if ["-wal", "-shm"].contains(ending) {
        #expect(throws: StoreError.self) { try TrackStore(at: path) }
        unsafe unlink(path + ending)
      }
      unsafe _ = chown(path + ending, 0, 0)
    }
    try await record(10)
  }

  @Test func `is not made where others may replace it, but beside them in a folder like tmp`() async throws {
    for mode: mode_t in [0o777, 0o757] {
      unsafe _ = chmod(folder.path, mode)
      let error = try refusal()
      #expect(error?.reason == "others may replace files in its folder; expected a folder of your own")
      #expect(error?.remedy == "make a folder of your own in it: mkdir -m 700")
      #expect(Kernel.names(in: folder.path) == [])
    }
    unsafe _ = chmod(folder.path, 0o1777)
    try await record(10)
    #expect(Kernel.node(path).map { $0.mode & 0o777 } == 0o600)
  }

  @Test func `is read where all may read it, as after a copy`() async throws {
    try await record(10)
    unsafe _ = chmod(path, 0o644)
    #expect(try stored().count > 5)
  }
}
