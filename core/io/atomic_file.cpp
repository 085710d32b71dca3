#include "core/io/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <random>
#include <string>
#include <system_error>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

std::string because(const char* what, int error) {
  return std::string(what) + ": " + std::system_category().message(error);
}

// A name that does not grow with the file's own, which may already be as long as the file system allows.
std::string temporaryName() {
  std::random_device entropy;
  std::string name = ".noiseloom-";
  for (int i = 0; i < 16; ++i) name += "0123456789abcdef"[entropy() % 16];
  return name + ".part";
}

// The existing file's permissions, if there is one; refuses what a rename must not replace.
std::optional<mode_t> checkTarget(const std::filesystem::path& path, const std::filesystem::path& target) {
  struct stat status {};
  if (::stat(target.c_str(), &status) != 0) {
    if (errno == ENOENT) return std::nullopt;
    throw IoError(path, because("cannot be written", errno));
  }
  if (S_ISDIR(status.st_mode)) throw IoError(path, "cannot be written: it is a folder");
  if (!S_ISREG(status.st_mode)) throw IoError(path, "cannot be written: it is not a regular file");
  if (::access(target.c_str(), W_OK) != 0) throw IoError(path, because("cannot be overwritten", errno));
  return status.st_mode & 07777;
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path) : m_path(path), m_target(path) {
  if (path.filename().empty()) throw IoError(path, "cannot be written: it names no file");
  std::error_code error;
  if (std::filesystem::is_symlink(path, error)) {
    m_target = std::filesystem::weakly_canonical(path, error);
    if (error) throw IoError(path, "cannot be written: " + error.message());
  }
  std::filesystem::path folder = m_target.parent_path();
  if (folder.empty()) folder = ".";
  if (!std::filesystem::is_directory(folder, error)) {
    throw IoError(path, "cannot be written: there is no folder " + folder.string());
  }
  const std::optional<mode_t> mode = checkTarget(path, m_target);
  for (int attempt = 0; m_descriptor < 0; ++attempt) {
    m_temporary = folder / temporaryName();
    m_descriptor = ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode.value_or(0666) & 0777);
    if (m_descriptor < 0 && (errno != EEXIST || attempt == 100)) {
      const int reason = errno;
      m_temporary.clear();  // not ours to remove
      throw IoError(path, because("cannot be written", reason));
    }
  }
  // Past the umask, which has the last word on new files only. A file system without permissions may refuse.
  if (mode && ::fchmod(m_descriptor, *mode) != 0 && errno != EPERM && errno != ENOTSUP) {
    const int reason = errno;
    discard();  // the destructor does not run when a constructor throws
    throw IoError(path, because("cannot be written", reason));
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
  if (m_descriptor < 0) throw IoError(m_path, "cannot be written: the file is already closed");
  while (!bytes.empty()) {
    const ssize_t written = ::write(m_descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), 1U << 30));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      const int reason = written < 0 ? errno : ENOSPC;
      discard();
      throw IoError(m_path, because("cannot be written", reason));
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::commit() {
  if (m_descriptor < 0) throw IoError(m_path, "cannot be written: the file is already closed");
  int reason = ::fsync(m_descriptor) == 0 ? 0 : errno;
  // A full disk may show only here (delayed allocation, network file systems).
  if (::close(m_descriptor) != 0 && reason == 0 && errno != EINTR) reason = errno;
  m_descriptor = -1;
  if (reason == 0 && ::rename(m_temporary.c_str(), m_target.c_str()) != 0) reason = errno;
  if (reason != 0) {
    discard();
    throw IoError(m_path, because("cannot be written", reason));
  }
  m_temporary.clear();
  // Makes the new name survive a power cut too; the complete file already stands, so a refusal is no failure.
  std::filesystem::path folder = m_target.parent_path();
  if (folder.empty()) folder = ".";
  const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory >= 0) {
    (void)::fsync(directory);
    ::close(directory);
  }
}

void writeFileAtomically(const std::filesystem::path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

}  // namespace noiseloom
