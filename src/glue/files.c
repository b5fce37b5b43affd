/* Files that must outlast a crash of the machine, files that one process holds, and what is no file. */
#define _POSIX_C_SOURCE 200809L /* NOLINT(bugprone-reserved-identifier) */
#define _DARWIN_C_SOURCE        /* NOLINT(bugprone-reserved-identifier) */
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
#include <sys/file.h>
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

#ifndef _WIN32
/* Locks a file for whoever holds it open: 0, or the error. Opening and closing it once more leaves such a
 * lock as it is; one of POSIX, where there is no other, would fall. */
static int lock_open(int file)
{
#ifdef LOCK_EX
  return flock(file, LOCK_EX | LOCK_NB) ? errno : 0;
#else
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  return fcntl(file, F_SETLK, &whole) < 0 ? errno : 0;
#endif
}

static bool is_held_by_others(int failed)
{
  return failed == EWOULDBLOCK || failed == EAGAIN || failed == EACCES;
}
#endif

/* A lock for this process: it falls with it, however it ends. Programs that it starts do not have it.
 * A handle, or why it cannot be had: TRUE if somebody else has it, else a text. The file is made if it
 * is not there. */
SEXP C_lock_file(SEXP path)
{
  const char *name = path_of(path);
#ifdef _WIN32
  const int file =
      _sopen(name, _O_RDWR | _O_CREAT | _O_BINARY | _O_NOINHERIT, _SH_DENYRW, _S_IREAD | _S_IWRITE);
  if (file < 0) return errno == EACCES ? Rf_ScalarLogical(TRUE) : Rf_mkString(strerror(errno));
#else
  const int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
  const int failed = file < 0 ? errno : lock_open(file);
  if (file >= 0 && failed) close(file);
  if (file >= 0 && is_held_by_others(failed)) return Rf_ScalarLogical(TRUE);
  if (failed) return Rf_mkString(strerror(failed));
#endif
  return hold_file(file, 0);
}

/* A file of which the first `size` bytes stay, to be written to after them; locked as by C_lock_file(), but
 * where that would keep others from reading it. A handle, or why not. */
SEXP C_append_open(SEXP path, SEXP size)
{
  const char *name = path_of(path);
  const int64_t kept = glue_whole(size, "the size of a file", 0, 9007199254740992.0);
#ifdef _WIN32
  const int file = _open(name, _O_WRONLY | _O_BINARY | _O_NOINHERIT);
  const int failed = file < 0 ? errno : 0;
#else
  const int file = open(name, O_WRONLY | O_CLOEXEC);
  const int failed = file < 0 ? errno : lock_open(file);
#endif
  if (file >= 0 && failed) close_file(file);
  return failed ? Rf_mkString(strerror(failed)) : hold_file(file, kept);
}

/* Returns whether the name still leads to the file that is held. Where files have no numbers, those that are
 * open cannot be removed. */
SEXP C_is_held(SEXP handle, SEXP path)
{
  const held_file *held = TYPEOF(handle) == EXTPTRSXP ? R_ExternalPtrAddr(handle) : NULL;
  struct stat open_one, named;
  return Rf_ScalarLogical(held && !fstat(held->file, &open_one) && !stat(path_of(path), &named) &&
                          open_one.st_ino == named.st_ino && open_one.st_dev == named.st_dev);
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

static int go_to(int file, int64_t at)
{
#ifdef _WIN32
  return _lseeki64(file, at, SEEK_SET) < 0 ? errno : 0;
#else
  return lseek(file, (off_t)at, SEEK_SET) < 0 ? errno : 0;
#endif
}

/* Takes back what was not written whole, as far as that can be had: what is left is seen when the file
 * is read. */
static void take_back(const held_file *held, SEXP end)
{
#ifdef _WIN32
  if (_chsize_s(held->file, held->size)) return;
#else
  if (ftruncate(held->file, (off_t)held->size)) return;
#endif
  if (!go_to(held->file, held->size) && !write_all(held->file, RAW(end), (size_t)XLENGTH(end)))
    (void)flush_file(held->file);
}

/* Writes bytes where the end of the file begins, and the end after them, and waits until they are on the
 * disk: NULL, or why not. Then the file is as it was before. */
SEXP C_append(SEXP handle, SEXP bytes, SEXP end)
{
  held_file *held = TYPEOF(handle) == EXTPTRSXP ? R_ExternalPtrAddr(handle) : NULL;
  if (!held || TYPEOF(bytes) != RAWSXP || TYPEOF(end) != RAWSXP) return Rf_mkString("the file is closed");
  const size_t count = (size_t)XLENGTH(bytes), last = (size_t)XLENGTH(end);
  Rbyte *all = (Rbyte *)R_alloc(count + last + 1, 1); /* at once: a file without its end was cut */
  memcpy(all, RAW(bytes), count);
  memcpy(all + count, RAW(end), last);
  int failed = go_to(held->file, held->size);
  if (!failed) failed = write_all(held->file, all, count + last);
  if (!failed) failed = flush_file(held->file);
  if (failed) take_back(held, end);
  else held->size += (int64_t)count;
  return failed ? Rf_mkString(strerror(failed)) : R_NilValue;
}

/* Closes it, and gives up its lock. */
SEXP C_close_file(SEXP handle)
{
  if (TYPEOF(handle) == EXTPTRSXP) finalize_held(handle);
  return R_NilValue;
}
