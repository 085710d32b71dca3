#include "core/io/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/base/errors.h"

namespace noiseloom {

InputFile::InputFile(const std::filesystem::path& path) : m_path(path) {
  // O_NONBLOCK: opening a pipe without a writer would otherwise wait for ever.
  m_descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (m_descriptor < 0) throw IoError(path, {Core::tr("cannot be read: %1"), systemReason(errno)});
  struct stat status {};
  if (::fstat(m_descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    const bool folder = S_ISDIR(status.st_mode);
    ::close(m_descriptor);
    throw IoError(path, folder ? Core::tr("cannot be read: it is a folder")
                               : Core::tr("cannot be read: it is not a regular file"));
  }
  m_size = static_cast<std::uint64_t>(status.st_size);
  m_permissions = static_cast<unsigned>(status.st_mode) & 0777U;
}

InputFile::InputFile(std::span<const std::byte> content, std::filesystem::path name)
    : m_path(std::move(name)), m_content(content), m_size(content.size()) {}

InputFile::~InputFile() {
  if (m_descriptor >= 0) ::close(m_descriptor);
}

void InputFile::readAt(std::uint64_t offset, std::span<std::byte> out) const {
  if (m_descriptor < 0) {
    std::ranges::copy(m_content.subspan(offset, out.size()), out.begin());
  } else {
    noiseloom::readAt(m_descriptor, m_path, offset, out);
  }
}

void readAt(int descriptor, const std::filesystem::path& path, std::uint64_t offset, std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got =
        ::pread(descriptor, out.data(), std::min<std::size_t>(out.size(), 1U << 30), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw IoError(path, {Core::tr("cannot be read: %1"), systemReason(errno)});
    if (got == 0) throw IoError(path, {Core::tr("cannot be read: it ended at byte %1"), offset});
    out = out.subspan(got);
    offset += static_cast<std::uint64_t>(got);
  }
}

std::string startOfFile(const std::filesystem::path& path) {
  constexpr std::uint64_t kStartBytes = 512;
  const InputFile file(path);
  std::string start(static_cast<std::size_t>(std::min(file.size(), kStartBytes)), '\0');
  file.readAt(0, std::as_writable_bytes(std::span(start)));
  return start.erase(0, std::min(start.find_first_not_of(" \t\r\n"), start.size()));
}

std::string readTextFile(const std::filesystem::path& path, std::uint64_t mostBytes) {
  const InputFile file(path);
  if (file.size() > mostBytes) {
    throw FormatError(
        path, Core::tr("file"),
        {Core::tr("has %1 bytes, more than the %2 that a file of this kind can have"), file.size(), mostBytes});
  }
  std::string text(static_cast<std::size_t>(file.size()), '\0');
  file.readAt(0, std::as_writable_bytes(std::span(text)));
  return text;
}

}  // namespace noiseloom
