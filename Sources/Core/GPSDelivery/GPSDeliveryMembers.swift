/// An unused name, for modules that re-export individual types of this module.
///
/// Re-exporting it makes this module visible to a program that imports only the other module. The members of
/// the types are then visible under `MemberImportVisibility`, without any other name of this module.
public enum GPSDeliveryMembers {}
