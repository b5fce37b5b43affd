/* Calls of the operating system. */
#define _POSIX_C_SOURCE 200809L /* NOLINT(bugprone-reserved-identifier) */
#define _DARWIN_C_SOURCE        /* NOLINT(bugprone-reserved-identifier) */
#include "glue.h"
#ifdef _WIN32
#include <windows.h>
#else
#include <errno.h>
#include <signal.h>
#include <unistd.h>
#endif
#ifdef __APPLE__
#include <mach/mach.h>
#endif

/* Returns whether there is no process of this number. Another user's cannot be sent a
 * signal, but is there. On Windows one cannot ask like this: false. */
SEXP C_is_gone(SEXP pid)
{
  const int64_t number = glue_whole(pid, "the number of a process", 1, INT32_MAX);
#ifdef _WIN32
  (void)number;
  return Rf_ScalarLogical(FALSE);
#else
  return Rf_ScalarLogical(kill((pid_t)number, 0) != 0 && errno == ESRCH);
#endif
}

/* Bytes; negative if the system does not say. */
static double free_memory(void)
{
#if defined(_WIN32)
  MEMORYSTATUSEX memory;
  memory.dwLength = sizeof memory;
  return GlobalMemoryStatusEx(&memory) ? (double)memory.ullAvailPhys : -1;
#elif defined(__APPLE__)
  vm_statistics64_data_t pages;
  mach_msg_type_number_t count = HOST_VM_INFO64_COUNT;
  if (host_statistics64(mach_host_self(), HOST_VM_INFO64, (host_info64_t)&pages, &count) != KERN_SUCCESS)
    return -1;
  /* what is inactive can be had: mostly files that were read */
  return ((double)pages.free_count + (double)pages.inactive_count) * (double)sysconf(_SC_PAGESIZE);
#elif defined(_SC_AVPHYS_PAGES)
  const long pages = sysconf(_SC_AVPHYS_PAGES);
  return pages < 0 ? -1 : (double)pages * (double)sysconf(_SC_PAGESIZE);
#else
  return -1;
#endif
}

SEXP C_free_memory(void) { return Rf_ScalarReal(free_memory()); }
