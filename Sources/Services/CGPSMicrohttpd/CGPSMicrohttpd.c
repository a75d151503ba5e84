#include "CGPSMicrohttpd.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The library functions that we call. Their types come from the header, so a changed type does not compile.
#define FUNCTIONS(use)                                                                                                 \
  use(MHD_start_daemon) use(MHD_stop_daemon) use(MHD_get_daemon_info) use(MHD_run) use(MHD_get_timeout)                \
  use(MHD_add_connection) use(MHD_get_connection_info) use(MHD_get_connection_values_n) use(MHD_suspend_connection)    \
  use(MHD_resume_connection) use(MHD_create_response_from_buffer) use(MHD_create_response_from_callback)               \
  use(MHD_add_response_header) use(MHD_queue_response) use(MHD_destroy_response) use(MHD_set_response_options)

#define POINTER(name) static __typeof__(&name) name##_;
FUNCTIONS(POINTER)

static void *library;
// Thread-local, because several loops may each start a daemon on their own threads at once.
static _Thread_local char complaint[256];

const char *gpsbridge_http_open(void) {
  if (library) return NULL;
  void *opened = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (!opened) return dlerror();
#define FIND(name)                                                                                                     \
  name##_ = (__typeof__(&name))dlsym(opened, #name);                                                                   \
  if (!name##_) return dlerror();
  FUNCTIONS(FIND)
  library = opened;
  return NULL;
}

static void log_line(void *context, const char *format, va_list arguments) {
  (void)context;
  vsnprintf(complaint, sizeof complaint, format, arguments);
  complaint[strcspn(complaint, "\n")] = 0;
}

const char *gpsbridge_http_complaint(void) { return complaint; }

// Leaves percent escapes as sent; if they were decoded here, a %00 would end the path unnoticed.
static size_t leave_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

struct MHD_Daemon *gpsbridge_http_start(const gpsbridge_http_settings *settings) {
  complaint[0] = 0;
  struct MHD_OptionItem secure[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
      {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}};
  unsigned flags = MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
  if (settings->certificate) flags |= MHD_USE_TLS;
  return MHD_start_daemon_(
      flags, 0, NULL, NULL, settings->handle, settings->context,
      // The logger comes first; otherwise complaints about the other options go to standard error.
      MHD_OPTION_EXTERNAL_LOGGER, log_line, NULL,
      MHD_OPTION_UNESCAPE_CALLBACK, leave_escapes, NULL,
      MHD_OPTION_CONNECTION_LIMIT, settings->connections,
      MHD_OPTION_CONNECTION_TIMEOUT, settings->silence_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->memory,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_NOTIFY_CONNECTION, settings->notice, settings->context,
      MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context,
      MHD_OPTION_ARRAY, settings->certificate ? secure : plain,
      MHD_OPTION_END);
}

void gpsbridge_http_stop(struct MHD_Daemon *daemon) { MHD_stop_daemon_(daemon); }

int gpsbridge_http_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info_(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

int gpsbridge_http_run(struct MHD_Daemon *daemon, int turns) {
  MHD_UNSIGNED_LONG_LONG wait;
  // One turn moves a resumed connection, the next one sends. The limit keeps clients from occupying the loop.
  for (int turn = 0; turn < turns; turn++) {
    MHD_run_(daemon);
    if (MHD_get_timeout_(daemon, &wait) != MHD_YES || wait != 0) return 0;
  }
  return 1;
}

int gpsbridge_http_add(struct MHD_Daemon *daemon, int descriptor, const struct sockaddr *address, socklen_t length) {
  return MHD_add_connection_(daemon, descriptor, address, length) == MHD_YES;
}

int gpsbridge_http_connection_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info_(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

void gpsbridge_http_headers(struct MHD_Connection *connection, MHD_KeyValueIteratorN take, void *context) {
  MHD_get_connection_values_n_(connection, MHD_HEADER_KIND, take, context);
}

void gpsbridge_http_parameters(struct MHD_Connection *connection, MHD_KeyValueIteratorN take, void *context) {
  MHD_get_connection_values_n_(connection, MHD_GET_ARGUMENT_KIND, take, context);
}

void gpsbridge_http_suspend(struct MHD_Connection *connection) { MHD_suspend_connection_(connection); }
void gpsbridge_http_resume(struct MHD_Connection *connection) { MHD_resume_connection_(connection); }

struct MHD_Response *gpsbridge_http_answer(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer_(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

struct MHD_Response *gpsbridge_http_stream(
    size_t block, MHD_ContentReaderCallback read, void *context, MHD_ContentReaderFreeCallback end) {
  return MHD_create_response_from_callback_(MHD_SIZE_UNKNOWN, block, read, context, end);
}

static ssize_t say_nothing(void *context, uint64_t place, char *room, size_t count) {
  (void)context;
  (void)place;
  (void)room;
  (void)count;
  return MHD_CONTENT_READER_END_OF_STREAM;
}

struct MHD_Response *gpsbridge_http_head(void) {
  struct MHD_Response *answer = MHD_create_response_from_callback_(MHD_SIZE_UNKNOWN, 1, say_nothing, NULL, NULL);
  // With chunked encoding, the library would send the last chunk, and clients take that for the next answer.
  if (answer) MHD_set_response_options_(answer, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
  return answer;
}

ssize_t gpsbridge_http_end(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
ssize_t gpsbridge_http_broken(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

int gpsbridge_http_header(struct MHD_Response *answer, const char *name, const char *value) {
  return MHD_add_response_header_(answer, name, value) == MHD_YES;
}

int gpsbridge_http_send(struct MHD_Connection *connection, unsigned status, struct MHD_Response *answer) {
  int goes_on = MHD_queue_response_(connection, status, answer) == MHD_YES;
  MHD_destroy_response_(answer);
  return goes_on;
}
