import GPSBridge
import SerialPorts
import SimulatedGPS
import TestSupport
import Testing

extension Trial {
  /// What happens to the plug, the port, and the place.
  static let plugs: [Trial] = [
    Trial("is the loss of the position, and the way back to it has a length") {
      Story.Enter(.tunnel, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(58))
      #expect(news.reasons.last == .fixLost)
      #expect(audience.manager.latest?.location == nil && audience.receiver.state == .lost)
      let back = audience.hear(.seconds(30))
      audience.expectTruth(back)
      #expect(back.gaps.count == 1 && .seconds(50) < back.gaps[0] && back.gaps[0] < .seconds(90))
    },
    Trial("is told, waited out, and followed to the new name") {
      Story.Unplug(for: .seconds(30), returningAs: "ttyUSB5")
    } _: { audience in
      let old = audience.simulated.place
      audience.settleIn()
      let news = audience.hear(.seconds(29))
      #expect(
        news.events.contains {
          if case .disconnected(let error) = $0 { error.code == .disconnected } else { false }
        })
      #expect(news.events.contains(.detached(old)))
      #expect(audience.manager.latest?.location == nil && audience.manager.latest?.reason == .disconnected)
      let back = audience.hear(.seconds(20))
      let new = audience.receiver.place
      #expect(new?.node == "sim/ttyUSB5" && new?.key == old.key)
      #expect(back.events.contains { if case .attached(let place) = $0 { place == new } else { false } })
      #expect(back.gaps.count == 1 && back.gaps.allSatisfy { .seconds(29) < $0 && $0 < .seconds(45) })
      #expect(audience.manager.latest?.freshness == .live)
    },
    Trial("for lack of permission is an error with a name, until it is permitted") {
      Story.Refuse(.permissionDenied, for: .seconds(30))
    } _: { audience in
      audience.settleIn()
      // Who has it open keeps it.
      audience.wait(.seconds(5))
      #expect(audience.manager.latest?.freshness == .live)
      audience.leave()
      audience.wait(.seconds(5))
      let manager = LocationManager(audience.receiver)
      manager.startUpdatingLocation()
      audience.wait(.seconds(5))
      #expect(manager.latest?.reason == .permissionDenied)
      guard case .waitingToRetry(let error) = audience.receiver.state else {
        throw Unexpected("it is \(audience.receiver.state)")
      }
      #expect(error.code == .permissionDenied && error.underlying?.code == .permissionDenied)
      #expect(error.description.contains("cannot open sim/ttyACM0: permission denied") && error.remedy != nil)
      audience.wait(.seconds(30))
      #expect(manager.latest?.freshness == .live)
      manager.stopUpdatingLocation()
    },
    Trial("for another program is an error with a name, until it is free") {
      Story.Refuse(.busy)
    } _: { audience in
      audience.settleIn()
      audience.leave()
      audience.wait(.seconds(5))
      let manager = LocationManager(audience.receiver)
      manager.startUpdatingLocation()
      audience.wait(.seconds(60))
      #expect(manager.latest?.reason == .deviceBusy && manager.latest?.location == nil)
      guard case .waitingToRetry(let error) = audience.receiver.state else {
        throw Unexpected("it is \(audience.receiver.state)")
      }
      #expect(error.code == .deviceBusy && error.underlying?.errno != nil)
      manager.stopUpdatingLocation()
    },
    Trial("is a search that begins anew") {
      Story.Restart(.cold)
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(15))
      #expect(audience.manager.latest?.location == nil)
      #expect(news.reasons.last == .fixLost)
      #expect(news.fixes.suffix(5).allSatisfy { !$0.isValid })
      let back = audience.hear(.seconds(90))
      audience.expectTruth(back)
      #expect(audience.manager.latest?.freshness == .live && back.gaps.count == 1)
    },
  ]
}
