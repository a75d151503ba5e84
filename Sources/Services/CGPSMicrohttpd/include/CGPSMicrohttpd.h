// libmicrohttpd, loaded when a page is first served: linking it would cost each command of the tool 2.9 MiB
// and a millisecond. Its own functions are declared but not linked: call the functions below instead.
#ifndef GPSBRIDGE_CMICROHTTPD_H
#define GPSBRIDGE_CMICROHTTPD_H

#include <microhttpd.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/// Loads the library. Returns NULL, or the reason for a failure; after a success, further calls do nothing.
const char *gpsbridge_http_open(void);

/// The limits of connections, and the callbacks.
typedef struct {
  unsigned connections;
  unsigned silence_seconds;
  size_t memory;
  /// A certificate and its key in PEM; NULL for unencrypted connections.
  const char *certificate;
  const char *key;
  MHD_AccessHandlerCallback handle;
  MHD_NotifyConnectionCallback notice;
  MHD_RequestCompletedCallback completed;
  void *context;
} gpsbridge_http_settings;

/// Starts a daemon without a thread or port. Returns it, or NULL; `gpsbridge_http_complaint` has the reason.
///
/// The library's function is variadic, and Swift does not import variadic functions.
struct MHD_Daemon *gpsbridge_http_start(const gpsbridge_http_settings *settings);
/// Returns the last complaint logged on this thread, without the line end; the library's logger is variadic.
const char *gpsbridge_http_complaint(void);
void gpsbridge_http_stop(struct MHD_Daemon *daemon);

/// Returns the descriptor that is readable when the daemon has work to do. (Variadic.)
int gpsbridge_http_descriptor(struct MHD_Daemon *daemon);
/// Does the pending work, in `turns` turns at most: after a turn that only moved a connection, the next one sends.
///
/// Returns whether more work is pending.
int gpsbridge_http_run(struct MHD_Daemon *daemon, int turns);

/// Hands a connection to the daemon, which owns it even if this fails. Returns whether it is served.
int gpsbridge_http_add(struct MHD_Daemon *daemon, int descriptor, const struct sockaddr *address, socklen_t length);
/// Returns the descriptor of a connection. (Variadic.)
int gpsbridge_http_connection_descriptor(struct MHD_Connection *connection);
/// Call `take` for each header, or each parameter, of a request.
void gpsbridge_http_headers(struct MHD_Connection *connection, MHD_KeyValueIteratorN take, void *context);
void gpsbridge_http_parameters(struct MHD_Connection *connection, MHD_KeyValueIteratorN take, void *context);

/// Suspend and resume a connection.
void gpsbridge_http_suspend(struct MHD_Connection *connection);
void gpsbridge_http_resume(struct MHD_Connection *connection);

/// Creates the head of an answer of unknown length, without a body.
struct MHD_Response *gpsbridge_http_head(void);

/// Creates an answer from bytes, which are copied. Returns it, or NULL if memory runs out.
struct MHD_Response *gpsbridge_http_answer(const void *bytes, size_t count);
/// Creates an answer whose bytes `read` supplies while they are sent.
struct MHD_Response *gpsbridge_http_stream(
    size_t block, MHD_ContentReaderCallback read, void *context, MHD_ContentReaderFreeCallback end);
/// Return what a reader returns at the end, and on an error. (Macros with casts.)
ssize_t gpsbridge_http_end(void);
ssize_t gpsbridge_http_broken(void);
int gpsbridge_http_header(struct MHD_Response *answer, const char *name, const char *value);
/// Sends an answer and releases it. Returns whether the connection stays open.
int gpsbridge_http_send(struct MHD_Connection *connection, unsigned status, struct MHD_Response *answer);

#endif
