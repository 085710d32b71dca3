#include "core/io/npy_rows.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/io/atomic_file.h"
#include "core/io/input_file.h"
#include "core/io/npy.h"

namespace noiseloom {
namespace {

namespace fs = std::filesystem;

// The most bytes that are written before the stop token is polled again: a few milliseconds on a slow disk.
constexpr std::size_t kMostBytesAtOnce = std::size_t{1} << 22;

std::string preambleOf(const NpyRowsShape& shape) {
  return npyPreamble({shape.numberType == NumberType::Float32 ? "<f4" : "<f8", {shape.rows, shape.columns}, false});
}

}  // namespace

Index NpyRowsShape::fileBytes() const {
  checkInteger("rows", rows, 1, kNoLimit);
  const auto preamble = static_cast<Index>(preambleOf(*this).size());
  checkInteger("parameters", columns, 1, (kNoLimit - preamble) / rows / bytesOf(numberType),
               Core::tr("the bytes of the file must fit 64 bits"));
  return preamble + rows * rowBytes();
}

fs::path NpyRows::partOf(const fs::path& path) {
  fs::path part = path;
  part += ".part";
  return part;
}

NpyRows::NpyRows(const fs::path& path, const NpyRowsShape& shape, Begin begin)
    : m_path(linkTarget(path)), m_part(partOf(m_path)), m_shape(shape), m_preamble(preambleOf(shape)) {
  (void)shape.fileBytes();
  try {
    open(begin);
  } catch (...) {
    // The destructor does not run when a constructor throws; what is not this run's stays as it is.
    if (m_descriptor >= 0) ::close(m_descriptor);
    throw;
  }
}

void NpyRows::open(Begin begin) {
  std::error_code error;
  const bool partIsThere = fs::exists(m_part, error);
  if (partIsThere && begin == Begin::Anew)
    throw IoError(m_part, Core::tr("holds rows of an interrupted run: go on with it (--resume) or remove it"));
  m_complete = begin == Begin::Resume && !partIsThere && fs::exists(m_path, error);
  if (m_complete) m_part = m_path;
  const int flags = m_complete ? O_RDONLY : O_RDWR | (partIsThere ? 0 : O_CREAT | O_EXCL);
  m_descriptor = ::open(m_part.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
  if (m_descriptor < 0) cannotWrite(m_part, errno);
  if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw IoError(m_part, Core::tr("is being written by another process"));
  if (partIsThere || m_complete) {
    checkContent();
  } else {
    try {
      checkRoom();
      writeAt(0, std::as_bytes(std::span(m_preamble)));
    } catch (...) {
      close(false);
      throw;
    }
    return;
  }
  checkRoom();
}

void NpyRows::checkContent() {
  struct stat status {};
  if (::fstat(m_descriptor, &status) != 0 || !S_ISREG(status.st_mode))
    throw IoError(m_part, Core::tr("cannot be read: it is not a regular file"));
  const auto size = static_cast<Index>(status.st_size);
  std::string preamble(m_preamble.size(), '\0');
  const ssize_t got = ::pread(m_descriptor, preamble.data(), preamble.size(), 0);
  if (got < 0) throw IoError(m_part, {Core::tr("cannot be read: %1"), systemReason(errno)});
  preamble.resize(got);
  if (!m_complete && preamble.size() < m_preamble.size() && m_preamble.starts_with(preamble)) {
    writeAt(0, std::as_bytes(std::span(m_preamble)));  // of a process that was killed as it began
    return;
  }
  if (preamble != m_preamble) {
    throw FormatError(m_part, Core::tr("header"),
                      {Core::tr("is not that of %1 rows of %2 values of %3: the interrupted run was asked for others"),
                       m_shape.rows, m_shape.columns, toString(m_shape.numberType)});
  }
  if (size > m_shape.fileBytes())
    throw FormatError(m_part, Core::tr("file"), {Core::tr("has more bytes than its %1 rows"), m_shape.rows});
  m_rows = (size - offsetOf(0)) / m_shape.rowBytes();
  if (m_complete && size != m_shape.fileBytes())
    throw FormatError(m_part, Core::tr("file"), {Core::tr("has fewer bytes than its %1 rows"), m_shape.rows});
  // A row may have been half written when a process was killed.
  if (!m_complete && ::ftruncate(m_descriptor, offsetOf(m_rows)) != 0) cannotWrite(m_part, errno);
}

void NpyRows::checkRoom() const {
  std::error_code error;
  const fs::space_info space = fs::space(folderOf(m_part), error);
  const auto needed = static_cast<std::uintmax_t>(m_shape.fileBytes() - (m_rows > 0 ? offsetOf(m_rows) : 0));
  if (error || m_complete || space.available >= needed) return;  // a system that does not say: the writes will
  throw IoError(m_path, {Core::tr("needs %1 bytes, and the disk has room for %2"), static_cast<Index>(needed),
                         static_cast<Index>(space.available)});
}

NpyRows::~NpyRows() {
  close(m_rows > 0 || m_complete);
}

void NpyRows::close(bool keep) noexcept {
  if (m_descriptor < 0) return;
  if (!keep)
    ::unlink(m_part.c_str());
  else if (!m_complete)
    (void)!::ftruncate(m_descriptor, offsetOf(m_rows));
  ::close(m_descriptor);
  m_descriptor = -1;
}

Index NpyRows::offsetOf(Index row) const {
  return std::ssize(m_preamble) + row * m_shape.rowBytes();
}

void NpyRows::read(Index row, std::span<std::byte> out) const {
  checkInteger("row", row, 0, m_rows - 1);
  checkSize("out", std::ssize(out), m_shape.rowBytes());
  readAt(m_descriptor, m_part, static_cast<std::uint64_t>(offsetOf(row)), out);
}

void NpyRows::writeAt(Index offset, std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(m_descriptor, bytes.data(), bytes.size(), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) cannotWrite(m_part, written < 0 ? errno : ENOSPC);
    bytes = bytes.subspan(written);
    offset += written;
  }
}

bool NpyRows::append(std::span<const std::byte> row, const std::stop_token& stop) {
  checkInteger("rows", m_rows, 0, m_shape.rows - 1);
  checkSize("row", std::ssize(row), m_shape.rowBytes());
  for (std::size_t done = 0; done < row.size(); done += kMostBytesAtOnce) {
    if (stop.stop_requested()) {
      if (::ftruncate(m_descriptor, offsetOf(m_rows)) != 0) cannotWrite(m_part, errno);
      return false;
    }
    writeAt(offsetOf(m_rows) + static_cast<Index>(done),
            row.subspan(done, std::min(kMostBytesAtOnce, row.size() - done)));
  }
  ++m_rows;
  return true;
}

void NpyRows::finish() {
  if (m_complete) return;
  checkInteger("rows", m_rows, m_shape.rows, m_shape.rows);
  if (::fsync(m_descriptor) != 0) cannotWrite(m_part, errno);
  if (::rename(m_part.c_str(), m_path.c_str()) != 0) cannotWrite(m_part, errno);
  m_complete = true;
  m_part = m_path;
  flushFolderOf(m_path);
}

}  // namespace noiseloom
