internal import CommandLineTable
internal import GPSEventRuntime
internal import GPSBridgeTool
internal import Glibc

// The main thread is the loop of all receivers: whatever waits for one runs it.
_ = EventLoop.shared.adopt()
exit(Tool.run(Argument.ofThisProcess).rawValue)
