// libcurl, loaded when a batch is first posted: linking it would cost each command of the tool OpenSSL, 12 MB resident.
// Its header is not needed: the numbers of its options are part of its binary interface, which has not changed since 2006.
//
// A client is used by one thread at a time, which blocks SIGPIPE, as the threads of a loop do, or whose program ignores it. Only
// the library's resolver has a thread, while it looks a name up.
#ifndef GPSBRIDGE_CCURL_H
#define GPSBRIDGE_CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads the library. Returns NULL, or the reason for a failure, which is valid until the next call.
///
/// - Parameter name: The file name of the library; after a success, another name is only looked for.
const char *gpsbridge_curl_open(const char *name);

/// What a client asks its owner for. Both functions are called within a call of a function below, on its thread.
typedef struct {
  /// Watch a descriptor: 1 for reading, 2 for writing, 3 for both, and 4 to end the watch before the descriptor is closed.
  void (*watch)(void *context, int descriptor, int readiness);
  /// Report that this time has passed, in milliseconds; a negative one cancels that.
  void (*timer)(void *context, long milliseconds);
} gpsbridge_curl_callbacks;

/// Several requests at a time and their connections.
typedef struct gpsbridge_curl gpsbridge_curl;

/// Creates a client. Returns it, or NULL if memory runs out.
///
/// - Parameters:
///   - connections: The most connections at a time; further requests wait.
///   - context: Passed to the callbacks.
gpsbridge_curl *gpsbridge_curl_new(int connections, const gpsbridge_curl_callbacks *callbacks, void *context);
/// Ends all requests without a result, and releases the client. Not within a callback.
void gpsbridge_curl_free(gpsbridge_curl *client);

/// A request by POST. Texts that are NULL are left out.
typedef struct {
  const char *url;
  /// A file of trusted certificates; without it the system's.
  const char *authorities;
  /// The file of our certificate, and of its key, which has no passphrase.
  const char *certificate, *key;
  /// For basic authentication.
  const char *user, *password;
  const char *agent;
  /// Whether no proxy of the environment is used.
  bool is_direct;
  /// The whole request must be answered within this time, in seconds.
  long limit;
} gpsbridge_curl_request;

/// Begins a request. Returns 0, or an error of the library; then there is no result.
///
/// All is copied. The peer's certificate and its name are always verified, and redirections are not followed.
///
/// - Parameters:
///   - number: The number of the request in its result.
///   - headers: Lines of the head, one after the other, each ended by a zero byte, and an empty one at the end.
int gpsbridge_curl_post(
    gpsbridge_curl *client, int64_t number, const gpsbridge_curl_request *request, const char *headers,
    const void *body, size_t count);

/// A watched descriptor is ready: 1 to read, 2 to write, 4 for an error, or a sum of these; -1 and 0 if the time has passed.
void gpsbridge_curl_ready(gpsbridge_curl *client, int descriptor, int readiness);

/// The outcome of a request.
typedef struct {
  int64_t number;
  /// 0 if the answer is whole, or else an error of the library.
  int error;
  /// The status of HTTP; 0 without an answer.
  long status;
  /// The seconds of the header `Retry-After`; 0 without it.
  int64_t retry_after;
  /// The begin of the body, at most 8,192 bytes; valid until the next call.
  const char *body;
  size_t count;
  /// Whether the request was sent, at least in part.
  bool is_sent;
  /// The error in words; valid until the next call.
  const char *words;
} gpsbridge_curl_result;

/// Takes the next result; returns false if there is none.
bool gpsbridge_curl_next(gpsbridge_curl *client, gpsbridge_curl_result *result);

#endif
