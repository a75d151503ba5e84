internal import CGPSArguments
internal import GPSEventRuntime
internal import GPSFleetCollector
internal import GPSSystemCalls
internal import Glibc

// Otherwise, the loop's files would get the descriptors of closed standard streams.
Kernel.occupyStandardDescriptors()
_ = EventLoop.shared.adopt()
let places = 1..<max(1, gpsbridge_argument_count())
exit(CollectorProgram.run(places.map { unsafe String(cString: gpsbridge_argument($0)) }))
