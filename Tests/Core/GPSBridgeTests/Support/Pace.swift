import SimulatedGPS
import TestSupport

@testable import GPSBridge

/// Epochs that arrive at the pace at which they are dated, as those of a present receiver do.
enum Pace {
  /// The moment that the dates count from, one for all receivers of this process.
  private static let start = ContinuousClock.now

  /// Sends epochs of a receiver that sends ten a second, dated by the time that really passes.
  static func send(
    _ count: Int, latitude: Double = 48, fix: Bool = true, to terminal: PseudoTerminal
  ) async throws {
    for _ in 0..<count {
      let due = ContinuousClock.now + .milliseconds(100)
      let hundredths = Int(start.duration(to: .now) / .milliseconds(10))
      try terminal.write(
        wireEpoch(second: hundredths / 100, hundredths: hundredths % 100, latitude: latitude, fix: fix))
      await until { ContinuousClock.now >= due }
    }
  }

  /// Sends epochs of a receiver that sends one a second, and moves its time by a second after each.
  ///
  /// - Parameters:
  ///   - seconds: The dates of the epochs.
  ///   - receiver: The receiver that reads them.
  ///   - time: Its time.
  ///   - send: Sends one epoch.
  static func play(
    _ seconds: Range<Int>, to receiver: Receiver, _ time: ManualTime, _ send: ([UInt8]) -> Void
  ) async {
    for second in seconds {
      let sentences = receiver.counts.sentences
      send(wireEpoch(second: second))
      await until { receiver.counts.sentences >= sentences + 2 }
      advance(time, of: receiver)
    }
  }

  /// Moves time by a second, after the receiver has taken what was sent.
  static func advance(_ time: ManualTime, of receiver: Receiver) {
    for _ in 0..<6 { receiver.engine.loop.sync {} }
    time.jump(by: .seconds(1))
    for _ in 0..<6 { receiver.engine.loop.sync {} }
  }
}
