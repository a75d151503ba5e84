// What the parts of this benchmark tell each other.
#ifndef PAGE_BENCHMARK_H
#define PAGE_BENCHMARK_H

#include <stddef.h>

#define MOST_LISTENERS 16000

// Milliseconds since 1970: the clock of a record's `received`.
double wall_time(void);

// The least that a server can do: what FILE has kept is sent to each listener at the times it came, over and over.
_Noreturn void floor_server(int port, const char *file);

// One that hears events; its records are counted, and its line is whole where a packet or a chunk ends within it.
struct listener {
  int socket;
  int in_body;             // the head of the answer is over
  int is_chunked;
  long chunk_left;         // bytes of this chunk; -1 while its length is read
  char line[512];          // the beginning of this line
  size_t line_length;
  int is_long;             // the line is longer than what is kept
  long next;               // the number that the greeting named; 0 before it
  long last;               // the number of the last record; 0 before the first
  long records, gaps, doubles, bytes;
  int is_sampled;
  int is_new;              // the event of this line is no greeting
};

// What is called at each event's line of data, with what is kept of it, and how long it took since the receiver said it, or
// less than 0 where the record does not say.
typedef void (*event_action)(double late);

// Takes what has come for a listener.
void hear(struct listener *listener, const char *bytes, size_t length, event_action action);

#endif
