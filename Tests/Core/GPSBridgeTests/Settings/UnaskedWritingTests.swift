import GPSEventRuntime
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing
import UBX

@testable import GPSBridge

/// What is written to a receiver although nobody has set anything, beside the table of `docs/security.md`.
///
/// It takes half a minute of a processor, of which a busy machine gives a tenth.
@Suite(.timeLimit(.minutes(15))) struct `What is written to a receiver without a wish for it` {
  private static let dialects: [Dialect] = [
    .ublox6, .ublox7, .ublox8, .ublox9, .ublox10, .sirf, .mtk, .quectel, .garmin,
  ]

  /// The names of what is written within two minutes, a plug-in and two more minutes.
  private func names(_ dialect: Dialect, asks: Bool) async throws -> Set<String> {
    let scratch = try TestFolder()
    let folder = MemoryFolder(scratch.path) { .milliseconds(50) }
    var scenario = Scenario.staticDesk
    scenario.dialect = dialect
    scenario.powerUp = .cold
    if dialect.speed != nil { scenario.speed = 115_200 }
    let time = ManualTime(utcSeconds: Double(scenario.beginning.secondsSince1970))
    let simulated = SimulatedReceiver(scenario, time: time)
    let device = TappedDevice(simulated)
    var options = ReceiverOptions()
    options.speedMemory = SpeedMemory()
    if asks {
      options.conditionInterval = .seconds(4)
      options.keepsMemory = folder
    }
    let receiver = Receiver(device, time: time, options: options)
    let listening = receiver.fixes.subscribe(.latest)
    for second in 0..<270 {
      if second == 120 {
        // The memory is written beside the loop; a u-blox has one from u-blox 8 on.
        if asks, [.ublox8, .ublox9, .ublox10].contains(dialect) {
          while try !folder.all().contains(where: { $0.place != nil }), !Task.isCancelled {
            await Task.yield()
          }
        }
        simulated.tell { Story.Unplug(for: .seconds(30), waking: .cold) }
      }
      for _ in 0..<10 {
        await time.advance(by: .milliseconds(100))
        while isRecalling(receiver) { await Task.yield() }
      }
    }
    withExtendedLifetime(listening) {}
    return device.names
  }

  private func isRecalling(_ receiver: Receiver) -> Bool {
    let engine = receiver.engine
    return engine.loop.sync {
      engine.assumeIsolated { $0.core.settings.known.warmStart?.isRecalling ?? false }
    }
  }

  /// The messages and sentences in the rows of the page whose bytes need no wish.
  private func listed() throws -> Set<String> {
    let root = ProjectFolder.path
    let page = try #require(Kernel.text("\(root)/docs/security.md", limit: 1 << 20))
    let start = try #require(page.ranges(of: "\n## What is written to a receiver\n").first).upperBound
    let end = try #require(page[start...].ranges(of: "\n## ").first).lowerBound
    let rows = page[start..<end].split(separator: "\n").filter { $0.hasPrefix("| ") }
    var names: Set<String> = []
    for row in rows {
      // A change of settings is a wish: a command line or a profile.
      guard let bytes = row.split(separator: "|").first, !bytes.contains("commands that change")
      else { continue }
      for match in bytes.matches(of: #/[A-Z]{3}-[A-Z0-9]+|\$P[A-Z0-9,]+/#) { names.insert(String(match.0)) }
    }
    return names
  }

  @Test func `is what the page on security lists, and no more`() async throws {
    var written: Set<String> = []
    for dialect in Self.dialects { written.formUnion(try await names(dialect, asks: true)) }
    #expect(try written == listed())
  }

  @Test(arguments: dialects) func `is nothing where no question was allowed`(dialect: Dialect) async throws {
    #expect(try await names(dialect, asks: false) == [])
  }
}

/// A simulated receiver that notes what is written to it.
private final class TappedDevice: ReceiverDevice {
  private let simulated: SimulatedReceiver
  private let written = Guarded<[UInt8]>([])

  init(_ simulated: SimulatedReceiver) { self.simulated = simulated }

  var place: DevicePlace { simulated.place }
  var isPresent: Bool { simulated.isPresent }

  func follow(
    on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch { simulated.follow(on: loop, change) }

  func open(_ place: DevicePlace, speed: Int?, on loop: EventLoop) throws(LocationError) -> any ByteSource {
    let written = written
    return TappedSource(try simulated.open(place, speed: speed, on: loop)) { bytes in
      written.withLock { $0 += bytes }
    }
  }

  /// u-blox's names of the messages, and the heads of the sentences.
  var names: Set<String> {
    let bytes = written.withLock { $0 }
    let messages = Message.all(in: bytes).messages.map { String($0.kind.word.prefix { $0 != " " }) }
    let text = String(decoding: bytes, as: UTF8.self)
    return Set(messages + text.matches(of: #/\$P[A-Z0-9,]+/#).map { String($0.0) })
  }
}

private final class TappedSource: ByteSource {
  private let source: any ByteSource
  private let tap: @Sendable ([UInt8]) -> Void

  init(_ source: any ByteSource, _ tap: @escaping @Sendable ([UInt8]) -> Void) {
    (self.source, self.tap) = (source, tap)
  }

  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void
  ) { source.start(bytes: bytes, end: end) }

  func write(_ bytes: [UInt8], timeout: Duration, _ done: @escaping @Sendable (LocationError?) -> Void) {
    tap(bytes)
    source.write(bytes, timeout: timeout, done)
  }

  func setSpeed(_ bitsPerSecond: Int) throws(LocationError) { try source.setSpeed(bitsPerSecond) }
  func close() { source.close() }
  func close(_ closed: @escaping @Sendable () -> Void) { source.close(closed) }
}
