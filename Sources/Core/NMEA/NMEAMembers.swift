/// An empty name, for modules that export single types of this module.
///
/// Re-exporting it imports this module into a program that imports only such a module. The members of the
/// types are then visible under `MemberImportVisibility`, without any other name of this module.
public enum NMEAMembers {}
