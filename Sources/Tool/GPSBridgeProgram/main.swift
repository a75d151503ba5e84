internal import CommandLineTable
internal import GPSBridgeTool
internal import Glibc

exit(Tool.run(Argument.ofThisProcess).rawValue)
