public import GPSBridge

/// A simulated receiver behind a real port of this machine, for programs that open ports.
///
/// ```swift
/// let receiver = try PseudoTerminalReceiver(.drive, link: "/tmp/gps0")
/// print(receiver.path ?? "")                      // /dev/pts/5; /tmp/gps0 leads there
/// ```
///
/// It is the same receiver as ``SimulatedReceiver``, with what a cable adds. Bytes come at the pace of the line, on a
/// schedule that does not drift. The speed that the program has really set counts: at a wrong one it reads what a serial
/// chip would make of it. What nobody reads is lost, and when the cable is pulled the port hangs up and its name is gone.
///
/// For users who are root nothing is forbidden, so that a refusal for lack of permission cannot be played for them.
public final class PseudoTerminalReceiver: Sendable {
  private let terminal: TerminalFace

  /// Plugs a receiver in that plays a scenario.
  ///
  /// - Parameters:
  ///   - scenario: The scenario to play.
  ///   - link: A name of its own, which leads to the port while it is plugged in; what is there already is not touched.
  ///   - time: The source of time.
  /// - Throws: An error if there is no pseudo-terminal, or if the name is taken.
  public convenience init(
    _ scenario: Scenario, link: String? = nil, time: some TimeSource = SystemTime()
  ) throws(FaceError) {
    try self.init(source: SimulatedReceiverEngine(scenario), link: link, time: time)
  }

  /// Plugs in a recording that is played back.
  public convenience init(
    playing replay: Simulation.Replay, link: String? = nil, time: some TimeSource = SystemTime()
  ) throws(FaceError) {
    try self.init(source: replay, link: link, time: time)
  }

  /// Plugs a receiver in that plays any source of emissions.
  package init(
    source: some EmissionSource, link: String? = nil, time: some TimeSource = SystemTime()
  ) throws(FaceError) {
    terminal = TerminalFace(source, link, time)
    try terminal.begin()
  }

  deinit { terminal.end() }

  /// The port's own name; nil while it is unplugged.
  public var path: String? { terminal.status.path }

  /// How things stand.
  public var status: Status { terminal.status }

  /// Lets something happen that was not foreseen, from now on.
  public func tell(@Story.Builder _ steps: () -> [any Story.Step]) { terminal.tell(Story(steps).events) }

  /// Unplugs it for good: the port hangs up, and the link is gone when this returns.
  public func stop() { terminal.end() }

  /// How a receiver behind a pseudo-terminal stands.
  public struct Status: Sendable, Hashable {
    /// The port's own name; nil while it is unplugged.
    public var path: String?
    /// Its name in the scenario; nil while it is unplugged.
    public var name: String?
    /// Whether a program had it open when that was last looked at.
    public var isOpen = false
    /// Bits per second that the program has set.
    public var hostSpeed: Int?
    /// Bytes that a program was given.
    public var sent = 0
    /// Bytes that were lost, without a reader or without room.
    public var lost = 0
    /// Bytes that the program has sent.
    public var received = 0
    /// Why it has no port, or no name, after it was plugged in again.
    public var problem: FaceError?
    /// Whether nothing comes any more: it was stopped, or what it plays is over.
    public var isOver = false
  }
}
