// Makes the members of the fault visible in programs that are built with `MemberImportVisibility`.
@_exported public import enum GPSSockets.GPSSocketsMembers
public import GPSSockets

/// The reason why a server could not serve at an address.
public typealias ServiceFault = GPSSockets.ServiceFault
