import Testing

@testable import GPSSockets

@Suite struct `The environment of a service` {
  private func read(_ variables: [String: String]) -> Activation { Activation(process: 42) { variables[$0] } }

  @Test func `names the descriptors that were passed, from the third on`() {
    let read = read([
      "LISTEN_PID": "42", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "gpsd:gpsd:gpsd.e1j1n0r0t0s0x0p0.any.7",
    ])
    #expect(read.passed.map(\.descriptor) == [3, 4, 5])
    #expect(read.passed.map(\.name) == ["gpsd", "gpsd", "gpsd.e1j1n0r0t0s0x0p0.any.7"])
    #expect(read.complaints == [] && !read.isEmpty)
  }

  @Test(arguments: [nil, "41", "", "42 ", "-42", "4e1"]) func `counts for nothing where it is another's`(
    _ process: String?
  ) {
    var variables = ["LISTEN_FDS": "2", "LISTEN_FDNAMES": "gpsd:gpsd"]
    variables["LISTEN_PID"] = process
    #expect(read(variables) == Activation())
  }

  @Test(arguments: ["", "-1", "4097", "99999999999999999999", "two", "1 "])
  func `is complained of where the number of descriptors is none`(_ count: String) {
    let read = read(["LISTEN_PID": "42", "LISTEN_FDS": count])
    #expect(read.passed == [] && read.complaints == ["LISTEN_FDS is not a number up to 4096"])
  }

  @Test func `may have fewer names than descriptors, and more`() {
    #expect(
      read(["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "gpsd"]).passed.map(\.name)
        == ["gpsd", ""])
    #expect(read(["LISTEN_PID": "42", "LISTEN_FDS": "1"]).passed.map(\.name) == [""])
    #expect(read(["LISTEN_PID": "42", "LISTEN_FDS": "0", "LISTEN_FDNAMES": "a:b"]).passed == [])
  }

  @Test func `says where notices go, and how often one is wanted`() {
    let read = read([
      "NOTIFY_SOCKET": "@notify", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "42", "FDSTORE": "256",
    ])
    #expect(read.notifySocket == "@notify" && read.watchdog == .seconds(30))
    #expect(read.capacity == 256)
    #expect(self.read(["WATCHDOG_USEC": "1000"]).watchdog == .milliseconds(1))
    #expect(self.read(["WATCHDOG_USEC": "1000", "WATCHDOG_PID": "41"]).watchdog == nil)
  }

  @Test func `is complained of where notices could go nowhere, or without end`() {
    #expect(read(["NOTIFY_SOCKET": "vsock:2:1"]).complaints.count == 1)
    #expect(read(["NOTIFY_SOCKET": ""]) == Activation())
    for wrong in ["0", "-5", "soon", ""] {
      #expect(read(["WATCHDOG_USEC": wrong]).complaints.count == 1, "\(wrong)")
      #expect(read(["WATCHDOG_USEC": wrong]).watchdog == nil)
    }
  }

  @Test func `is read by all the names that are cleared`() {
    var asked: Set<String> = []
    _ = Activation(process: 42) { name in
      asked.insert(name)
      return name.hasSuffix("PID") ? "42" : "1"
    }
    #expect(asked == Set(Activation.variables))
  }
}
