// Counts what a process executes for one input, by single steps.
//
// usage: step PROCESS OUTPUT [ADDRESS]...
//
// Stops the process when it waits for events with nothing to do, prints "ready", and waits until the caller has given the process
// its input and writes a line. Then executes one instruction after the other until the process would wait again, and continues it.
// Only the main thread is counted. OUTPUT has, each in the order of the first time:
//
//   i ADDRESS LENGTH COUNT    an instruction, and how often it was executed
//   d LINE ADDRESS            64 bytes of data, and the first instruction that accessed them
//   s NUMBER                  a system call
//   a ADDRESS CALLER...       a call of one of the functions ADDRESS..., and the addresses to which it and its callers return
//
// Status 77: this system cannot do that, and the reason is printed.
#define _GNU_SOURCE
#include <capstone/capstone.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __x86_64__
#error "the counter reads instructions of x86-64 only"
#endif

#define TABLE_BITS 18
#define MOST_STEPS 20000000
#define LINE 64
#define DEEPEST 512

typedef struct {
  uint64_t address, count;
  cs_insn *decoded;
} Instruction;

typedef struct {
  uint64_t stack, returns;
} Frame;

static pid_t process;
static csh decoder;
static Instruction table[1 << TABLE_BITS];
static Instruction *order[1 << TABLE_BITS];
static size_t distinct;
static uint64_t lines[1 << TABLE_BITS];
static Frame frames[DEEPEST];
static size_t depth;
static FILE *output;

static void fail(int status, const char *what) {
  fprintf(stderr, "step: %s: %s\n", what, strerror(errno));
  exit(status);
}

static size_t slot(uint64_t key) { return (key * 0x9E3779B97F4A7C15u) >> (64 - TABLE_BITS); }

static Instruction *instruction(uint64_t address) {
  size_t i = slot(address);
  while (table[i].address && table[i].address != address) i = (i + 1) % (1 << TABLE_BITS);
  Instruction *found = &table[i];
  if (found->address) return found;
  unsigned char code[16];
  for (size_t k = 0; k < sizeof code; k += sizeof(long)) {
    errno = 0;
    long word = ptrace(PTRACE_PEEKTEXT, process, (void *)(address + k), 0);
    memcpy(code + k, &word, sizeof word);
  }
  found->address = address;
  if (cs_disasm(decoder, code, sizeof code, address, 1, &found->decoded) != 1) found->decoded = NULL;
  order[distinct++] = found;
  return found;
}

static uint64_t value(const struct user_regs_struct *all, x86_reg name, uint64_t next) {
  switch (name) {
  case X86_REG_RAX: return all->rax;
  case X86_REG_RBX: return all->rbx;
  case X86_REG_RCX: return all->rcx;
  case X86_REG_RDX: return all->rdx;
  case X86_REG_RSI: return all->rsi;
  case X86_REG_RDI: return all->rdi;
  case X86_REG_RBP: return all->rbp;
  case X86_REG_RSP: return all->rsp;
  case X86_REG_R8: return all->r8;
  case X86_REG_R9: return all->r9;
  case X86_REG_R10: return all->r10;
  case X86_REG_R11: return all->r11;
  case X86_REG_R12: return all->r12;
  case X86_REG_R13: return all->r13;
  case X86_REG_R14: return all->r14;
  case X86_REG_R15: return all->r15;
  case X86_REG_RIP: return next;
  default: return 0;
  }
}

static void touch(uint64_t address, size_t size, uint64_t by) {
  for (uint64_t line = address / LINE; line <= (address + (size ? size - 1 : 0)) / LINE; line++) {
    size_t i = slot(line);
    while (lines[i] && lines[i] != line) i = (i + 1) % (1 << TABLE_BITS);
    if (lines[i]) continue;
    lines[i] = line;
    fprintf(output, "d %lx %lx\n", (unsigned long)line, (unsigned long)by);
  }
}

static void touchOperands(const cs_insn *decoded, const struct user_regs_struct *all) {
  uint64_t next = all->rip + decoded->size;
  if (decoded->id == X86_INS_LEA || decoded->id == X86_INS_NOP) return;
  for (int i = 0; i < decoded->detail->x86.op_count; i++) {
    const cs_x86_op *operand = &decoded->detail->x86.operands[i];
    if (operand->type != X86_OP_MEM) continue;
    uint64_t address = operand->mem.disp + value(all, operand->mem.base, next);
    address += value(all, operand->mem.index, next) * operand->mem.scale;
    if (operand->mem.segment == X86_REG_FS) address += all->fs_base;
    touch(address, operand->size, all->rip);
  }
  if (decoded->id == X86_INS_PUSH || decoded->id == X86_INS_CALL) touch(all->rsp - 8, 8, all->rip);
  if (decoded->id == X86_INS_POP || decoded->id == X86_INS_RET) touch(all->rsp, 8, all->rip);
}

/// Keeps the return addresses of the present calls.
static void follow(const cs_insn *decoded, const struct user_regs_struct *all) {
  while (depth && frames[depth - 1].stack < all->rsp) depth--;
  if (decoded->id == X86_INS_CALL && depth < DEEPEST)
    frames[depth++] = (Frame){.stack = all->rsp - 8, .returns = all->rip + decoded->size};
}

static int isWait(uint64_t number) {
  switch (number) {
  case SYS_poll:
  case SYS_ppoll:
  case SYS_pselect6:
  case SYS_epoll_wait:
  case SYS_epoll_pwait:
  case 441: // epoll_pwait2, which older headers lack
    return 1;
  default: return 0;
  }
}

static void stopped(void) {
  int status;
  if (waitpid(process, &status, 0) != process || !WIFSTOPPED(status)) {
    fprintf(stderr, "step: the process has ended\n");
    exit(1);
  }
}

static void stopInWait(void) {
  struct user_regs_struct all;
  if (ptrace(PTRACE_SEIZE, process, 0, PTRACE_O_TRACESYSGOOD)) fail(77, "the system does not permit ptrace");
  ptrace(PTRACE_INTERRUPT, process, 0, 0);
  stopped();
  do {
    ptrace(PTRACE_SYSCALL, process, 0, 0);
    stopped();
    ptrace(PTRACE_GETREGS, process, 0, &all);
  } while (all.rax != (uint64_t)-ENOSYS || !isWait(all.orig_rax));
  printf("ready\n");
  fflush(stdout);
  if (getchar() == EOF) exit(1);
  ptrace(PTRACE_SYSCALL, process, 0, 0);
  stopped();
}

static void step(int functionCount, char **names) {
  uint64_t last = 0, functions[functionCount + 1];
  for (int i = 0; i < functionCount; i++) functions[i] = strtoull(names[i], NULL, 16);
  for (size_t steps = 0; steps < MOST_STEPS; steps++) {
    struct user_regs_struct all;
    if (ptrace(PTRACE_GETREGS, process, 0, &all)) fail(1, "registers");
    Instruction *present = instruction(all.rip);
    // An instruction that repeats itself is one.
    if (all.rip != last) present->count++;
    last = all.rip;
    if (!present->decoded) {
      fprintf(stderr, "step: an instruction at %llx that capstone does not know\n", all.rip);
      exit(1);
    }
    follow(present->decoded, &all);
    for (int i = 0; i < functionCount; i++) {
      if (functions[i] != all.rip) continue;
      fprintf(output, "a %llx", all.rip);
      for (size_t k = depth; k > 0; k--) fprintf(output, " %lx", (unsigned long)frames[k - 1].returns);
      fprintf(output, "\n");
    }
    if (present->decoded->id == X86_INS_SYSCALL) {
      fprintf(output, "s %llu\n", all.rax);
      if (isWait(all.rax)) return;
    }
    touchOperands(present->decoded, &all);
    if (ptrace(PTRACE_SINGLESTEP, process, 0, 0)) fail(1, "single step");
    stopped();
  }
  fprintf(stderr, "step: no end after %d instructions\n", MOST_STEPS);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: step PROCESS OUTPUT [ADDRESS]...\n");
    return 2;
  }
  process = atoi(argv[1]);
  output = fopen(argv[2], "w");
  if (!output) fail(1, argv[2]);
  if (cs_open(CS_ARCH_X86, CS_MODE_64, &decoder)) fail(1, "capstone");
  cs_option(decoder, CS_OPT_DETAIL, CS_OPT_ON);
  stopInWait();
  step(argc - 3, argv + 3);
  for (size_t i = 0; i < distinct; i++)
    fprintf(output, "i %lx %d %lu\n", (unsigned long)order[i]->address, order[i]->decoded->size,
      (unsigned long)order[i]->count);
  fclose(output);
  ptrace(PTRACE_DETACH, process, 0, 0);
  return 0;
}
