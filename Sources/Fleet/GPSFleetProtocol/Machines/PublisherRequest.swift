// The actions of a publisher, its requests to the store, and the answers.

extension PublisherMachine {
  /// A task for the engine; it performs them in order.
  package enum Action: Sendable, Hashable {
    /// Connect to a host, under a connection number.
    case connect(host: Int, connection: Int64)
    /// End the connection, and report its end as ``FleetEnd/asked``.
    case disconnect
    /// Publish the device's state, retained.
    case announce(FleetPresence.Device)
    /// Read a page of the store; ``PublisherMachine/page(_:at:)`` is the answer.
    case read(Request)
    /// Publish a batch; ``PublisherMachine/published(_:reason:at:)`` has its token.
    case send(token: Int, payload: [UInt8])
    /// Write the cursor to its file.
    case save
    /// Search the store; ``PublisherMachine/found(_:for:at:)`` is the answer.
    case find(FleetSearch)
  }

  /// A part of the store to read.
  package struct Request: Sendable, Hashable {
    /// The numbers of the page.
    package let numbers: ClosedRange<Int64>
    /// The last number that a page without entries may reach.
    package let limit: Int64
    /// The most bytes of a batch.
    package let mostBytes: Int

    package init(numbers: ClosedRange<Int64>, limit: Int64, mostBytes: Int) {
      (self.numbers, self.limit, self.mostBytes) = (numbers, limit, mostBytes)
    }
  }

  /// The answer to a request.
  package enum Page: Sendable, Hashable {
    /// A batch of one epoch; it begins with the first number of the request.
    case batch(epoch: UInt32, numbers: ClosedRange<Int64>, payload: [UInt8])
    /// These numbers have no entries; the first is the first of the request.
    case nothing(ClosedRange<Int64>)
    /// The store can't be read now.
    case failed
  }
}
