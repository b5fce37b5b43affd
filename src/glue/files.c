/* Files that must outlast a crash of the machine, files that one process holds, and what is no file. */
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE
#include "glue.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <io.h>
#include <share.h>
#else
#include <unistd.h>
#endif

/* Waits until what was written is on the disk: 0, or the error. Some file systems cannot do this for a
 * folder, which is fine. On macOS fsync() does not wait for the disk itself. */
static int flush_file(int file)
{
#ifdef _WIN32
  return _commit(file) ? errno : 0;
#else
#ifdef F_FULLFSYNC
  if (fcntl(file, F_FULLFSYNC) == 0) return 0;
#endif
  return fsync(file) && errno != EINVAL && errno != ENOTSUP ? errno : 0;
#endif
}

static int sync_path(const char *path)
{
#ifdef _WIN32
  const int file = _open(path, _O_RDWR | _O_BINARY);
  if (file < 0) return errno == EACCES ? 0 : errno; /* a folder */
  const int failed = flush_file(file);
  _close(file);
  return failed;
#else
  const int file = open(path, O_RDONLY);
  if (file < 0) return errno;
  const int failed = flush_file(file);
  return close(file) && !failed ? errno : failed;
#endif
}

/* Waits until a file or folder is on the disk; NULL, or why it is not. */
SEXP C_sync(SEXP path)
{
  glue_text(path, "a path");
  const int failed = sync_path(R_ExpandFileName(Rf_translateChar(STRING_ELT(path, 0))));
  return failed ? Rf_mkString(strerror(failed)) : R_NilValue;
}

/* TRUE for what can be read to its end: no folder, pipe or device, and not nothing. */
SEXP C_is_file(SEXP path)
{
  struct stat found;
  const int failed = stat(R_ExpandFileName(Rf_translateChar(STRING_ELT(path, 0))), &found);
  return Rf_ScalarLogical(!failed && (found.st_mode & S_IFMT) == S_IFREG);
}

/* --- files that are held open -------------------------------------------------------- */

typedef struct held_file {
  int file;
  int64_t size; /* of what is known to be on the disk */
} held_file;

static void close_file(int file)
{
#ifdef _WIN32
  _close(file);
#else
  close(file);
#endif
}

static void finalize_held(SEXP pointer)
{
  held_file *held = R_ExternalPtrAddr(pointer);
  R_ClearExternalPtr(pointer);
  if (held) close_file(held->file);
  free(held);
}

/* The file is closed with the handle. */
static SEXP hold_file(int file, int64_t size)
{
  held_file *held = malloc(sizeof *held);
  if (!held) {
    close_file(file);
    Rf_error("There is not enough memory.");
  }
  *held = (held_file){file, size};
  return glue_handle(held, R_NilValue, finalize_held);
}

static const char *path_of(SEXP path)
{
  glue_text(path, "a path");
  return R_ExpandFileName(Rf_translateChar(STRING_ELT(path, 0)));
}

/* A lock for this process: it falls with it, however it ends. Processes that it starts do not have it.
 * A handle, or why it cannot be had: TRUE if another process has it, else a text. Within one
 * process the lock is no obstacle on POSIX, and closing the file a second time would end it:
 * R/agent-service.R sees to it that it is asked for once. */
SEXP C_lock_file(SEXP path)
{
  const char *name = path_of(path);
#ifdef _WIN32
  const int file =
      _sopen(name, _O_RDWR | _O_CREAT | _O_BINARY | _O_NOINHERIT, _SH_DENYRW, _S_IREAD | _S_IWRITE);
  if (file < 0) return errno == EACCES ? Rf_ScalarLogical(TRUE) : Rf_mkString(strerror(errno));
#else
  const int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
  if (file < 0) return Rf_mkString(strerror(errno));
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(file, F_SETLK, &whole) < 0) {
    const int failed = errno;
    close(file);
    return failed == EACCES || failed == EAGAIN ? Rf_ScalarLogical(TRUE) : Rf_mkString(strerror(failed));
  }
#endif
  return hold_file(file, 0);
}

/* A file to be written to at its end, of which the first `size` bytes stay: a handle, or why not. */
SEXP C_append_open(SEXP path, SEXP size)
{
  const char *name = path_of(path);
  const int64_t kept = glue_whole(size, "the size of a file", 0, 9007199254740992.0);
#ifdef _WIN32
  const int file = _open(name, _O_WRONLY | _O_APPEND | _O_BINARY | _O_NOINHERIT);
  const int failed = file < 0 || _chsize_s(file, kept) ? errno : 0;
#else
  const int file = open(name, O_WRONLY | O_APPEND | O_CLOEXEC);
  const int failed = file < 0 || ftruncate(file, (off_t)kept) ? errno : 0;
#endif
  if (file >= 0 && failed) close_file(file);
  return failed ? Rf_mkString(strerror(failed)) : hold_file(file, kept);
}

/* All bytes: 0, or the error. */
static int write_all(int file, const Rbyte *bytes, size_t count)
{
  while (count > 0) {
#ifdef _WIN32
    const int written = _write(file, bytes, (unsigned)(count < 1 << 20 ? count : 1 << 20));
#else
    const ssize_t written = write(file, bytes, count);
#endif
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written < 0 ? errno : ENOSPC;
    bytes += written;
    count -= (size_t)written;
  }
  return 0;
}

/* Writes bytes at the end and waits until they are on the disk: NULL, or why not. Then the
 * file is as long as it was before, if that can be had. */
SEXP C_append(SEXP handle, SEXP bytes)
{
  held_file *held = TYPEOF(handle) == EXTPTRSXP ? R_ExternalPtrAddr(handle) : NULL;
  if (!held || TYPEOF(bytes) != RAWSXP) return Rf_mkString("the file is closed");
  const size_t count = (size_t)XLENGTH(bytes);
  int failed = write_all(held->file, RAW(bytes), count);
  if (!failed) failed = flush_file(held->file);
  if (!failed) {
    held->size += (int64_t)count;
    return R_NilValue;
  }
#ifdef _WIN32
  (void)_chsize_s(held->file, held->size);
#else
  if (ftruncate(held->file, (off_t)held->size))
    return Rf_mkString(strerror(failed)); /* what is left is seen when it is read */
#endif
  return Rf_mkString(strerror(failed));
}

/* Closes it, and gives up its lock. */
SEXP C_close_file(SEXP handle)
{
  if (TYPEOF(handle) == EXTPTRSXP) finalize_held(handle);
  return R_NilValue;
}
