import Glibc

/// A program that listens at a port, and its output line by line.
@safe struct Program: ~Copyable {
  private let process: pid_t
  private let output: UnsafeMutablePointer<FILE>

  /// Starts it; nil if that is not possible.
  init?(_ path: String, _ arguments: [String]) {
    var pipes: [CInt] = [-1, -1]
    guard unsafe pipe(&pipes) == 0 else { return nil }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
    unsafe posix_spawn_file_actions_addclose(&actions, pipes[0])
    unsafe posix_spawn_file_actions_addclose(&actions, pipes[1])
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var process: pid_t = 0
    let failure = unsafe posix_spawn(&process, path, &actions, nil, &words, environ)
    for place in unsafe words.indices { unsafe free(words[place]) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    close(pipes[1])
    guard failure == 0, let output = unsafe fdopen(pipes[0], "r") else {
      close(pipes[0])
      return nil
    }
    self.process = process
    unsafe self.output = output
  }

  deinit {
    unsafe fclose(output)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// The next line that it prints; nil when it has ended.
  func line() -> String? {
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { unsafe free(text) }
    let count = unsafe getline(&text, &size, output)
    guard count > 0, let start = unsafe text else { return nil }
    return unsafe String(cString: start).split(separator: "\n").first.map(String.init) ?? ""
  }
}
