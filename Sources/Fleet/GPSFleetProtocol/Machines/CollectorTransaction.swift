internal import GPSBase

extension CollectorMachine {
  /// A message of a device.
  package struct Delivery: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
      case batch(FleetBatch, bytes: [UInt8])
      case refused(FleetBatch.Head?, reason: String, bytes: [UInt8])
    }

    package let device: FleetDevice
    /// The broker that brought it, and takes the answer.
    package let broker: Int
    package var content: Content
    /// When it arrived.
    var received: Moment?

    /// Its size in memory, in fixes.
    package var size: Int {
      switch content {
      case .batch(let batch, let bytes): max(batch.fixes.count + batch.records.count, 1 + bytes.count / 64)
      case .refused(_, _, let bytes): 1 + bytes.count / 64
      }
    }
  }

  /// Deliveries sorted by device and number, so that two collectors do not wait for each other.
  package struct Transaction: Sendable, Hashable {
    package let number: Int
    package let deliveries: [Delivery]
    /// The states of devices, each the last one.
    package let states: [FleetDevice: FleetPresence.Device]
  }

  /// How a transaction failed.
  package enum Failure: Sendable, Hashable {
    /// A deadlock or a conflict (40P01, 40001): it is repeated.
    case conflict
    /// The database can't store a value of it.
    case rejected(String)
    /// The database is away, or has no room; what was written is not known.
    case away
  }

  /// A task for the engine; it performs them in order.
  package enum Action: Sendable, Hashable {
    /// Publish the collector's state at a broker, retained.
    case announce(broker: Int, FleetPresence.Collector)
    /// Write a transaction; ``CollectorMachine/committed(_:in:at:)`` or ``CollectorMachine/failed(_:_:at:)`` is the answer.
    case commit(Transaction)
    /// Publish an answer to a device.
    case acknowledge(broker: Int, FleetDevice, FleetAcknowledgement)
  }
}
