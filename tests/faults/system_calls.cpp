#include "tests/faults/system_calls.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstddef>

namespace noiseloom {
namespace {

// One thread writes at a time in these tests.
Fault fault = Fault::None;
bool counting = false;
int faultAt = 0;
int calls = 0;
bool halfWrites = false;
bool interrupted = false;

enum class Call { Make, Write, Flush, Rename, Permissions, Remove };

int errorOf(Call call) {
  switch (fault) {
    case Fault::NoSpace: return call == Call::Remove || call == Call::Permissions ? 0 : ENOSPC;
    case Fault::Forbidden: return call == Call::Make || call == Call::Rename || call == Call::Permissions ? EACCES : 0;
    default: return 0;
  }
}

// Whether the call goes on; `killed`: this process has to end in it.
bool goesOn(Call call, bool& killed) {
  killed = false;
  if (!counting) return true;
  const int number = calls++;
  if (number < faultAt) return true;
  killed = fault == Fault::Killed;
  const int error = errorOf(call);
  if (error == 0) return true;
  errno = error;
  return false;
}

bool goesOn(Call call) {
  bool killed = false;
  const bool on = goesOn(call, killed);
  if (killed) ::_exit(kKilledCode);
  return on;
}

// The function of that name that would be called without this file.
template <class Function>
Function next(Function, const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

// Not what wakes an event loop up.
bool isFile(int descriptor) {
  struct stat status {};
  return descriptor > STDERR_FILENO && ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

// `write(count)` writes so many bytes.
template <class Write>
ssize_t writeWith(int descriptor, std::size_t count, Write write) {
  if (!isFile(descriptor)) return write(count);
  bool killed = false;
  if (!goesOn(Call::Write, killed)) return -1;
  if (killed) {
    (void)write(count / 2);
    ::_exit(kKilledCode);
  }
  if (!halfWrites) return write(count);
  interrupted = !interrupted;
  if (interrupted) {
    errno = EINTR;
    return -1;
  }
  return write((count + 1) / 2);
}

}  // namespace

void beginFault(Fault kind, int at) {
  fault = kind;
  faultAt = at;
  calls = 0;
  counting = true;
}

int endFault() {
  counting = false;
  return calls;
}

void setHalfWrites(bool on) {
  halfWrites = on;
}

}  // namespace noiseloom

// In place of the C library's own, for this program and the libraries that it loads.
using namespace noiseloom;

extern "C" {

#define NOISELOOM_OPEN(NAME)                                                       \
  int NAME(const char* path, int flags, ...) {                                     \
    mode_t mode = 0;                                                               \
    if ((flags & O_CREAT) != 0) {                                                  \
      va_list more;                                                                \
      va_start(more, flags);                                                       \
      mode = va_arg(more, mode_t);                                                 \
      va_end(more);                                                                \
      if (!goesOn(Call::Make)) return -1;                                          \
    }                                                                              \
    static const auto real = next<int (*)(const char*, int, ...)>(nullptr, #NAME); \
    return real(path, flags, mode);                                                \
  }
NOISELOOM_OPEN(open)
NOISELOOM_OPEN(open64)
#undef NOISELOOM_OPEN

ssize_t write(int descriptor, const void* bytes, size_t count) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>(nullptr, "write");
  return writeWith(descriptor, count, [&](size_t some) { return real(descriptor, bytes, some); });
}

ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t at) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>(nullptr, "pwrite");
  return writeWith(descriptor, count, [&](size_t some) { return real(descriptor, bytes, some, at); });
}

int ftruncate(int descriptor, off_t length) noexcept {
  static const auto real = next<int (*)(int, off_t)>(nullptr, "ftruncate");
  return goesOn(Call::Remove) ? real(descriptor, length) : -1;
}

int fsync(int descriptor) {
  static const auto real = next<int (*)(int)>(nullptr, "fsync");
  return goesOn(Call::Flush) ? real(descriptor) : -1;
}

int fdatasync(int descriptor) {
  static const auto real = next<int (*)(int)>(nullptr, "fdatasync");
  return goesOn(Call::Flush) ? real(descriptor) : -1;
}

int fchmod(int descriptor, mode_t mode) noexcept {
  static const auto real = next<int (*)(int, mode_t)>(nullptr, "fchmod");
  return goesOn(Call::Permissions) ? real(descriptor, mode) : -1;
}

int mkdir(const char* path, mode_t mode) noexcept {
  static const auto real = next<int (*)(const char*, mode_t)>(nullptr, "mkdir");
  return goesOn(Call::Make) ? real(path, mode) : -1;
}

int rename(const char* from, const char* to) noexcept {
  static const auto real = next<int (*)(const char*, const char*)>(nullptr, "rename");
  return goesOn(Call::Rename) ? real(from, to) : -1;
}

int unlink(const char* path) noexcept {
  static const auto real = next<int (*)(const char*)>(nullptr, "unlink");
  return goesOn(Call::Remove) ? real(path) : -1;
}

}  // extern "C"
