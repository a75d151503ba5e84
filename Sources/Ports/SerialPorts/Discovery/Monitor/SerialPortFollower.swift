/// How far one consumer has come: what it knows, so that what it missed can be made up for.
///
/// It begins knowing nothing, and the first catching up tells it of every port that is there. A consumer that was too
/// slow is brought up to date in the same way, so that what waits for it never grows without bound.
struct SerialPortFollower: Sendable {
  private var known = SerialPortRoster()
  private var number: Int?

  /// Whether it has been told nothing yet.
  var isNew: Bool { number == nil }

  /// The events for this consumer; nil when something is missing before this one, and it has to catch up.
  mutating func take(_ numbered: NumberedEvent) -> [SerialPortEvent]? {
    guard let number else { return nil }
    if numbered.number <= number { return [] }
    guard numbered.number == number + 1 else { return nil }
    self.number = numbered.number
    known.follow(numbered.event)
    return [numbered.event]
  }

  /// What leads from what the consumer knows to what is there.
  mutating func catchUp(with snapshot: PortSnapshot) -> [SerialPortEvent] {
    number = snapshot.number
    return known.take(.listing(snapshot.ports, settlesDoubts: true))
  }
}
