// libmicrohttpd, opened when a page is first asked for: linked, it would cost each verb of the tool 2.9 MiB and a
// millisecond. Its own functions are declared here and must not be called: nothing links them. Call those below.
#ifndef GPSBRIDGE_CMICROHTTPD_H
#define GPSBRIDGE_CMICROHTTPD_H

#include <microhttpd.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/// Opens the library. Returns NULL, or why it can't be had; later calls cost nothing.
const char *gpsbridge_http_open(void);

/// The most that connections may have, and who is told of them.
typedef struct {
  unsigned connections;
  unsigned silence_seconds;
  size_t memory;
  /// A certificate and its key as text; NULL for connections that are not encrypted.
  const char *certificate;
  const char *key;
  MHD_AccessHandlerCallback handle;
  MHD_NotifyConnectionCallback notice;
  MHD_RequestCompletedCallback completed;
  void *context;
} gpsbridge_http_settings;

/// Starts a daemon that has no thread and no port. Returns it, or NULL; `gpsbridge_http_complaint` then says why.
///
/// This function is variadic in the library, and Swift sees no variadic function.
struct MHD_Daemon *gpsbridge_http_start(const gpsbridge_http_settings *settings);
/// What the library complained of last, without the end of its line; from its logger, which is variadic.
const char *gpsbridge_http_complaint(void);
void gpsbridge_http_stop(struct MHD_Daemon *daemon);

/// The descriptor that is readable when the daemon has something to do. (Variadic.)
int gpsbridge_http_descriptor(struct MHD_Daemon *daemon);
/// Does what there is to do; a daemon that has just moved a connection needs another turn, so it takes some.
///
/// Returns whether there is still something to do at once.
int gpsbridge_http_run(struct MHD_Daemon *daemon);

/// Gives the daemon a connection, which it owns from then on, also where it fails. Returns whether it is served.
int gpsbridge_http_add(struct MHD_Daemon *daemon, int descriptor, const struct sockaddr *address, socklen_t length);
/// The descriptor of a connection. (Variadic.)
int gpsbridge_http_connection_descriptor(struct MHD_Connection *connection);
/// Calls for each header or each parameter of a request.
void gpsbridge_http_headers(struct MHD_Connection *connection, MHD_KeyValueIteratorN take, void *context);
void gpsbridge_http_parameters(struct MHD_Connection *connection, MHD_KeyValueIteratorN take, void *context);

/// Lets a connection wait, and go on.
void gpsbridge_http_suspend(struct MHD_Connection *connection);
void gpsbridge_http_resume(struct MHD_Connection *connection);

/// The head of an answer whose length nobody knows, without the body.
struct MHD_Response *gpsbridge_http_head(void);

/// Makes an answer of bytes, which are copied. Returns it, or NULL without memory.
struct MHD_Response *gpsbridge_http_answer(const void *bytes, size_t count);
/// Makes an answer whose bytes are asked for as they are sent.
struct MHD_Response *gpsbridge_http_stream(
    size_t block, MHD_ContentReaderCallback read, void *context, MHD_ContentReaderFreeCallback end);
/// What a reader answers at the end, and where it can't go on. (Macros with casts.)
ssize_t gpsbridge_http_end(void);
ssize_t gpsbridge_http_broken(void);
int gpsbridge_http_header(struct MHD_Response *answer, const char *name, const char *value);
/// Sends the answer, and lets go of it. Returns whether the connection goes on.
int gpsbridge_http_send(struct MHD_Connection *connection, unsigned status, struct MHD_Response *answer);

#endif
