import GPSDelivery
import FoundationEssentials
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

@MainActor @Suite struct `The tokens of a delegate protocol` {
  /// The methods that a file declares, as one writes them in prose: `locationManager(_:didFailWithError:)`.
  private func methods(in file: String) throws -> Set<String> {
    let root = ProjectFolder.path
    let bytes = try Data(contentsOf: URL(filePath: root + "/Sources/Core/GPSBridge/Manager/" + file))
    let text = String(decoding: bytes, as: UTF8.self)
    let head = try #require(text.split(separator: "protocol ").last).prefix { $0 != "}" }
    let names = head.split(separator: "\n").filter { $0.contains(" func ") }.map { line -> String in
      let declaration = line.split(separator: " func ").last ?? ""
      let parts = declaration.split(separator: "(", maxSplits: 1)
      let labels = parts[1].split(separator: ",").compactMap {
        $0.split(whereSeparator: { " :".contains($0) }).first
      }
      return parts[0] + "(" + labels.map { $0 + ":" }.joined() + ")"
    }
    return Set(names)
  }

  @Test func `are one for each method, on the main actor`() throws {
    typealias Token<Arguments> = DelegateMethod<any LocationManagerDelegate, (LocationManager, Arguments)>
    let tokens: Set = [
      Token<[Location]>.didUpdateLocations.name, Token<LocationError>.didFailWithError.name,
      Token<ReceiverState>.didChangeState.name, Token<ReceiverEvent>.didReceiveEvent.name,
    ]
    let methods = try methods(in: "LocationManagerDelegate.swift")
    #expect(methods == tokens && methods.count == 4)
  }

  @Test func `are one for each method, on any actor`() throws {
    typealias Token<Arguments> = DelegateMethod<
      any ActorLocationManagerDelegate, (ActorLocationManager, Arguments)
    >
    let tokens: Set = [
      Token<[Location]>.didUpdateLocations.name, Token<LocationError>.didFailWithError.name,
      Token<ReceiverState>.didChangeState.name, Token<ReceiverEvent>.didReceiveEvent.name,
    ]
    #expect(try methods(in: "ActorLocationManagerDelegate.swift") == tokens)
  }

  @Test func `call the methods that they name, and proxies pass each one on`() throws {
    let bench = Bench()
    let manager = LocationManager(bench.receiver)
    let hearer = Hearer()
    let proxy = LocationManagerDelegateProxy.proxy(for: manager)
    manager.delegate = hearer
    var observed: [String] = []
    proxy.onInvoked(.didUpdateLocations) { _ in observed.append("locations") }
    proxy.onInvoked(.didFailWithError) { _ in observed.append("error") }
    proxy.onInvoked(.didChangeState) { _ in observed.append("state") }
    proxy.onInvoked(.didReceiveEvent) { _ in observed.append("event") }
    let location = try #require(Sample.location())
    let first = try #require(manager.delegate)
    first.locationManager(manager, didUpdateLocations: [location])
    first.locationManager(manager, didFailWithError: .locationUnknown)
    first.locationManager(manager, didChangeState: .silent)
    first.locationManager(manager, didReceiveEvent: ReceiverEvent(.reopened, at: bench.time.now))
    #expect(observed == ["locations", "error", "state", "event"])
    #expect(hearer.locations == [location] && hearer.errors == [.locationUnknown])
    #expect(hearer.states == [.silent] && hearer.events == [.reopened])
  }
}
