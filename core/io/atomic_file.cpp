#include "core/io/atomic_file.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <system_error>

#include "core/base/errors.h"
#include "core/base/sodium.h"

namespace noiseloom {
namespace {

Text because(Phrase what, int error) {
  return {what, systemReason(error)};
}

constexpr std::string_view kPartBegin = ".noiseloom-";
constexpr std::string_view kPartEnd = ".part";
constexpr std::size_t kPartDigits = 16;

// A name that does not grow with the file's own, which may already be as long as the file system allows.
std::string partName() {
  requireSodium();
  unsigned char bytes[kPartDigits / 2];
  randombytes_buf(bytes, sizeof bytes);
  char digits[kPartDigits + 1];
  sodium_bin2hex(digits, sizeof digits, bytes, sizeof bytes);
  return std::string(kPartBegin) + digits + std::string(kPartEnd);
}

bool isPartName(std::string_view name) {
  if (name.size() != kPartBegin.size() + kPartDigits + kPartEnd.size()) return false;
  if (!name.starts_with(kPartBegin) || !name.ends_with(kPartEnd)) return false;
  return name.substr(kPartBegin.size(), kPartDigits).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A writer holds a lock on its part until that has its final name. It falls with the process, however that ends.
bool tryLock(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
}

// True if the new part is this writer's alone: between its making and its lock another one may have taken it for left
// behind. Where the file system knows no locks nobody removes anything.
bool isHeld(int descriptor) {
  if (!tryLock(descriptor)) return errno != EWOULDBLOCK;
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && status.st_nlink > 0;
}

// Removes the parts of this person's writers that were killed.
void removeLeftBehind(const std::filesystem::path& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::filesystem::path& part = entry->path();
    if (!isPartName(part.filename().native())) continue;
    // For writing, since locks of network file systems ask for it. Never through a link, nor waiting for a pipe.
    const int descriptor = ::open(part.c_str(), O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0) continue;
    struct stat status {};
    const bool ours = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
    if (ours && tryLock(descriptor)) ::unlink(part.c_str());
    ::close(descriptor);
  }
}

// The existing file's permissions, if there is one; refuses what a rename must not replace.
std::optional<mode_t> checkTarget(const std::filesystem::path& path, const std::filesystem::path& target) {
  struct stat status {};
  if (::stat(target.c_str(), &status) != 0) {
    if (errno == ENOENT) return std::nullopt;
    cannotWrite(path, errno);
  }
  if (S_ISDIR(status.st_mode)) throw IoError(path, Core::tr("cannot be written: it is a folder"));
  if (!S_ISREG(status.st_mode)) throw IoError(path, Core::tr("cannot be written: it is not a regular file"));
  if (::access(target.c_str(), W_OK) != 0) throw IoError(path, because(Core::tr("cannot be overwritten: %1"), errno));
  return status.st_mode & 07777;
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path, FileReaders readers) : m_path(path) {
  if (path.filename().empty()) throw IoError(path, Core::tr("cannot be written: it names no file"));
  m_target = linkTarget(path);
  const std::filesystem::path folder = folderOf(m_target);
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    throw IoError(path, {Core::tr("cannot be written: there is no folder %1"), folder.string()});
  std::optional<mode_t> mode = checkTarget(path, m_target);
  if (readers == FileReaders::Owner) mode = 0600;
  removeLeftBehind(folder);
  for (int attempt = 0; m_descriptor < 0; ++attempt) {
    m_temporary = folder / partName();
    m_descriptor = ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode.value_or(0666) & 0777);
    if (m_descriptor < 0 && (errno != EEXIST || attempt == 100)) {
      const int reason = errno;
      m_temporary.clear();  // not ours to remove
      cannotWrite(path, reason);
    }
    if (m_descriptor >= 0 && !isHeld(m_descriptor)) discard();
  }
  // Past the umask, which has the last word on new files only. A file system without permissions may refuse.
  if (mode && ::fchmod(m_descriptor, *mode) != 0 && errno != EPERM && errno != ENOTSUP) {
    const int reason = errno;
    discard();  // the destructor does not run when a constructor throws
    cannotWrite(path, reason);
  }
}

AtomicFile::~AtomicFile() {
  discard();
}

void AtomicFile::discard() noexcept {
  if (m_descriptor >= 0) ::close(m_descriptor);
  m_descriptor = -1;
  if (!m_temporary.empty()) ::unlink(m_temporary.c_str());
  m_temporary.clear();
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  if (m_descriptor < 0) throw IoError(m_path, Core::tr("cannot be written: the file is already closed"));
  while (!bytes.empty()) {
    const ssize_t written = ::write(m_descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), 1U << 30));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      const int reason = written < 0 ? errno : ENOSPC;
      discard();
      cannotWrite(m_path, reason);
    }
    bytes = bytes.subspan(written);
  }
}

void AtomicFile::commit() {
  if (m_descriptor < 0) throw IoError(m_path, Core::tr("cannot be written: the file is already closed"));
  int reason = ::fsync(m_descriptor) == 0 ? 0 : errno;
  const int lock = ::fcntl(m_descriptor, F_DUPFD_CLOEXEC, 0);  // until the part has its name
  // A full disk may show only here (delayed allocation, network file systems).
  if (::close(m_descriptor) != 0 && reason == 0 && errno != EINTR) reason = errno;
  m_descriptor = -1;
  if (reason == 0 && ::rename(m_temporary.c_str(), m_target.c_str()) != 0) reason = errno;
  if (lock >= 0) ::close(lock);
  if (reason != 0) {
    discard();
    cannotWrite(m_path, reason);
  }
  m_temporary.clear();
  flushFolderOf(m_target);
}

std::filesystem::path linkTarget(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_symlink(path, error)) return path;
  std::filesystem::path target = std::filesystem::weakly_canonical(path, error);
  if (error) cannotWrite(path, error.value());
  return target;
}

void flushFolderOf(const std::filesystem::path& path) {
  const int directory = ::open(folderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  (void)::fsync(directory);
  ::close(directory);
}

void cannotWrite(const std::filesystem::path& path, int error) {
  throw IoError(path, {Core::tr("cannot be written: %1"), systemReason(error)});
}

std::filesystem::path folderOf(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

bool sameFile(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code missing;
  if (std::filesystem::equivalent(a, b, missing)) return true;
  return a.filename() == b.filename() && std::filesystem::equivalent(folderOf(a), folderOf(b), missing);
}

void makeFolders(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw IoError(folder, {Core::tr("the folder cannot be made: %1"), systemReason(error.value())});
}

void writeFileAtomically(const std::filesystem::path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

}  // namespace noiseloom
