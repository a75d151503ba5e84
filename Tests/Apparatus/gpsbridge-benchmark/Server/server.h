// What benchmarks of servers have in common: a server as a process of its own, what it costs, and figures put in order.
#ifndef SERVER_BENCHMARK_H
#define SERVER_BENCHMARK_H

#include <stddef.h>
#include <sys/types.h>

// Prints why a system call failed, and ends.
_Noreturn void fail(const char *what);
// Lets this process have as many descriptors as it may.
void raise_descriptor_limit(void);
// A socket that listens at a port of this machine.
int listen_at(int port);
// Runs a program with a descriptor for its output; the word PORT stands for a port. Its complaints are seen where VERBOSE is in the environment.
_Noreturn void run_server(char **words, int port, int output);

// Nanoseconds of a processor that a process has taken, in all its threads.
double processor_time(pid_t process);
// MiB of memory that a process has.
double resident(pid_t process);

// Puts figures in order.
void sort_figures(double *figures, size_t count);
// The figure that a share of the others is less than; -1 where there is none.
double part(const double *sorted, size_t count, double share);

#endif
