import GPSEventRuntime
import GPSFleetProtocol
import GPSSystemCalls
import GPSTrackRows
import Glibc
import TestSupport
import Testing

@testable import GPSFleetCollector

/// A collector on a loop of its own, which takes batches without HTTP.
final class RunningCollector: Sendable {
  private let loop = EventLoop()
  let collector: FleetCollector
  private let answers = Guarded<[Int: FleetAnswer]>([:])
  private let last = Guarded(0)
  let lines = Guarded<[String]>([])

  init(_ database: String) throws {
    var settings = CollectorSettings()
    settings.database = database
    let (answers, lines) = (answers, lines)
    collector = FleetCollector(on: loop, settings) { line in lines.withLock { $0.append(line) } }
    loop.start()
    loop.sync { [collector] in
      collector.assumeIsolated { collector in
        collector.answer = { made in
          answers.withLock { answers in for (request, answer) in made { answers[request] = answer } }
        }
        collector.start()
      }
    }
  }

  deinit {
    loop.sync { [collector] in collector.assumeIsolated { $0.stop() } }
    loop.stop()
  }

  var figures: CollectorFigures { loop.sync { [collector] in collector.assumeIsolated { $0.figures } } }

  /// Waits until it can commit.
  func wait() throws { try Patience.wait(for: "the database") { figures.database != nil } }

  /// Sends messages at once; returns their answers in this order.
  func send(_ messages: [(token: String, bytes: [UInt8])]) throws -> [FleetAnswer] {
    let requests = try messages.map { message in
      let token = try #require(DeviceToken(message.token))
      let request = last.withLock { last in
        last += 1
        return last
      }
      let (answers, bytes) = (answers, message.bytes)
      loop.sync { [collector] in
        collector.assumeIsolated { collector in
          if let refusal = collector.admit(token, bytes.count) {
            answers.withLock { $0[request] = refusal }
          } else {
            collector.take(bytes, of: token, as: request, admitted: bytes.count)
          }
        }
      }
      return request
    }
    return try requests.map { request in
      try Patience.wait(for: "an answer") { answers.withLock { $0[request] } }
    }
  }

  func send(_ token: String, _ batch: FleetBatch) throws -> FleetAnswer {
    try #require(try send([(token, batch.bytes)]).first)
  }
}

/// Batches of a device, with positions of one a second in the east of each other.
struct SampleDevice {
  var token: String
  var installation = [UInt8](repeating: 1, count: 16)

  /// Milliseconds since 1970, in whole seconds.
  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000
  }

  /// Adds a device, and its tenant if it is new.
  init(_ name: String, of tenant: String = "acme", in asked: Asked) throws {
    token = FleetToken.random()
    let secret = try #require(DeviceToken(token))
    _ = try asked.run([
      SQLStatement("INSERT INTO gpsbridge.tenant (name) VALUES ($1) ON CONFLICT DO NOTHING", [.text(tenant)]),
      SQLStatement(
        "SELECT gpsbridge.device_add($1, $2, $3, $4)",
        [.text(tenant), .text(name), .text(secret.id), .bytes(secret.hash)]),
    ]).get()
  }

  func batch(
    _ numbers: ClosedRange<Int64>, until end: Int64 = now, latitude: Int64 = 475_000_000, epoch: UInt32 = 7,
    records: [TrackRecord] = []
  ) throws -> FleetBatch {
    let fixes = try numbers.map { number in
      var columns = [Int64?](repeating: nil, count: TrackRow.columnCount)
      (columns[.time], columns[.lag]) = (end - (numbers.upperBound - number) * 1000, 100)
      (columns[.latitude], columns[.longitude], columns[.speed]) = (latitude, 94_000_000 + number, 1200)
      (columns[.horizontalAccuracy], columns[.satellites], columns[.flags]) = (1700, 12, 2)
      let row = try #require(TrackRow(columns: columns))
      return TrackColumns.Entry(number: number, monotonic: number * 1000, row: row)
    }
    let last = records.last?.lastNumber ?? numbers.upperBound
    return FleetBatch(
      installation: installation, epoch: epoch, numbers: numbers.lowerBound...last, fixes: fixes,
      records: records)
  }

  func empty(_ numbers: ClosedRange<Int64>, epoch: UInt32 = 7, records: [TrackRecord] = []) -> FleetBatch {
    FleetBatch(installation: installation, epoch: epoch, numbers: numbers, fixes: [], records: records)
  }
}
