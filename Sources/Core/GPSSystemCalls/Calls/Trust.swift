import Glibc

// Which files and folders other users of this machine can reach.
//
// A name may lead elsewhere a moment later, so ask of an open file where you can; where a library opens it, its folder must
// not let others replace it.

extension Kernel.Node {
  /// Whether it belongs to this user, or to root; root can replace any file anyway.
  package var isTrusted: Bool { user == geteuid() || user == 0 }

  /// The name of its owner, or the number of one without a name.
  package var ownerName: String { Kernel.userName(user) ?? "number \(user)" }

  /// Whether users other than its owner may add entries to this folder.
  ///
  /// This user's own folder may be writable for the primary group, which on some systems has no other member.
  package var isShared: Bool {
    mode & S_IWOTH != 0 || mode & S_IWGRP != 0 && !(user == geteuid() && group == getegid())
  }

  /// Whether users other than its owner may also replace entries of others in this folder.
  package var letsReplace: Bool { isShared && mode & S_ISVTX == 0 }

  /// Returns the reason why others can read or write a private file, and the remedy; nil if only this user can.
  ///
  /// Root may use a private file of its folder's owner.
  package func exposure(in folder: Kernel.Node?) -> (found: String, remedy: String)? {
    let isOwners = geteuid() == 0 && folder.map { $0.user == user && !$0.isShared } == true
    if !isTrusted, !isOwners {
      return ("it belongs to the user \(ownerName)", "move it away, or name another file")
    }
    if !isPrivate {
      return ("it has the mode \(String(mode & 0o777, radix: 8)); expected 600", "chmod 600 it")
    }
    if names > 1 { return ("it has \(names) names; expected one", "remove the other names, or copy it") }
    return nil
  }
}

extension Kernel {
  /// The folder of a path: all of it to its last slash.
  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }
}
