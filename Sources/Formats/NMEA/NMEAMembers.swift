/// A name without a use, for modules that pass on single types of this module.
///
/// Its re-export makes this module known to a program that imports such a module alone. Then the members of the types are
/// visible under `MemberImportVisibility`, and no other name of this module comes along.
public enum NMEAMembers {}
