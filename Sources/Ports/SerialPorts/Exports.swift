// The streams of events are sequences of GPSDelivery: a loop over them must not need a second import.
//
// They are names of this module, as in GPSBridge: an import of a single name would win over the one of any other package.

@_exported public import enum GPSDelivery.GPSDeliveryMembers
@_exported public import enum GPSEventRuntime.GPSEventRuntimeMembers

public import GPSDelivery
public import GPSEventRuntime

/// The elements that a busy consumer keeps, and those it is willing to lose.
public typealias Buffering = GPSDelivery.Buffering

/// A sequence that any number of loops may run over: each of them registers a consumer of its own.
public typealias Deliveries = GPSDelivery.Deliveries

/// One consumer's place in a broadcast, registered from the moment it exists.
public typealias Subscription = GPSDelivery.Subscription

/// One thread that waits for descriptors and moments, and does in turn what they bring: a receiver lives on it.
public typealias ReceiverLoop = GPSEventRuntime.EventLoop
