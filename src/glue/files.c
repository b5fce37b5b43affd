/* Files that must outlast a crash of the machine. */
#define _POSIX_C_SOURCE 200809L
#include "glue.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

/* 0, or the error. Some file systems cannot sync a folder, which is fine. */
static int sync_path(const char *path)
{
#ifdef _WIN32
  const int file = _open(path, _O_RDWR | _O_BINARY);
  if (file < 0) return errno == EACCES ? 0 : errno; /* a folder */
  const int failed = _commit(file) ? errno : 0;
  _close(file);
  return failed;
#else
  const int file = open(path, O_RDONLY);
  if (file < 0) return errno;
  const int failed = fsync(file) && errno != EINVAL && errno != ENOTSUP ? errno : 0;
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
