/// The name of the target that this constant is in.
public let deliveryReactiveTarget = "DeliveryReactive"
