public import GPSDelivery

/// An empty proxy, as a user would write it.
public final class LocationProxy: DelegateProxy<LocationManager, any LocationManagerDelegate>,
  DelegateProxyType, LocationManagerDelegate
{
  /// Registers itself as the proxy of a manager.
  public static func registerKnownImplementations() {
    register { LocationProxy(parentObject: $0, delegateProxy: LocationProxy.self) }
  }
}

/// A proxy for a third-party class, with another proxy for the subclass.
open class OvenProxy: DelegateProxy<Oven, any OvenDelegate>, DelegateProxyType, OvenDelegate {
  /// Registers itself as the proxy of an oven, and another proxy for the subclass.
  public static func registerKnownImplementations() {
    register { OvenProxy(parentObject: $0, delegateProxy: OvenProxy.self) }
    register { (oven: SteamOven) in SteamOvenProxy(parentObject: oven, delegateProxy: SteamOvenProxy.self) }
  }
  /// Returns the value of the property that the proxy replaces.
  public static func currentDelegate(for object: Oven) -> (any OvenDelegate)? { object.delegate }
  /// Sets the property that the proxy replaces.
  public static func setCurrentDelegate(_ delegate: (any OvenDelegate)?, to object: Oven) {
    object.delegate = delegate
  }
}

/// A subclass of the oven.
public final class SteamOven: Oven {}

/// The proxy of the subclass.
public final class SteamOvenProxy: OvenProxy {}

/// A proxy for another delegate property with the same protocol.
public final class InspectorProxy: DelegateProxy<Oven, any OvenDelegate>, DelegateProxyType, OvenDelegate {
  /// Registers itself as the proxy for an oven's inspector.
  public static func registerKnownImplementations() {
    register { InspectorProxy(parentObject: $0, delegateProxy: InspectorProxy.self) }
  }
  /// Returns the inspector of the oven.
  public static func currentDelegate(for object: Oven) -> (any OvenDelegate)? { object.inspector }
  /// Sets the inspector of the oven.
  public static func setCurrentDelegate(_ delegate: (any OvenDelegate)?, to object: Oven) {
    object.inspector = delegate
  }
}
