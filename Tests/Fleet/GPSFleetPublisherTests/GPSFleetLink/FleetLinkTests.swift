import Foundation
import Glibc
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSFleetLink

/// Suites that connect run one after the other: all attempts of a process share a few helper threads.
@Suite(.serialized) enum `A link` {}

extension `A link` {
  @Suite(.enabled(if: Broker.isInstalled, "the package mosquitto is not installed"), .serialized)
  struct `A connection to a broker` {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test func `speaks MQTT 5 and learns that nobody receives a message`() throws {
      let broker = try Broker(folder)
      let link = try Observed.connected(broker.port)
      #expect(link.version == 5)
      #expect(try link.answer("a/b") == .noSubscribers)
      #expect(try link.subscribe("a/b").rawValue == 1)
      #expect(try link.answer("a/b", "text") == .success)
      try link.wait("the message") { !$0.messages.isEmpty }
      #expect(link.messages == [FleetMessage("a/b", text: "text")])
      #expect(link.end == nil)
    }

    @Test func `gets a retained message when it subscribes later`() throws {
      let broker = try Broker(folder)
      let first = try Observed.connected(broker.port)
      let number = first.publish(FleetMessage("state", text: "kept", isRetained: true))
      try first.wait("an answer") { $0.answers[number ?? -1] != nil }
      let second = try Observed.connected(broker.port, client: "two")
      try second.subscribe("state")
      try second.wait("the message") { !$0.messages.isEmpty }
      #expect(second.messages == [FleetMessage("state", text: "kept", isRetained: true)])
    }

    @Test func `reports no answer to a message of quality 0`() throws {
      let broker = try Broker(folder)
      let link = try Observed.connected(broker.port)
      let number = try #require(link.publish(FleetMessage("a", text: "x"), quality: 0))
      #expect(try link.answer("b") == .noSubscribers)
      #expect(link.answers[number] == nil)
    }

    @Test func `ends when the broker is killed, and a new one connects to its successor`() throws {
      let broker = try Broker(folder)
      let link = try Observed.connected(broker.port)
      broker.kill()
      try link.wait("the end") { $0.end != nil }
      #expect(link.kindOfEnd == "lost")
      #expect(link.publish(FleetMessage("a", text: "x")) == nil)
      try broker.start()
      let next = try Observed.connected(broker.port)
      #expect(try next.answer("a") == .noSubscribers)
    }

    @Test func `leaves no descriptor behind`() throws {
      let broker = try Broker(folder)
      func open() -> Int { Kernel.names(in: "/proc/self/fd").count }
      // The first connection opens what the libraries keep.
      _ = try Observed.connected(broker.port)
      let before = open()
      let links = try (0..<20).map { try Observed.connected(broker.port, client: "c\($0)") }
      let during = open()
      broker.kill()
      for link in links { try link.wait("the end") { $0.end != nil } }
      // Each link's loop has two; the library's socket and our duplicate of it are gone.
      #expect(during - open() >= 40)
      #expect(open() <= before + 45)
    }

    @Test func `lets the broker publish the will when it breaks, but not when it is closed`() throws {
      let broker = try Broker(folder)
      let witness = try Observed.connected(broker.port, client: "witness")
      try witness.subscribe("#")
      for isClosed in [true, false] {
        let relay = try Relay(to: broker.port)
        defer { relay.end() }
        let topic = isClosed ? "closed" : "broken"
        let link = try Observed.connected(relay.port, client: topic) {
          $0.will = FleetMessage(topic, text: "gone")
        }
        if isClosed { link.close() } else { relay.cut() }
        try witness.wait("the end of the connection") { _ in relay.ended == 1 }
        if !isClosed { try link.wait("the end") { $0.end != nil } }
        #expect((link.end == nil) == isClosed)
      }
      try witness.wait("the will") { $0.messages.contains { $0.topic == "broken" } }
      #expect(witness.messages.map(\.topic) == ["broken"])
      #expect(witness.messages.first?.payload == Array("gone".utf8))
    }

    @Test func `ends when another one of its name takes its place`() throws {
      let broker = try Broker(folder)
      let first = try Observed.connected(broker.port, client: "same")
      let second = try Observed.connected(broker.port, client: "same")
      try first.wait("the end") { $0.end != nil }
      // Some versions of mosquitto send no reason.
      #expect(["lost", "dismissed"].contains(first.kindOfEnd))
      #expect(second.end == nil)
    }

    @Test func `learns by MQTT 5, but not by 3.1.1, that a topic is forbidden`() throws {
      let rules = folder.file("rules")
      try Data("topic readwrite mine/#\n".utf8).write(to: URL(fileURLWithPath: rules))
      #expect(unsafe chmod(rules, 0o600) == 0)
      let broker = try Broker(folder, ["allow_anonymous true", "acl_file \(rules)"])
      let link = try Observed.connected(broker.port)
      #expect(try link.answer("other/a") == .notAuthorized)
      #expect(try link.answer("mine/a") == .noSubscribers)
      let old = try Observed.connected(broker.port, client: "old") { $0.versions = .old }
      #expect(old.version == 4)
      #expect(try old.answer("other/a") == .success)
    }

    @Test(arguments: [FleetLinkSettings.Versions.newest, .old])
    func `reports that the broker refuses it`(versions: FleetLinkSettings.Versions) throws {
      let broker = try Broker(folder, ["allow_anonymous false"])
      let link = try Observed.connected(broker.port) { $0.versions = versions }
      #expect(link.events == [.ended(.refused(.notAuthorized))])
    }

    @Test func `keeps to the broker's largest packet`() throws {
      let broker = try Broker(folder, ["allow_anonymous true", "max_packet_size 1000"])
      let link = try Observed.connected(broker.port)
      #expect(link.events == [.connected(version: 5, largestPacket: 1000)])
      #expect(link.publish(FleetMessage("a", [UInt8](repeating: 1, count: 2000))) == nil)
      #expect(try link.answer("a") == .noSubscribers)
      #expect(link.end == nil)
    }

    @Test func `sends many messages and gets an answer to each`() throws {
      let broker = try Broker(folder)
      let sender = try Observed.connected(broker.port, client: "s")
      let receiver = try Observed.connected(broker.port, client: "r")
      try receiver.subscribe("m")
      let all = 500
      var numbers: [Int] = []
      while numbers.count < all {
        // The broker has room for 20 that are not acknowledged, and a queue of 1,000.
        try sender.wait("room") { numbers.count - $0.answers.count < 20 }
        numbers.append(try #require(sender.publish(FleetMessage("m", text: "\(numbers.count)"))))
      }
      try sender.wait("all answers") { $0.answers.count == all }
      #expect(Set(numbers).count == all)
      #expect(sender.answers.values.allSatisfy { $0 == .success })
      try receiver.wait("all messages") { $0.messages.count == all }
      #expect(
        receiver.messages.map { String(decoding: $0.payload, as: UTF8.self) } == (0..<all).map { "\($0)" })
    }
  }

  @Suite(.serialized) struct `A connection to something else` {
    @Test(arguments: [[0x20, 2, 0, 1], nil] as [[UInt8]?])
    func `takes MQTT 3.1.1 if the broker does not know 5, or closes the connection at its first message`(
      answer: [UInt8]?
    ) throws {
      // The level is the tenth byte: header, length, name with its length, level; then come only short answers.
      let relay = try Relay { bytes in
        guard bytes.first == 0x10, bytes.count > 8 else { return [] }
        return bytes[8] == 5 ? answer : [0x20, 2, 0, 0]
      }
      defer { relay.end() }
      let link = try Observed.connected(relay.port)
      #expect(link.events == [.connected(version: 4, largestPacket: 0)])
      #expect(relay.connections == 2)
    }

    @Test func `ends if the broker closes the connection at the first message of both versions`() throws {
      let relay = try Relay { _ in nil }
      defer { relay.end() }
      let link = try Observed.connected(relay.port)
      #expect(link.events.count == 1 && link.kindOfEnd == "lost" && relay.connections == 2)
    }

    @Test(arguments: [
      (142, FleetReason.takenOver), (139, FleetReason(rawValue: 139)), (151, .init(rawValue: 151)),
    ])
    func `reports why the broker has ended it`(number: Int, reason: FleetReason) throws {
      // Accepted, then ended.
      let relay = try Relay {
        $0.first == 0x10 ? [0x20, 3, 0, 0, 0, 0xE0, 2, UInt8(number), 0] : []
      }
      defer { relay.end() }
      let link = try Observed(relay.port)
      try link.connect()
      try link.wait("the end") { $0.end != nil }
      #expect(link.events == [.connected(version: 5, largestPacket: 0), .ended(.dismissed(reason))])
    }

    @Test(arguments: [(1, 132), (2, 133), (3, 136), (4, 134), (5, 135), (9, 128)])
    func `reads the answers of 3.1.1`(answer: Int, reason: Int) throws {
      let relay = try Relay { $0.first == 0x10 ? [0x20, 2, 0, UInt8(answer)] : [] }
      defer { relay.end() }
      let link = try Observed.connected(relay.port) { $0.versions = .old }
      #expect(link.events == [.ended(.refused(FleetReason(rawValue: reason)))])
    }

    @Test func `ends at something that is not a broker`() throws {
      // The first letters are an acknowledgement of 84 bytes to MQTT.
      let relay = try Relay { _ in
        Array("HTTP/1.1 400 Bad Request\r\n\(String(repeating: "x", count: 100))".utf8)
      }
      defer { relay.end() }
      let link = try Observed.connected(relay.port)
      #expect(link.events.count == 1)
      #expect(link.kindOfEnd == "lost")
    }

    @Test func `ends at its limit if the host accepts but does not answer`() throws {
      let relay = try Relay()
      defer { relay.end() }
      let link = try Observed.connected(relay.port) { $0.limit = .milliseconds(200) }
      #expect(link.events == [.ended(.silent)])
    }

    @Test func `ends at its limit if the host drops every packet`() throws {
      // The kernel drops further attempts once the queue of a listening socket is full.
      let (listener, port) = try listening(backlog: 0)
      let queued = (0..<3).compactMap { _ in connected(port, isPatient: false) }
      defer { for descriptor in queued + [listener] { close(descriptor) } }
      let link = try Observed.connected(port) { $0.limit = .milliseconds(200) }
      #expect(link.events == [.ended(.silent)])
      // Meanwhile the loop of another link works.
      let (held, refusing) = try listening(backlog: nil)
      defer { close(held) }
      let other = try Observed.connected(refusing)
      #expect(other.kindOfEnd == "unreachable")
    }

    @Test func `ends at a name without an address`() throws {
      let link = Observed(FleetLinkSettings(try BrokerAddress("mqtts://host.invalid"), client: "one"))
      try link.connectAndWait()
      // A resolver may also not answer at all.
      #expect(["unreachable", "silent"].contains(link.kindOfEnd))
    }
  }
}
