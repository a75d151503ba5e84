public import GPSBridge

/// A simulated receiver on a pseudo-terminal, for programs that open ports.
///
/// ```swift
/// let receiver = try PseudoTerminalReceiver(.drive, link: "/tmp/gps0")
/// print(receiver.path ?? "")                      // /dev/pts/5; /tmp/gps0 leads there
/// ```
///
/// It is the same receiver as ``SimulatedReceiver``, with the effects of a cable. Bytes arrive at the speed
/// of the line, on a schedule that does not drift. A program that sets a wrong speed reads what a UART would
/// make of the signal. Bytes that no program reads are lost. When the cable is pulled, the port hangs up and
/// its name is removed.
///
/// Root ignores permissions, so a lack of permission cannot be simulated for programs that run as root.
public final class PseudoTerminalReceiver: Sendable {
  private let terminal: TerminalFace

  /// Plugs in a receiver that plays a scenario.
  ///
  /// - Parameters:
  ///   - scenario: The scenario to play.
  ///   - link: A symbolic link to create while it is plugged in; an existing file is not changed.
  ///   - time: The source of time.
  /// - Throws: An error if no pseudo-terminal is available, or if the name is taken.
  public convenience init(
    _ scenario: Scenario, link: String? = nil, time: some TimeSource = SystemTime()
  ) throws(SimulationError) {
    try self.init(source: SimulatedReceiverMachine(scenario, at: time.utcSeconds), link: link, time: time)
  }

  /// Plugs in a recording that is played back.
  public convenience init(
    playing replay: Simulation.Replay, link: String? = nil, time: some TimeSource = SystemTime()
  ) throws(SimulationError) { try self.init(source: replay, link: link, time: time) }

  /// Plugs in a receiver that plays any source of emissions.
  package init(
    source: some EmissionSource, link: String? = nil, time: some TimeSource = SystemTime()
  ) throws(SimulationError) {
    terminal = TerminalFace(source, link, time)
    try terminal.begin()
  }

  deinit { terminal.end() }

  /// The path of the port; nil while it is unplugged.
  public var path: String? { terminal.status.path }

  /// The current status.
  public var status: Status { terminal.status }

  /// Adds the events of a story to the scenario, from now on.
  public func tell(@Story.Builder _ steps: () -> [any Story.Step]) { terminal.tell(Story(steps).events) }

  /// Unplugs the receiver for good: when this returns, the port has hung up and the link is removed.
  public func stop() { terminal.end() }

  /// The status of a receiver on a pseudo-terminal.
  public struct Status: Sendable, Hashable {
    /// The path of the port; nil while it is unplugged.
    public var path: String?
    /// Its name in the scenario; nil while it is unplugged.
    public var name: String?
    /// Whether a program had the port open at the last check.
    public var isOpen = false
    /// Bits per second set by the program.
    public var hostSpeed: Int?
    /// The number of bytes delivered to programs.
    public var sent = 0
    /// The number of bytes lost because no program was reading or the buffer was full.
    public var lost = 0
    /// The number of bytes received from programs.
    public var received = 0
    /// Why the receiver has no port or no name after it was plugged in again.
    public var problem: SimulationError?
    /// Whether there will be no more output: it was stopped, or its source has ended.
    public var isOver = false
  }
}
