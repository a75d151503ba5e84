/// The folder of this project, for tests that read its files.
package enum ProjectFolder {
  package static let path = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
}
