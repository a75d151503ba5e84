public import GNSS

/// Something that one of several receivers told, with the device that told it.
public struct DeviceRecord: Sendable, Hashable {
  /// The receiver's place in the list, from 0.
  public var index: Int
  /// The device, by what stays when it is plugged in again.
  public var deviceID: String
  /// Whether this is the receiver that counts.
  public var isChosen: Bool
  /// The report.
  public var content: Content

  /// Tags what was told.
  public init(index: Int, deviceID: String, isChosen: Bool, content: Content) {
    self.index = index
    self.deviceID = deviceID
    self.isChosen = isChosen
    self.content = content
  }

  /// A report of a receiver.
  public enum Content: Sendable, Hashable {
    /// The position, or why there is none.
    case update(LocationUpdate)
    /// The fix of one epoch.
    case fix(Fix)
    /// The satellites.
    case sky(Sky)
    /// A sentence.
    case sentence(ReceivedSentence)
    /// A binary message.
    case message(ReceivedMessage)
    /// Something that happened to it.
    case event(ReceiverEvent)
    /// It has given up.
    case failed(LocationError)
  }
}

extension DeviceRecord.Content {
  /// The contents of a report: an epoch is a fix and an update.
  static func contents(of report: Report) -> [DeviceRecord.Content] {
    switch report {
    case .epoch(let epoch): [.fix(epoch.fix), .update(epoch.update)]
    case .update(let update): [.update(update)]
    case .sky(let sky): [.sky(sky)]
    case .sentence(let sentence): [.sentence(sentence)]
    case .message(let message): [.message(message)]
    case .event(let event): [.event(event)]
    case .failed(let error): [.failed(error)]
    case .setting, .verdict: []
    }
  }
}
