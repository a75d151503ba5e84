// From the bytes of an answer to the events in it: head, chunks, lines.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "page.h"

static int begins(const char *line, const char *word) { return strncmp(line, word, strlen(word)) == 0; }

// Milliseconds since 1970 of a time as records write it; less than 0 if it is none.
static double milliseconds(const char *text) {
  struct tm moment = {0};
  double second;
  if (sscanf(text, "%d-%d-%dT%d:%d:%lf", &moment.tm_year, &moment.tm_mon, &moment.tm_mday, &moment.tm_hour, &moment.tm_min, &second) != 6)
    return -1;
  moment.tm_year -= 1900;
  moment.tm_mon -= 1;
  return timegm(&moment) * 1e3 + second * 1e3;
}

static void head_line(struct listener *listener) {
  if (strcasestr(listener->line, "transfer-encoding:") && strcasestr(listener->line, "chunked")) listener->is_chunked = 1;
  if (begins(listener->line, "HTTP/1.1 ") && !begins(listener->line, "HTTP/1.1 200")) {
    fprintf(stderr, "page-listeners: the server answered %s\n", listener->line);
    exit(1);
  }
  if (listener->line_length == 0) listener->in_body = 1;
}

static void id_line(struct listener *listener) {
  const char *dash = strrchr(listener->line, '-');
  long number = dash ? atol(dash + 1) : 0;
  // A greeting repeats what was last: it is older than what follows.
  listener->is_new = number >= listener->next;
  if (!listener->is_new) return;
  long expected = listener->last ? listener->last + 1 : listener->next;
  if (number < expected) listener->doubles++;
  if (number > expected) listener->gaps++;
  if (number >= expected) listener->last = number;
  listener->records++;
}

static void data_line(struct listener *listener, event_action action) {
  if (!listener->next) {
    const char *next = strstr(listener->line, "\"next\":");
    if (next && strstr(listener->line, "\"type\":\"hello\"")) listener->next = atol(next + 7);
    return;
  }
  if (!listener->is_new) return;
  const char *received = listener->is_sampled ? strstr(listener->line, "\"received\":\"") : NULL;
  double since = received ? milliseconds(received + 12) : -1;
  action(since < 0 ? -1 : wall_time() - since);
  listener->is_new = 0;
}

static void line_ended(struct listener *listener, event_action action) {
  if (listener->line_length && !listener->is_long && listener->line[listener->line_length - 1] == '\r') listener->line_length--;
  listener->line[listener->line_length] = 0;
  if (!listener->in_body) head_line(listener);
  else if (begins(listener->line, "id: ")) id_line(listener);
  else if (begins(listener->line, "data: ")) data_line(listener, action);
  listener->line_length = 0;
  listener->is_long = 0;
}

// Takes bytes up to the end of a line, at most; says how many.
static size_t take_line(struct listener *listener, const char *bytes, size_t length, int *ended) {
  const char *end = memchr(bytes, '\n', length);
  size_t taken = end ? (size_t)(end - bytes) : length, room = sizeof listener->line - 1 - listener->line_length;
  size_t kept = taken < room ? taken : room;
  memcpy(listener->line + listener->line_length, bytes, kept);
  listener->line_length += kept;
  if (kept < taken) listener->is_long = 1;
  *ended = end != NULL;
  return end ? taken + 1 : taken;
}

static void hear_text(struct listener *listener, const char *bytes, size_t length, event_action action) {
  int ended;
  while (length) {
    size_t taken = take_line(listener, bytes, length, &ended);
    bytes += taken;
    length -= taken;
    if (ended) line_ended(listener, action);
  }
}

// Takes bytes of a chunk's length, which is a line of its own; a line of text that is not over must not be touched by it.
static size_t take_chunk_length(struct listener *listener, const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char byte = bytes[i];
    if (byte == '\n' && listener->chunk_left < -1) {
      listener->chunk_left = -listener->chunk_left - 2;
      return i + 1;
    }
    int digit = byte >= '0' && byte <= '9' ? byte - '0' : (byte | 32) >= 'a' && (byte | 32) <= 'f' ? (byte | 32) - 'a' + 10 : -1;
    // The length so far, beyond -2; the line end of the chunk before is passed over.
    if (digit >= 0) listener->chunk_left = -((listener->chunk_left == -1 ? 0 : -listener->chunk_left - 2) * 16 + digit) - 2;
  }
  return length;
}

void hear(struct listener *listener, const char *bytes, size_t length, event_action action) {
  int ended;
  listener->bytes += length;
  while (length && !listener->in_body) {
    size_t taken = take_line(listener, bytes, length, &ended);
    bytes += taken;
    length -= taken;
    if (ended) line_ended(listener, action);
    if (listener->in_body) listener->chunk_left = -1;
  }
  while (length && listener->is_chunked) {
    if (listener->chunk_left < 0) {
      size_t taken = take_chunk_length(listener, bytes, length);
      bytes += taken;
      length -= taken;
      continue;
    }
    size_t taken = (long)length < listener->chunk_left ? length : (size_t)listener->chunk_left;
    hear_text(listener, bytes, taken, action);
    bytes += taken;
    length -= taken;
    listener->chunk_left -= taken;
    if (listener->chunk_left == 0) listener->chunk_left = -1;
  }
  if (length) hear_text(listener, bytes, length, action);
}
