// Event streams are GPSDelivery sequences; a loop over them must not need a second import.
//
// As in GPSBridge, they are names of this module, because importing a single name would take precedence over
// the same name from any other package.

@_exported public import enum GPSDelivery.GPSDeliveryMembers
@_exported public import enum GPSEventRuntime.GPSEventRuntimeMembers

public import GPSDelivery
public import GPSEventRuntime

/// The number of elements buffered for a busy consumer, and which of them it may lose.
public typealias Buffering = GPSDelivery.Buffering

/// A sequence for any number of loops; each loop registers a separate consumer.
public typealias Deliveries = GPSDelivery.Deliveries

/// One consumer's registration with a broadcast, active as soon as it exists.
public typealias Subscription = GPSDelivery.Subscription

/// A thread that waits for descriptors and timers and runs their handlers in turn; receivers live on it.
public typealias ReceiverLoop = GPSEventRuntime.EventLoop
