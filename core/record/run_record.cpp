#include "core/record/run_record.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <limits>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

// Bytes of the complete lines.
off_t lengthOf(const RecordFile& record) {
  constexpr std::size_t kMore = std::string_view(",\"seal\":\"\"").size() + 64 + 1;  // minus the brace, plus a line end
  off_t length = 0;
  for (const std::string& body : record.bodies) length += static_cast<off_t>(body.size() + kMore);
  return length;
}

std::string lineOf(const std::string& body, const RecordCode& seal) {
  return body.substr(0, body.size() - 1) + ",\"seal\":\"" + hexOf(seal) + "\"}\n";
}

// Refuses to write what the reader would refuse.
void checkHeader(const RecordHeader& header) {
  checkInteger("iterations", header.iterations, 1, kNoLimit);
  checkInteger("dataset_size", header.datasetSize, 1, kNoLimit);
  checkInteger("shard_begin", header.shardBegin, 0, kNoLimit - 1);
  checkInteger("shard_end", header.shardEnd, header.shardBegin + 1, kNoLimit);
  checkPositive("divisor", header.divisor);
  checkPositive("clip_norm", header.clipNorm);
  checkPositive("stddev", header.stddev);
  checkClosedInterval("noise_scale", header.noiseScale, 0, std::numeric_limits<double>::max());
  if (header.version >= 2) checkInteger("ranks", header.ranks, 1, kNoLimit);
}

// Flushes the name of a new file. Some systems do not support it; the file exists all the same.
void flushFolder(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)::fsync(descriptor);
  ::close(descriptor);
}

Index lastRanks(const RecordFile& record) {
  Index ranks = record.header.ranks;
  for (const RecordLine& line : record.lines)
    if (line.ranks > 0) ranks = line.ranks;
  return ranks;
}

}  // namespace

RunRecord::RunRecord(const std::filesystem::path& path, const RecordHeader& header, const SecretKey& runKey, Index from)
    : m_path(path), m_header(header), m_codes(runKey), m_next(from) {
  checkHeader(header);
  checkInteger("step", from, 0, header.iterations, Core::tr("the steps of the design"));
  m_descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
  const auto refuse = [&](const Text& reason) {
    if (m_descriptor >= 0) ::close(m_descriptor);
    m_descriptor = -1;
    throw IoError(path, reason);
  };
  if (m_descriptor < 0) refuse({Core::tr("cannot be written: %1"), systemReason(errno)});
  struct stat status {};
  if (::fstat(m_descriptor, &status) != 0) refuse({Core::tr("cannot be written: %1"), systemReason(errno)});
  if (!S_ISREG(status.st_mode)) refuse(Core::tr("cannot be written: it is not a regular file"));
  if ((status.st_mode & 0077U) != 0)
    refuse(Core::tr("is a record that others can read or change; make it 0600 (chmod 600)"));
  if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    refuse(Core::tr("is being written by another job"));
  try {
    const std::string first = bodyOf(header, m_codes.run());
    if (holdsOnlyPartOf(lineOf(first, m_codes.seal(m_seal, first)))) {
      if (::ftruncate(m_descriptor, 0) != 0)
        throw IoError(path, {Core::tr("cannot be written: %1"), systemReason(errno)});
      append({first}, true);
      flushFolder(path);
      if (from > 0) m_resumed = {.kind = RecordLine::Kind::Resume, .step = from};
      return;
    }
    const RecordFile before = readRecordFile(path);
    if (before.run != hexOf(m_codes.run()))
      throw FormatError(path, Core::tr("run"), Core::tr("is that of another key: give each run a record of its own"));
    m_header.version = before.header.version;
    m_header.ranks = before.header.ranks;
    if (!(before.header == m_header))
      throw FormatError(path, Core::tr("line 1"),
                        Core::tr("is that of a job with another strategy, data set, shard, number type or scale"));
    if (before.cutOff && ::ftruncate(m_descriptor, lengthOf(before)) != 0)
      throw IoError(path, {Core::tr("cannot be written: %1"), systemReason(errno)});
    sodium_hex2bin(m_seal.data(), m_seal.size(), before.seals.back().data(), before.seals.back().size(), nullptr,
                   nullptr, nullptr);
    for (const RecordLine& line : before.lines) {
      if (line.kind == RecordLine::Kind::Step && line.step >= from && !line.release.empty())
        m_earlier.try_emplace(line.step, line.release);
    }
    resume(before, header.ranks);
  } catch (...) {
    ::close(m_descriptor);
    throw;
  }
}

RunRecord::~RunRecord() {
  if (!m_flushed) (void)::fdatasync(m_descriptor);
  if (m_descriptor >= 0) ::close(m_descriptor);
}

// True if the file holds only a part of the line, or nothing, as a job that was killed at its start leaves it.
bool RunRecord::holdsOnlyPartOf(const std::string& line) const {
  const int descriptor = ::open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) throw IoError(m_path, {Core::tr("cannot be read: %1"), systemReason(errno)});
  std::string there(line.size(), '\0');
  const ssize_t got = ::pread(descriptor, there.data(), there.size(), 0);
  ::close(descriptor);
  if (got < 0) throw IoError(m_path, {Core::tr("cannot be read: %1"), systemReason(errno)});
  there.resize(got);
  return there.size() < line.size() && line.starts_with(there);
}

// The resume line is written with the next one: a job that ends before its first step leaves the record as it is.
void RunRecord::resume(const RecordFile& before, Index ranks) {
  m_resumed = {.kind = RecordLine::Kind::Resume, .step = m_next};
  if (m_header.version >= 2 && ranks != lastRanks(before)) m_resumed->ranks = ranks;
  if (before.lines.empty() || m_next != m_header.iterations) return;
  // A job that was killed between the last step and the end of its record has only the end left to write.
  const RecordLine& last = before.lines.back();
  m_ended = last.kind == RecordLine::Kind::End && last.step == m_next;
  if (last.kind == RecordLine::Kind::Step && last.step + 1 == m_next) finish();
}

void RunRecord::append(std::initializer_list<RecordLine> lines) {
  std::vector<std::string> bodies;
  if (m_resumed) bodies.push_back(bodyOf(*m_resumed));
  for (const RecordLine& line : lines) bodies.push_back(bodyOf(line));
  append(bodies, m_flushEachLine || std::prev(lines.end())->kind == RecordLine::Kind::End);
  m_resumed.reset();
}

void RunRecord::append(const std::vector<std::string>& bodies, bool flushed) {
  RecordCode seal = m_seal;
  std::string line;
  for (const std::string& body : bodies) {
    seal = m_codes.seal(seal, body);
    line += lineOf(body, seal);
  }
  const off_t before = ::lseek(m_descriptor, 0, SEEK_END);
  // Removes a partial line: another one may follow when there is space again.
  const auto fail = [&](int reason) {
    if (before >= 0) (void)!::ftruncate(m_descriptor, before);
    throw IoError(m_path, {Core::tr("cannot be written: %1"), systemReason(reason)});
  };
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t written = ::write(m_descriptor, line.data() + done, line.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(written < 0 ? errno : ENOSPC);
    done += static_cast<std::size_t>(written);
  }
  m_flushed = false;
  // After a power failure, the record must contain every step that the following checkpoint contains.
  if (flushed && ::fdatasync(m_descriptor) != 0) fail(errno);
  m_flushed = flushed;
  m_seal = seal;
}

void RunRecord::flush() {
  if (m_flushed) return;
  if (::fdatasync(m_descriptor) != 0) throw IoError(m_path, {Core::tr("cannot be written: %1"), systemReason(errno)});
  m_flushed = true;
}

void RunRecord::addBytes(Index step, std::span<const Index> batch, std::span<const std::byte> noise, NumberType type,
                         std::size_t count, std::optional<std::span<const std::byte>> release,
                         std::optional<StepFigures> figures) {
  checkInteger("step", step, 0, kNoLimit);
  checkSize("noise", static_cast<Index>(count), m_header.shardEnd - m_header.shardBegin);
  if (type != m_header.numberType) {
    throw InvalidArgument("noise", toString(type),
                          {Core::tr("%1, of which the record is"), toString(m_header.numberType)});
  }
  if (!std::ranges::is_sorted(batch, std::less_equal<>{}))
    throw InvalidArgument("batch", Core::tr("unordered examples"), Core::tr("every example once, in increasing order"));
  RecordLine line{.step = step, .batch = hexOf(m_codes.batch(step, batch))};
  // The two codes take most of a line's time.
  parallelFor(
      release ? 2 : 1, {},
      [&](Index which) {
        if (which == 0)
          line.noise = hexOf(m_codes.noise(step, m_header.shardBegin, m_header.shardEnd, noise, type));
        else
          line.release = hexOf(m_codes.release(step, *release));
      },
      static_cast<Index>(count));
  if (release) refuseOther(step, line.release);
  if (m_header.version >= 2) {
    line.figures = figures.value_or(StepFigures{m_header.clipNorm, m_header.divisor});
    checkPositive("clip_norm", line.figures->clipNorm);
    checkPositive("divisor", line.figures->divisor);
  }
  const bool last = m_header.version >= 2 && step + 1 == m_header.iterations;
  if (last) {
    append({line, {RecordLine::Kind::End, step + 1}});
  } else {
    append({line});
  }
  m_ended = last;
  m_next = step + 1;
}

void RunRecord::checkRelease(Index step, std::span<const std::byte> release) const {
  refuseOther(step, hexOf(m_codes.release(step, release)));
}

void RunRecord::refuseOther(Index step, const std::string& release) const {
  const auto earlier = m_earlier.find(step);
  if (earlier == m_earlier.end() || earlier->second == release) return;
  throw InvalidArgument("release", {Core::tr("step %1 with another outcome than the record has of it"), step},
                        Core::tr("the same outcome, to the bit: both have the same noise, and their difference has "
                                 "none. Was the checkpoint not loaded? Go on from the last one"));
}

void RunRecord::finish() {
  if (m_ended || m_header.version < 2) return;
  append({{RecordLine::Kind::End, m_next}});
  m_ended = true;
}

void RunRecord::add(Index step, std::span<const Index> batch, std::span<const float> noise,
                    std::optional<std::span<const std::byte>> release, std::optional<StepFigures> figures) {
  addBytes(step, batch, std::as_bytes(noise), NumberType::Float32, noise.size(), release, figures);
}

void RunRecord::add(Index step, std::span<const Index> batch, std::span<const double> noise,
                    std::optional<std::span<const std::byte>> release, std::optional<StepFigures> figures) {
  addBytes(step, batch, std::as_bytes(noise), NumberType::Float64, noise.size(), release, figures);
}

}  // namespace noiseloom
