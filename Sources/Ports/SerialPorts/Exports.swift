// The streams of events are sequences of Delivery: a loop over them must not need a second import.

@_exported public import enum Delivery.Buffering
@_exported public import struct Delivery.Deliveries
@_exported public import class Delivery.Subscription
@_exported public import class EventRuntime.EventLoop
