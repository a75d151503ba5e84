// libmosquitto, loaded when a broker is first connected: linking it would cost each command of the tool OpenSSL,
// 2.1 MB and 0.8 ms. Its own functions are declared but not linked: call the functions below instead.
//
// A client is used by one thread at a time. No function starts a thread, and none raises SIGPIPE.
#ifndef GPSBRIDGE_CMOSQUITTO_H
#define GPSBRIDGE_CMOSQUITTO_H

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <stddef.h>
#include <stdint.h>

/// Loads the library. Returns NULL, or the reason for a failure, which is valid until the next call.
///
/// - Parameter name: The file name of the library; after a success, another name is only looked for.
const char *gpsbridge_mqtt_open(const char *name);

/// What a client reports. All functions are called within a call of a function below, on its thread.
typedef struct {
  /// The broker has answered; reason 0 is a success.
  void (*answered)(void *context, int reason, uint32_t largest_packet);
  /// A message came. The topic and the bytes are valid during the call.
  void (*came)(void *context, const char *topic, const void *bytes, size_t count, int is_retained);
  /// The broker has acknowledged a message of ours.
  void (*taken)(void *context, int number, int reason);
  /// The broker has answered a subscription; a reason below 128 is the granted quality of service.
  void (*subscribed)(void *context, int number, int reason);
  /// The connection has ended: a reason of the broker (128 and above) or an error of the library.
  void (*ended)(void *context, int reason);
  /// A line of the library's log, for its errors: other results do not include their reasons.
  void (*noted)(void *context, const char *line);
} gpsbridge_mqtt_callbacks;

typedef struct gpsbridge_mqtt gpsbridge_mqtt;

/// Creates a client. Returns it, or NULL if memory runs out.
///
/// - Parameters:
///   - version: The version of the protocol: 5, or 4 for 3.1.1.
///   - context: Passed to the callbacks.
gpsbridge_mqtt *gpsbridge_mqtt_new(
    const char *name, int version, const gpsbridge_mqtt_callbacks *callbacks, void *context);
/// Ends the connection without a farewell, and releases the client. Not within a callback.
void gpsbridge_mqtt_free(gpsbridge_mqtt *client);

// Settings, before the connection. All return a result of the library; 0 is a success.
int gpsbridge_mqtt_user(gpsbridge_mqtt *client, const char *name, const char *password);
int gpsbridge_mqtt_will(
    gpsbridge_mqtt *client, const char *topic, const void *bytes, int count, bool is_retained);
/// Demands encryption with names checked. After a failure the client must not connect: it would not encrypt.
///
/// - Parameters:
///   - authorities: A file of certificates; NULL for the ones of the system.
///   - certificate: The file of our certificate, or NULL; its key must not have a passphrase.
int gpsbridge_mqtt_encrypt(
    gpsbridge_mqtt *client, const char *authorities, const char *certificate, const char *key);

/// Connects: waits for the name and for TCP, at most as long as the kernel tries. Call it on a helper thread.
///
/// - Parameters:
///   - largest_packet: The size of the largest packet that we accept; 0 for any.
///   - error: The kernel's error, if the result is MOSQ_ERR_ERRNO, or the resolver's, if it is MOSQ_ERR_EAI.
int gpsbridge_mqtt_connect(
    gpsbridge_mqtt *client, const char *host, int port, int keep_alive, uint16_t most_unacknowledged,
    uint32_t largest_packet, int *error);
/// Returns a duplicate of the socket, which the caller closes; negative without a connection.
///
/// The library closes its own descriptor before it reports the end, and its number may then belong to another file.
int gpsbridge_mqtt_descriptor(gpsbridge_mqtt *client);
int gpsbridge_mqtt_read(gpsbridge_mqtt *client);
int gpsbridge_mqtt_write(gpsbridge_mqtt *client);
int gpsbridge_mqtt_wants_write(gpsbridge_mqtt *client);
/// Sends and checks keep-alives; call it once a second.
int gpsbridge_mqtt_tick(gpsbridge_mqtt *client);

int gpsbridge_mqtt_publish(
    gpsbridge_mqtt *client, int *number, const char *topic, const void *bytes, int count, int quality, int is_retained);
int gpsbridge_mqtt_subscribe(gpsbridge_mqtt *client, int *number, const char *filter, int quality);
/// Sends the farewell, so that the broker does not publish the will.
int gpsbridge_mqtt_disconnect(gpsbridge_mqtt *client);

/// Describes a result of the library.
const char *gpsbridge_mqtt_words(int result);

#endif
