#include "CGPSCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The library's types and numbers, as in curl/curl.h and curl/multi.h.
typedef struct {
  int what;
  void *easy;
  union {
    void *other;
    int result;
  } data;
} message;

typedef struct list list;

enum {
  global_default = 3,
  message_done = 1,
  http_1_1 = 2,
  tls_1_2 = 6,
  auth_basic = 1,
  protocols_http = 1 | 2,
  size_of_error = 256,
  // The first number of each kind of option.
  as_object = 10000,
  as_function = 20000,
  as_offset = 30000,
};

enum option {
  option_timeout = 13,
  option_sslversion = 32,
  option_post = 47,
  option_verify_peer = 64,
  option_connect_timeout = 78,
  option_verify_host = 81,
  option_http_version = 84,
  option_nosignal = 99,
  option_auth = 107,
  option_protocols = 181,
  option_keepalive = 213,
  option_write_data = as_object + 1,
  option_url = as_object + 2,
  option_error_buffer = as_object + 10,
  option_agent = as_object + 18,
  option_headers = as_object + 23,
  option_certificate = as_object + 25,
  option_passphrase = as_object + 26,
  option_authorities = as_object + 65,
  option_key = as_object + 87,
  option_private = as_object + 103,
  option_copy_body = as_object + 165,
  option_user = as_object + 173,
  option_password = as_object + 174,
  option_no_proxy = as_object + 177,
  option_write = as_function + 11,
  option_body_size = as_offset + 120,
};

enum multi_option {
  multi_most_connections = 13,
  multi_socket_data = as_object + 2,
  multi_timer_data = as_object + 5,
  multi_socket = as_function + 1,
  multi_timer = as_function + 4,
};

enum info { info_private = 0x100015, info_status = 0x200002, info_request_size = 0x20000C, info_retry_after = 0x600039 };

// The library functions that we call.
#define FUNCTIONS(use)                                                                                                 \
  use(int, global_init, (long)) use(const char *, version, (void))                                                     \
  use(void *, easy_init, (void)) use(void, easy_cleanup, (void *)) use(int, easy_setopt, (void *, enum option, ...))   \
  use(int, easy_getinfo, (void *, enum info, ...)) use(const char *, easy_strerror, (int))                             \
  use(list *, slist_append, (list *, const char *)) use(void, slist_free_all, (list *))                                \
  use(void *, multi_init, (void)) use(int, multi_cleanup, (void *))                                                    \
  use(int, multi_setopt, (void *, enum multi_option, ...)) use(int, multi_add_handle, (void *, void *))                \
  use(int, multi_remove_handle, (void *, void *)) use(int, multi_socket_action, (void *, int, int, int *))             \
  use(message *, multi_info_read, (void *, int *))

#define POINTER(result, name, parameters) static result(*name) parameters;
FUNCTIONS(POINTER)

static void *library;
// Several threads may load it at the same time.
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

static const char *load(const char *name) {
  void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!opened) return dlerror();
  if (library) {
    dlclose(opened);
    return NULL;
  }
#define FIND(result, name, parameters)                                                                                 \
  *(void **)&name = dlsym(opened, "curl_" #name);                                                                      \
  if (!name) return dlerror();
  FUNCTIONS(FIND)
  if (global_init(global_default) != 0) return "it can't be initialized";
  library = opened;
  return NULL;
}

const char *gpsbridge_curl_open(const char *name) {
  pthread_mutex_lock(&loading);
  const char *reason = load(name);
  pthread_mutex_unlock(&loading);
  return reason;
}

// A request from its begin until its result was taken.
typedef struct transfer {
  void *easy;
  list *headers;
  int64_t number;
  size_t count;
  bool is_over;
  char body[8192];
  char words[size_of_error];
  struct transfer *next;
} transfer;

struct gpsbridge_curl {
  void *multi;
  gpsbridge_curl_callbacks callbacks;
  void *context;
  transfer *transfers;
  // What the last result refers to.
  transfer *taken;
};

static int on_socket(void *easy, int descriptor, int what, void *own, void *unused) {
  (void)easy;
  (void)unused;
  gpsbridge_curl *client = own;
  client->callbacks.watch(client->context, descriptor, what);
  return 0;
}

static int on_timer(void *multi, long milliseconds, void *own) {
  (void)multi;
  gpsbridge_curl *client = own;
  client->callbacks.timer(client->context, milliseconds);
  return 0;
}

// An answer that is longer than its room is not read to its end: a captive portal's page may be long.
static size_t on_body(char *bytes, size_t one, size_t count, void *own) {
  transfer *self = own;
  size_t size = one * count, room = sizeof self->body - self->count;
  memcpy(self->body + self->count, bytes, size < room ? size : room);
  self->count += size < room ? size : room;
  self->is_over = size > room;
  return self->is_over ? 0 : size;
}

gpsbridge_curl *gpsbridge_curl_new(int connections, const gpsbridge_curl_callbacks *callbacks, void *context) {
  gpsbridge_curl *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->multi = multi_init();
  if (!client->multi) {
    free(client);
    return NULL;
  }
  client->callbacks = *callbacks;
  client->context = context;
  multi_setopt(client->multi, multi_most_connections, (long)connections);
  multi_setopt(client->multi, multi_socket, on_socket);
  multi_setopt(client->multi, multi_socket_data, client);
  multi_setopt(client->multi, multi_timer, on_timer);
  multi_setopt(client->multi, multi_timer_data, client);
  return client;
}

static void release(transfer *transfer) {
  if (!transfer) return;
  easy_cleanup(transfer->easy);
  slist_free_all(transfer->headers);
  free(transfer);
}

void gpsbridge_curl_free(gpsbridge_curl *client) {
  while (client->transfers) {
    transfer *first = client->transfers;
    client->transfers = first->next;
    multi_remove_handle(client->multi, first->easy);
    release(first);
  }
  release(client->taken);
  multi_cleanup(client->multi);
  free(client);
}

// Sets the options of a request; returns the first error.
static int set(transfer *self, const gpsbridge_curl_request *request, const void *body, size_t count) {
  void *easy = self->easy;
  int error = 0;
#define SET(option, value)                                                                                             \
  if (!error) error = easy_setopt(easy, option, value)
  SET(option_nosignal, 1L);
  SET(option_private, self);
  SET(option_error_buffer, self->words);
  SET(option_url, request->url);
  SET(option_protocols, (long)protocols_http);
  SET(option_http_version, (long)http_1_1);
  SET(option_headers, self->headers);
  SET(option_agent, request->agent);
  SET(option_post, 1L);
  SET(option_body_size, (int64_t)count);
  SET(option_copy_body, body);
  SET(option_write, on_body);
  SET(option_write_data, self);
  SET(option_timeout, request->limit);
  SET(option_connect_timeout, request->limit);
  SET(option_keepalive, 1L);
  // The defaults, which no library of a distribution may have changed.
  SET(option_verify_peer, 1L);
  SET(option_verify_host, 2L);
  SET(option_sslversion, (long)tls_1_2);
  if (request->is_direct) SET(option_no_proxy, "*");
  if (request->authorities) SET(option_authorities, request->authorities);
  if (request->certificate) {
    SET(option_certificate, request->certificate);
    SET(option_key, request->key);
    // Without one, OpenSSL would ask the terminal for it; with one, GnuTLS reads keys in encrypted forms only.
    if (strstr(version(), "OpenSSL")) SET(option_passphrase, "");
  }
  if (request->user) {
    SET(option_auth, (long)auth_basic);
    SET(option_user, request->user);
    SET(option_password, request->password ? request->password : "");
  }
  return error;
}

int gpsbridge_curl_post(
    gpsbridge_curl *client, int64_t number, const gpsbridge_curl_request *request, const char *headers,
    const void *body, size_t count) {
  const int no_memory = 27;
  transfer *self = calloc(1, sizeof *self);
  if (!self) return no_memory;
  self->number = number;
  self->easy = easy_init();
  if (!self->easy) {
    free(self);
    return no_memory;
  }
  int error = 0;
  for (const char *line = headers; *line; line += strlen(line) + 1) {
    list *longer = slist_append(self->headers, line);
    if (!longer) error = no_memory;
    if (longer) self->headers = longer;
  }
  // Without an address, the library would send no body.
  if (!error) error = set(self, request, count > 0 ? body : "", count);
  if (error) return release(self), error;
  self->next = client->transfers;
  client->transfers = self;
  if (multi_add_handle(client->multi, self->easy) == 0) return 0;
  client->transfers = self->next;
  return release(self), no_memory;
}

void gpsbridge_curl_ready(gpsbridge_curl *client, int descriptor, int readiness) {
  int running;
  multi_socket_action(client->multi, descriptor, readiness, &running);
}

bool gpsbridge_curl_next(gpsbridge_curl *client, gpsbridge_curl_result *result) {
  int left;
  message *next = multi_info_read(client->multi, &left);
  while (next && next->what != message_done) next = multi_info_read(client->multi, &left);
  if (!next) return false;
  // The message is not valid any more after the handle was removed.
  int error = next->data.result;
  void *easy = next->easy;
  transfer *self = NULL;
  easy_getinfo(easy, info_private, &self);
  long sent = 0;
  *result = (gpsbridge_curl_result){.number = self->number, .body = self->body, .count = self->count};
  easy_getinfo(easy, info_status, &result->status);
  easy_getinfo(easy, info_request_size, &sent);
  easy_getinfo(easy, info_retry_after, &result->retry_after);
  result->is_sent = sent > 0;
  result->error = self->is_over ? 0 : error;
  result->words = self->words[0] ? self->words : easy_strerror(error);
  for (transfer **place = &client->transfers; *place; place = &(*place)->next)
    if (*place == self) {
      *place = self->next;
      break;
    }
  multi_remove_handle(client->multi, easy);
  release(client->taken);
  client->taken = self;
  return true;
}
