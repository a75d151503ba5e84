internal import CGPSArguments
internal import GPSEventRuntime
internal import GPSBridgeTool
internal import GPSFleetVerbs
internal import GPSServiceVerbs
internal import GPSSystemCalls
internal import Glibc

extension Tool {
  /// The whole program.
  static let gpsbridge: Tool = {
    let doors = Doors(store: .tracks(sinks: Verb.sinks(of:)), page: .web, gpsd: .server)
    return Tool(
      Verb.core(doors) + Verb.services(sinks: Verb.sinks(of:)) + Verb.fleet,
      settings: [.serve, .publish, .store])
  }()
}

// Otherwise, the loop's files would get the descriptors of closed standard streams.
Kernel.occupyStandardDescriptors()
// The main thread runs the loop of all receivers, in whichever command waits for one.
_ = EventLoop.shared.adopt()
let places = 1..<max(1, gpsbridge_argument_count())
exit(Tool.gpsbridge.run(places.map { unsafe Argument(cString: gpsbridge_argument($0)) }).rawValue)
