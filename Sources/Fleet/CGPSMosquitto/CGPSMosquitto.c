#include "CGPSMosquitto.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The library functions that we call. Their types come from the header, so a changed type does not compile.
#define FUNCTIONS(use)                                                                                                 \
  use(mosquitto_lib_init) use(mosquitto_new) use(mosquitto_destroy) use(mosquitto_int_option)                          \
  use(mosquitto_username_pw_set) use(mosquitto_will_set) use(mosquitto_tls_set) use(mosquitto_tls_opts_set)            \
  use(mosquitto_connect_bind_v5) use(mosquitto_socket) use(mosquitto_loop_read) use(mosquitto_loop_write)              \
  use(mosquitto_want_write) use(mosquitto_loop_misc) use(mosquitto_publish_v5) use(mosquitto_subscribe_v5)             \
  use(mosquitto_disconnect_v5) use(mosquitto_strerror)                                                                 \
  use(mosquitto_property_add_int16) use(mosquitto_property_add_int32) use(mosquitto_property_read_int32)               \
  use(mosquitto_property_free_all) use(mosquitto_connect_v5_callback_set) use(mosquitto_disconnect_v5_callback_set)    \
  use(mosquitto_publish_v5_callback_set) use(mosquitto_subscribe_v5_callback_set)                                      \
  use(mosquitto_message_v5_callback_set) use(mosquitto_log_callback_set)

#define POINTER(name) static __typeof__(&name) name##_;
FUNCTIONS(POINTER)

static void *library;

const char *gpsbridge_mqtt_open(const char *name) {
  void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!opened) return dlerror();
  if (library) return NULL;
#define FIND(name)                                                                                                     \
  name##_ = (__typeof__(&name))dlsym(opened, #name);                                                                   \
  if (!name##_) return dlerror();
  FUNCTIONS(FIND)
  if (mosquitto_lib_init_() != MOSQ_ERR_SUCCESS) return "it can't be initialized";
  library = opened;
  return NULL;
}

struct gpsbridge_mqtt {
  struct mosquitto *client;
  int version;
  gpsbridge_mqtt_callbacks callbacks;
  void *context;
};

// OpenSSL writes to sockets whose other side has closed, which raises SIGPIPE. The program's own handling of the
// signal stays as it is.
typedef struct {
  sigset_t before;
  int is_ours;
} quiet;

static quiet begin_quiet(void) {
  quiet state = {.is_ours = 0};
  sigset_t pipe, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &state.before);
  if (sigismember(&state.before, SIGPIPE) == 1) return state;
  sigemptyset(&pending);
  sigpending(&pending);
  state.is_ours = sigismember(&pending, SIGPIPE) == 0;
  return state;
}

static void end_quiet(quiet state) {
  int kept = errno;
  if (sigismember(&state.before, SIGPIPE) == 0) {
    sigset_t pipe;
    struct timespec none = {0};
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    if (state.is_ours) sigtimedwait(&pipe, NULL, &none);
    pthread_sigmask(SIG_SETMASK, &state.before, NULL);
  }
  errno = kept;
}

#define QUIETLY(call)                                                                                                  \
  ({                                                                                                                   \
    quiet state_ = begin_quiet();                                                                                      \
    int result_ = (call);                                                                                              \
    end_quiet(state_);                                                                                                 \
    result_;                                                                                                           \
  })

static void on_connect(struct mosquitto *m, void *own, int reason, int flags, const mosquitto_property *properties) {
  (void)m;
  (void)flags;
  gpsbridge_mqtt *self = own;
  uint32_t largest = 0;
  if (properties) mosquitto_property_read_int32_(properties, MQTT_PROP_MAXIMUM_PACKET_SIZE, &largest, false);
  self->callbacks.answered(self->context, reason, largest);
}

static void on_disconnect(struct mosquitto *m, void *own, int reason, const mosquitto_property *properties) {
  (void)m;
  (void)properties;
  gpsbridge_mqtt *self = own;
  self->callbacks.ended(self->context, reason);
}

static void on_publish(struct mosquitto *m, void *own, int number, int reason, const mosquitto_property *properties) {
  (void)m;
  (void)properties;
  gpsbridge_mqtt *self = own;
  self->callbacks.taken(self->context, number, reason);
}

static void on_subscribe(
    struct mosquitto *m, void *own, int number, int count, const int *granted, const mosquitto_property *properties) {
  (void)m;
  (void)properties;
  gpsbridge_mqtt *self = own;
  self->callbacks.subscribed(self->context, number, count > 0 ? granted[0] : 128);
}

static void on_message(
    struct mosquitto *m, void *own, const struct mosquitto_message *message, const mosquitto_property *properties) {
  (void)m;
  (void)properties;
  gpsbridge_mqtt *self = own;
  size_t count = message->payloadlen > 0 ? (size_t)message->payloadlen : 0;
  self->callbacks.came(self->context, message->topic, message->payload, count, message->retain);
}

static void on_log(struct mosquitto *m, void *own, int level, const char *line) {
  (void)m;
  gpsbridge_mqtt *self = own;
  if (level & (MOSQ_LOG_ERR | MOSQ_LOG_WARNING)) self->callbacks.noted(self->context, line);
}

gpsbridge_mqtt *gpsbridge_mqtt_new(
    const char *name, int version, const gpsbridge_mqtt_callbacks *callbacks, void *context) {
  gpsbridge_mqtt *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->version = version;
  self->callbacks = *callbacks;
  self->context = context;
  self->client = mosquitto_new_(name, true, self);
  if (!self->client) return free(self), NULL;
  mosquitto_int_option_(self->client, MOSQ_OPT_PROTOCOL_VERSION, version);
  mosquitto_int_option_(self->client, MOSQ_OPT_TCP_NODELAY, 1);
  mosquitto_connect_v5_callback_set_(self->client, on_connect);
  mosquitto_disconnect_v5_callback_set_(self->client, on_disconnect);
  mosquitto_publish_v5_callback_set_(self->client, on_publish);
  mosquitto_subscribe_v5_callback_set_(self->client, on_subscribe);
  mosquitto_message_v5_callback_set_(self->client, on_message);
  mosquitto_log_callback_set_(self->client, on_log);
  return self;
}

void gpsbridge_mqtt_free(gpsbridge_mqtt *self) {
  quiet state = begin_quiet();
  mosquitto_destroy_(self->client);
  end_quiet(state);
  free(self);
}

int gpsbridge_mqtt_user(gpsbridge_mqtt *self, const char *name, const char *password) {
  return mosquitto_username_pw_set_(self->client, name, password);
}

int gpsbridge_mqtt_will(
    gpsbridge_mqtt *self, const char *topic, const void *bytes, int count, bool is_retained) {
  return mosquitto_will_set_(self->client, topic, count, bytes, 1, is_retained);
}

// Without it, OpenSSL would ask the terminal for a passphrase.
static int no_passphrase(char *room, int size, int writes, void *context) {
  (void)room;
  (void)size;
  (void)writes;
  (void)context;
  return 0;
}

int gpsbridge_mqtt_encrypt(
    gpsbridge_mqtt *self, const char *authorities, const char *certificate, const char *key) {
  // Always this call: without a file or a folder of authorities, the library would not check certificates.
  const char *folder = authorities ? NULL : "/etc/ssl/certs";
  int result = mosquitto_tls_set_(self->client, authorities, folder, certificate, key, no_passphrase);
  if (!result && !authorities) result = mosquitto_int_option_(self->client, MOSQ_OPT_TLS_USE_OS_CERTS, 1);
  // 1 is SSL_VERIFY_PEER. Without a version, the library takes TLS 1.2 or newer.
  return result ? result : mosquitto_tls_opts_set_(self->client, 1, NULL, NULL);
}

int gpsbridge_mqtt_connect(
    gpsbridge_mqtt *self, const char *host, int port, int keep_alive, uint16_t most_unacknowledged,
    uint32_t largest_packet, int *error) {
  mosquitto_property *properties = NULL;
  if (self->version == 5) {
    if (most_unacknowledged)
      mosquitto_property_add_int16_(&properties, MQTT_PROP_RECEIVE_MAXIMUM, most_unacknowledged);
    if (largest_packet) mosquitto_property_add_int32_(&properties, MQTT_PROP_MAXIMUM_PACKET_SIZE, largest_packet);
  }
  quiet state = begin_quiet();
  errno = 0;
  int result = mosquitto_connect_bind_v5_(self->client, host, port, keep_alive, NULL, properties);
  *error = errno;
  end_quiet(state);
  mosquitto_property_free_all_(&properties);
  return result;
}

int gpsbridge_mqtt_descriptor(gpsbridge_mqtt *self) {
  int theirs = mosquitto_socket_(self->client);
  return theirs < 0 ? -1 : fcntl(theirs, F_DUPFD_CLOEXEC, 3);
}

int gpsbridge_mqtt_read(gpsbridge_mqtt *self) { return QUIETLY(mosquitto_loop_read_(self->client, 1)); }
int gpsbridge_mqtt_write(gpsbridge_mqtt *self) { return QUIETLY(mosquitto_loop_write_(self->client, 1)); }
int gpsbridge_mqtt_wants_write(gpsbridge_mqtt *self) { return mosquitto_want_write_(self->client); }
int gpsbridge_mqtt_tick(gpsbridge_mqtt *self) { return QUIETLY(mosquitto_loop_misc_(self->client)); }

int gpsbridge_mqtt_publish(
    gpsbridge_mqtt *self, int *number, const char *topic, const void *bytes, int count, int quality, int is_retained) {
  return QUIETLY(mosquitto_publish_v5_(self->client, number, topic, count, bytes, quality, is_retained, NULL));
}

int gpsbridge_mqtt_subscribe(gpsbridge_mqtt *self, int *number, const char *filter, int quality) {
  return QUIETLY(mosquitto_subscribe_v5_(self->client, number, filter, quality, 0, NULL));
}

int gpsbridge_mqtt_disconnect(gpsbridge_mqtt *self) { return QUIETLY(mosquitto_disconnect_v5_(self->client, 0, NULL)); }

const char *gpsbridge_mqtt_words(int result) { return mosquitto_strerror_(result); }
