import GNSS
import TestSupport
import Testing
import UBX

@Suite struct `The sky of messages` {
  private func solution(_ second: Int) -> NavPVT {
    NavPVT {
      $0.timeOfWeek = UInt32(43_218_000 + second * 1000)
      $0.date = NavPVT.CalendarDate(year: 2026, month: 11, day: 22)
      $0.time = NavPVT.TimeOfDay(hour: 12, minute: 0, second: second)
      ($0.fixType, $0.isFixOK) = (.threeDimensional, true)
      $0.position = NavPVT.Position(latitude: 47, longitude: 8, height: 500, altitude: 452)
    }
  }
  private func satellites(_ second: Int) -> NavSAT {
    NavSAT {
      $0.timeOfWeek = UInt32(43_218_000 + second * 1000)
      $0.satellites = [
        satellite(.gps, 5, 44, isUsed: true), satellite(.galileo, 12, 31, isUsed: false),
        satellite(.glonass, 255, 20, isUsed: false), satellite(.sbas, 123, nil, isUsed: false),
      ]
    }
  }
  private func satellite(_ system: SatelliteSystem, _ number: UInt8, _ level: Int?, isUsed: Bool)
    -> NavSAT.Satellite
  {
    var satellite = NavSAT.Satellite()
    (satellite.system, satellite.number, satellite.signalToNoise) = (system, number, level)
    (satellite.elevation, satellite.azimuth, satellite.isUsed) = (40, 360, isUsed)
    return satellite
  }
  private func signals(_ second: Int) -> NavSIG {
    NavSIG {
      $0.timeOfWeek = UInt32(43_218_000 + second * 1000)
      $0.signals = [signal(0, 44, isUsed: true), signal(7, 39, isUsed: false)]
    }
  }
  private func signal(_ number: UInt8, _ level: Int, isUsed: Bool) -> NavSIG.Signal {
    var signal = NavSIG.Signal()
    (signal.system, signal.number, signal.signal) = (.gps, 5, number)
    (signal.signalToNoise, signal.isUsed) = (level, isUsed)
    return signal
  }
  private func skies(_ bytes: [UInt8]) -> [Sky] { decode(bytes).skies }

  @Test func `has each satellite that is identified, with its direction and its use`() throws {
    let sky = try #require(skies(solution(0).encoded() + satellites(0).encoded()).first)
    #expect(sky.satellites.map(\.identity.constellation) == [.gps, .galileo, .sbas])
    #expect(sky.satellites.map(\.identity.number) == [5, 12, 123])
    #expect(sky.satellites.map(\.carrierToNoise) == [44, 31, nil])
    #expect(sky.satellites.map(\.isUsed) == [true, false, false])
    #expect(sky.satellites.map(\.azimuth) == [0, 0, 0])
    #expect(sky.satellites.map(\.elevation) == [40, 40, 40])
  }

  @Test func `is that of the signals where they come, with directions of the satellites`() throws {
    for bytes in [
      satellites(0).encoded() + signals(0).encoded(), signals(0).encoded() + satellites(0).encoded(),
    ] {
      let sky = try #require(skies(solution(0).encoded() + bytes).first)
      #expect(sky.satellites.map(\.signal) == [.l1CA, .l5Q])
      #expect(sky.satellites.map(\.elevation) == [40, 40])
      #expect(sky.satellites.map(\.isUsed) == [true, false])
    }
  }

  @Test func `of an older receiver numbers all systems in one range`() throws {
    let channels = NavSVINFO {
      $0.timeOfWeek = 43_218_000
      $0.channels = ([7, 33, 65, 159, 211, 250] as [UInt8]).map { number in
        var channel = NavSVINFO.Channel()
        (channel.number, channel.signalToNoise, channel.isUsed) = (number, 30, true)
        return channel
      }
    }
    let sky = try #require(skies(solution(0).encoded() + channels.encoded()).first)
    #expect(sky.satellites.map(\.identity.constellation) == [.gps, .beidou, .glonass, .beidou, .galileo])
    #expect(sky.satellites.map(\.identity.number) == [7, 6, 1, 1, 1])
  }

  @Test func `makes sentences about it repetitions, until it is silent for two rounds`() {
    let sentence = wire(["GPGSV,1,1,01,30,10,100,33"])
    var bytes: [UInt8] = []
    for second in 0..<6 { bytes += solution(second).encoded() + satellites(second).encoded() + sentence }
    #expect(skies(bytes).count == 6)
    #expect(skies(bytes).allSatisfy { $0.satellites.count == 3 })
    for second in 6..<12 { bytes += solution(second).encoded() + sentence }
    #expect(skies(bytes).last?.satellites.map(\.identity.number) == [30])
  }
}
