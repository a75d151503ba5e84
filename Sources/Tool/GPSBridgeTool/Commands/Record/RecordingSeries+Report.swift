internal import CommandLineTable
internal import Glibc
internal import Texts
internal import ToolFiles

extension RecordingSeries {
  /// What was written, in a line for people.
  func report(dropped: Int) -> String {
    let files = files > 1 ? " and \(files - 1) before it" : ""
    let lost = dropped > 0 ? ", \(Plural.of(dropped, "byte")) lost: the disk was too slow" : ""
    return "\(ShownText.of(path))\(files): \(Plural.of(bytes, "byte"))\(lost)\n"
  }

  /// Throws why it could not go on, unless it has all that it may have or nobody reads it any more.
  func check() throws(Complaint) {
    switch stop {
    case .fault(let fault):
      // Whoever reads from a pipe and goes away has enough.
      if fault.number == EPIPE { return }
      throw OutputFailure.writing(
        fault.number, ShownText.of(path),
        left: "what came before is there and can be read: \(Plural.of(bytes, "byte"))")
    case .complaint(let complaint): throw complaint
    case .full, nil: break
    }
  }
}
