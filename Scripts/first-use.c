// Records in which order the functions of a program run for the first time.
//
// usage: first-use ADDRESSES OUTPUT PROGRAM [ARGUMENT]...
//
// ADDRESSES has the addresses of the functions as the linker assigned them, in hexadecimal, one per line. Each function begins
// with a breakpoint, which is removed when it is hit; its address is then a line of OUTPUT. SIGUSR1 begins a new part: all
// breakpoints are set again, and OUTPUT has a line with "-". SIGTERM ends the program. Programs that it starts are not observed.
//
// Status 77: this system cannot do that, and the reason is printed.

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

// On x86 the processor stops after a breakpoint, on ARM at it.
#if defined(__x86_64__)
static const unsigned char breakpoint[] = {0xCC};
#define PROGRAM_COUNTER(registers) ((registers).rip)
#define STOPS_AFTER sizeof breakpoint
#elif defined(__aarch64__)
static const unsigned char breakpoint[] = {0x00, 0x00, 0x20, 0xD4};
#define PROGRAM_COUNTER(registers) ((registers).pc)
#define STOPS_AFTER 0
#else
#error "no breakpoints for this processor"
#endif

typedef struct {
  uint64_t address;
  unsigned char original[sizeof breakpoint];
  char isSet;
} Function;

static Function *functions;
static size_t count;
static uint64_t bias; // what the loader added to the addresses
static int memory = -1;
static FILE *output;

static void fail(int status, const char *what) {
  fprintf(stderr, "first-use: %s: %s\n", what, strerror(errno));
  exit(status);
}

static int compare(const void *left, const void *right) {
  uint64_t a = ((const Function *)left)->address, b = ((const Function *)right)->address;
  return (a > b) - (a < b);
}

static void readAddresses(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) fail(1, path);
  unsigned long address;
  size_t room = 0;
  while (fscanf(file, "%lx", &address) == 1) {
    if (count == room) {
      room = room ? 2 * room : 65536;
      functions = realloc(functions, room * sizeof *functions);
      if (!functions) fail(1, "memory");
    }
    functions[count++] = (Function){.address = address};
  }
  fclose(file);
  qsort(functions, count, sizeof *functions, compare);
}

/// The distance between the addresses in the file and those in memory, from the entry point, which the kernel knows.
static uint64_t loadBias(pid_t process, const char *program) {
  Elf64_Ehdr header;
  int file = open(program, O_RDONLY);
  if (file < 0 || read(file, &header, sizeof header) != sizeof header) fail(1, program);
  close(file);
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/auxv", process);
  file = open(path, O_RDONLY);
  Elf64_auxv_t entry;
  while (read(file, &entry, sizeof entry) == sizeof entry) {
    if (entry.a_type == AT_ENTRY) {
      close(file);
      return entry.a_un.a_val - header.e_entry;
    }
  }
  fail(1, path);
  return 0;
}

static void setBreakpoints(void) {
  for (size_t i = 0; i < count; i++) {
    off_t place = (off_t)(functions[i].address + bias);
    if (functions[i].isSet) continue;
    if (pread(memory, functions[i].original, sizeof breakpoint, place) != sizeof breakpoint
      || pwrite(memory, breakpoint, sizeof breakpoint, place) != sizeof breakpoint)
      fail(77, "cannot set breakpoints");
    functions[i].isSet = 1;
  }
}

/// Whether a thread has stopped at a breakpoint; it can then continue with the function.
///
/// A second thread may stop there before the first has removed it, and a forked process has breakpoints of its own.
static int passBreakpoint(pid_t thread) {
  struct user_regs_struct registers;
  struct iovec whole = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, thread, (void *)NT_PRSTATUS, &whole)) return 0;
  uint64_t place = PROGRAM_COUNTER(registers) - STOPS_AFTER;
  Function key = {.address = place - bias};
  Function *function = bsearch(&key, functions, count, sizeof key, compare);
  if (!function) return 0;
  if (function->isSet) fprintf(output, "%lx\n", (unsigned long)function->address);
  function->isSet = 0;
  errno = 0;
  long word = ptrace(PTRACE_PEEKTEXT, thread, (void *)place, 0);
  if (errno) return 0;
  memcpy(&word, function->original, sizeof breakpoint);
  PROGRAM_COUNTER(registers) = place;
  return !ptrace(PTRACE_POKETEXT, thread, (void *)place, word)
    && !ptrace(PTRACE_SETREGSET, thread, (void *)NT_PRSTATUS, &whole);
}

static pid_t start(char **command, const sigset_t *signals) {
  int gate[2];
  if (pipe(gate)) fail(1, "pipe");
  pid_t process = fork();
  if (process < 0) fail(1, "fork");
  if (process == 0) {
    char byte;
    close(gate[1]);
    if (read(gate[0], &byte, 1) != 1) _exit(77);
    close(gate[0]);
    sigprocmask(SIG_UNBLOCK, signals, NULL);
    execv(command[0], command);
    _exit(127);
  }
  close(gate[0]);
  long options =
    PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK;
  if (ptrace(PTRACE_SEIZE, process, 0, options)) fail(77, "the system does not permit ptrace");
  if (write(gate[1], "", 1) != 1) fail(1, "pipe");
  close(gate[1]);
  return process;
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: first-use ADDRESSES OUTPUT PROGRAM [ARGUMENT]...\n");
    return 2;
  }
  // The caller may be killed, and must not leave a program at its terminals.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  readAddresses(argv[1]);
  output = fopen(argv[2], "w");
  if (!output) fail(1, argv[2]);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGUSR1);
  sigaddset(&signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  pid_t process = start(argv + 3, &signals);
  for (;;) {
    int signal, status;
    sigwait(&signals, &signal);
    if (signal == SIGTERM) kill(process, SIGTERM);
    if (signal == SIGUSR1 && memory >= 0) {
      fprintf(output, "-\n");
      setBreakpoints();
    }
    pid_t thread;
    while ((thread = waitpid(-1, &status, __WALL | WNOHANG)) > 0) {
      if (!WIFSTOPPED(status)) {
        if (thread != process) continue;
        fclose(output);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
      int event = status >> 16, pending = WSTOPSIG(status);
      if (event == PTRACE_EVENT_EXEC && thread != process) {
        ptrace(PTRACE_DETACH, thread, 0, 0);
        continue;
      }
      if (event == PTRACE_EVENT_EXEC && memory < 0) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%d/mem", process);
        memory = open(path, O_RDWR | O_CLOEXEC);
        if (memory < 0) fail(77, path);
        bias = loadBias(process, argv[3]);
        setBreakpoints();
      }
      if (event || (pending == SIGTRAP && passBreakpoint(thread))) pending = 0;
      ptrace(PTRACE_CONT, thread, 0, pending);
    }
  }
}
