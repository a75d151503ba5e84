/// A placeholder name, for modules that re-export single types of this module.
///
/// Re-exporting it makes this module known to a program that imports only such a module. Then the types'
/// members are visible under `MemberImportVisibility`, without any other name of this module.
public enum GNSSMembers {}
