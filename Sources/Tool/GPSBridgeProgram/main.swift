internal import CGPSArguments
internal import CommandLineTable
internal import GPSEventRuntime
internal import GPSBridgeTool
internal import GPSSystemCalls
internal import Glibc

// Else the loop's own files would get the numbers of a closed standard output.
Kernel.occupyStandardDescriptors()
// The main thread is the loop of all receivers: whatever waits for one runs it.
_ = EventLoop.shared.adopt()
let places = 1..<max(1, gpsbridge_argument_count())
exit(Tool.run(places.map { unsafe Argument(cString: gpsbridge_argument($0)) }).rawValue)
