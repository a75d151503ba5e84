import GPSDProtocol
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSServices
@testable import GPSSockets

@Suite struct `The name of a stored client` {
  private func policy(_ change: (inout WatchPolicy) -> Void) -> WatchPolicy {
    var policy = WatchPolicy()
    change(&policy)
    return policy
  }

  @Test func `tells all that its session is made again from`() {
    let all: [WatchPolicy] = [
      policy { _ in }, policy { ($0.isEnabled, $0.json) = (true, true) },
      policy { ($0.isEnabled, $0.nmea, $0.raw) = (true, true, 2) },
      policy { ($0.timing, $0.scaled, $0.split24, $0.pps) = (true, true, true, true) },
    ]
    for policy in all {
      for device in [StoredClientName.Device.any, .best, .number(0), .number(31)] {
        let name = StoredClientName(policy, of: device, number: 17)
        #expect(StoredClientName(name.text) == name && name.text.utf8.count < 100 && !name.text.contains(":"))
        #expect(name.text.utf8.allSatisfy { 0x21...0x7E ~= $0 })
      }
    }
  }

  @Test func `is written in one way`() {
    let watching = policy { ($0.isEnabled, $0.json) = (true, true) }
    #expect(StoredClientName(watching, of: .number(0), number: 12).text == "gpsd.e1j1n0r0t0s0x0p0.0.12")
  }

  @Test func `has nothing of what clients have written`() {
    let named = policy { $0.device = "/dev/evil:\n\"name" }
    #expect(StoredClientName(named, of: .any, number: 1).text == "gpsd.e0j0n0r0t0s0x0p0.any.1")
  }

  @Test(arguments: [
    "", "gpsd", "stored", "gpsd....", "gpsd.e1j1n0r0t0s0x0p0.any", "gpsd.e1j1n0r0t0s0x0p0.any.1.2",
    "gpsd.e2j1n0r0t0s0x0p0.any.1", "gpsd.e1j1n0r3t0s0x0p0.any.1", "gpsd.e1j1n0r0t0s0x0.any.1",
    "gpsd.j1e1n0r0t0s0x0p0.any.1", "gpsd.e1j1n0r0t0s0x0p0.some.1", "gpsd.e1j1n0r0t0s0x0p0.-1.1",
    "gpsd.e1j1n0r0t0s0x0p0.any.-1", "gpsd.e1j1n0r0t0s0x0p0.any.01", "gpsd.e1j1n0r0t0s0x0p0.any.1 ",
    "gpsd.e1j1n0r0t0s0x0p0.any.9999999999999", "http.e1j1n0r0t0s0x0p0.any.1",
    "gpsd.e1j1n0r0t0s0x0p0.any.\u{663}", "GPSD.e1j1n0r0t0s0x0p0.any.1", String(repeating: "gpsd.", count: 30),
  ]) func `is none where somebody else has written it`(_ text: String) {
    #expect(StoredClientName(text) == nil)
  }

  @Test func `is read without a fault, whatever it is`() {
    var generator = SeededGenerator()
    let letters = Array("gpsd.ejnrtsxp0123any-:".utf8)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        letters.randomElement(using: &generator) ?? 0
      }
      let text = "gpsd." + String(decoding: bytes, as: UTF8.self)
      if let name = StoredClientName(text) { #expect(name.text == text, "seed \(SeededGenerator.seed)") }
    }
  }
}

@Suite struct `A store of connections` {
  private var watching: WatchPolicy {
    var policy = WatchPolicy()
    (policy.isEnabled, policy.json) = (true, true)
    return policy
  }

  private func name(_ number: Int, _ policy: WatchPolicy = WatchPolicy()) -> StoredClientName {
    StoredClientName(policy, of: .any, number: number)
  }

  /// Lets the manager take all that waits.
  private func sent(_ queue: inout NoticeQueue) -> [String] {
    var texts: [String] = []
    _ = queue.flush { (bytes, _) throws(Errno) in texts.append(String(decoding: bytes, as: UTF8.self)) }
    return texts
  }

  @Test func `removes the old name before it gives a new one`() {
    var (store, queue) = (DescriptorStore(), NoticeQueue())
    var isKept = store.keep(name(1), 9, telling: &queue)
    var texts = sent(&queue)
    #expect(isKept && texts == ["FDSTORE=1\nFDNAME=\(name(1).text)"])
    isKept = store.keep(name(1), 9, telling: &queue)
    texts = sent(&queue)
    #expect(isKept && texts == [], "nothing has changed")
    isKept = store.keep(name(1, watching), 9, telling: &queue)
    texts = sent(&queue)
    #expect(
      isKept
        && texts == [
          "FDSTOREREMOVE=1\nFDNAME=\(name(1).text)", "FDSTORE=1\nFDNAME=\(name(1, watching).text)",
        ])
    store.remove(1, telling: &queue)
    texts = sent(&queue)
    #expect(texts == ["FDSTOREREMOVE=1\nFDNAME=\(name(1, watching).text)"])
    store.remove(1, telling: &queue)
    texts = sent(&queue)
    #expect(texts == [] && store.count == 0)
  }

  @Test func `takes back what was not said yet: the descriptor may be another's by then`() {
    var (store, queue) = (DescriptorStore(), NoticeQueue())
    for number in [1, 2] { _ = store.keep(name(number), CInt(8 + number), telling: &queue) }
    store.remove(1, telling: &queue)
    #expect(queue.waiting.map(\.descriptor) == [10])
  }

  @Test func `has room for 256, and for no more than the manager says`() {
    var (store, queue) = (DescriptorStore(), NoticeQueue())
    for number in 1...300 {
      if number % 50 == 0 { store.beginRound() }
      let isKept = store.keep(name(number), 9, telling: &queue)
      #expect(isKept == (number <= 256), "\(number)")
    }
    let texts = sent(&queue)
    #expect(store.count == 256 && texts.count == 256)
    store.remove(3, telling: &queue)
    store.beginRound()
    let isKept = store.keep(name(300), 9, telling: &queue)
    #expect(isKept)
    #expect(DescriptorStore(capacity: 2).capacity == 2 && DescriptorStore(capacity: 9999).capacity == 256)
  }

  @Test func `says no more in a round than the manager has time for`() {
    var (store, queue) = (DescriptorStore(), NoticeQueue())
    var count = 0
    for number in 1...1000 {
      _ = store.keep(name(number), 9, telling: &queue)
      count += sent(&queue).count
      store.remove(number, telling: &queue)
      count += sent(&queue).count
    }
    #expect(count == 2 * DescriptorStore.mostOfRound)
    store.beginRound()
    let isKept = store.keep(name(1), 9, telling: &queue)
    #expect(isKept)
  }
}
