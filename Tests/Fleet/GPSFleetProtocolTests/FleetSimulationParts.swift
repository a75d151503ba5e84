import GPSBase

@testable import GPSFleetProtocol

extension FleetSimulation {
  /// How a run ended.
  struct Outcome {
    var complaints: [String] = []
    var (made, sent, failovers) = (0, 0, 0)
    /// What was sent again without an answer in time, on a new connection, and to a new collector.
    var again = (silence: 0, connection: 0, collector: 0)
    /// Seconds after the hour until everything was delivered.
    var calm: Int64 = 0
  }

  enum Event {
    case news(Int)
    case wakeDevice(Int)
    case wakeCollector(Int)
    /// To a device, in a life and on a connection of it.
    case toDevice(Int, life: Int, line: Int?, (inout PublisherMachine, Moment) -> [PublisherMachine.Action])
    case toCollector(Int, life: Int, (inout CollectorMachine, Moment) -> [CollectorMachine.Action])
    case run(() -> Void)
  }

  struct Device {
    var machine: PublisherMachine
    var saved: FleetCursor
    var life = 0
    var line = 0
    var isConnected = false
    var made: Int64 = 0
    /// The first numbers of the epochs, which begin with 1.
    var epochs: [Int64] = [1]
    var wake: Int64?
    let name: FleetDevice
  }

  struct Collector {
    var machine: CollectorMachine
    var life = 0
    var isUp = true
    /// Whether the broker passes messages to it.
    var isConnected = true
    var wake: Int64?
    let name: FleetName
  }

  /// What happens, and for how long.
  enum Story {
    /// An hour in which anything fails at any time.
    case trouble
    /// 20 s, in which a collector is killed for good, then the other one, the broker and the database once each, as in fleet.py;
    /// a commit takes up to a number of milliseconds.
    case kills(commit: Int64)
  }
}
