#include "app/cli/sweep_journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "core/answer/answer.h"
#include "core/answer/arguments.h"
#include "core/base/errors.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"
#include "core/io/input_file.h"

namespace noiseloom::cli {
namespace {

constexpr std::array kPlaceColumns{"at", "of", "scenario (sha256)"};
constexpr std::uint64_t kMostPartBytes = 1ULL << 30;

std::vector<std::string> withPlace(const SweepPlace& place, const std::vector<std::string>& cells) {
  std::vector<std::string> all{std::to_string(place.at), std::to_string(place.count), place.scenario};
  all.insert(all.end(), cells.begin(), cells.end());
  return all;
}

std::vector<std::string> partHeader(const std::vector<std::string>& header) {
  std::vector<std::string> all(kPlaceColumns.begin(), kPlaceColumns.end());
  all.insert(all.end(), header.begin(), header.end());
  return all;
}

std::string lineOf(const std::vector<std::string>& cells) {
  return CsvTable(cells).text();
}

/// On the disk when it returns: a line is written whole or not at all, but for a machine that fails.
void append(const std::filesystem::path& path, const std::string& line) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  int error = file >= 0 ? 0 : errno;
  const off_t before = file >= 0 ? ::lseek(file, 0, SEEK_END) : -1;
  for (std::size_t done = 0; error == 0 && done < line.size();) {
    const ssize_t more = ::write(file, line.data() + done, line.size() - done);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) error = more < 0 ? errno : ENOSPC;
    done += more > 0 ? static_cast<std::size_t>(more) : 0;
  }
  if (error == 0 && ::fsync(file) != 0) error = errno;
  if (error != 0 && before >= 0) (void)!::ftruncate(file, before);
  if (file >= 0) ::close(file);
  if (error != 0) throw IoError(path, {Core::tr("cannot be written: %1"), systemReason(error)});
}

}  // namespace

std::string SweepRows::table() const {
  CsvTable table(header);
  for (const auto& [at, row] : rows) table.row(row.second);
  return table.text();
}

std::string SweepRows::part() const {
  CsvTable table(partHeader(header));
  for (const auto& [at, row] : rows) table.row(withPlace(row.first, row.second));
  return table.text();
}

SweepRows readSweepPart(const std::filesystem::path& path) {
  const auto lines = csvRows(readTextFile(path, kMostPartBytes));
  const std::size_t before = kPlaceColumns.size();
  if (lines.empty() || lines[0].size() <= before ||
      !std::equal(kPlaceColumns.begin(), kPlaceColumns.end(), lines[0].begin()))
    throw FormatError(path, Core::tr("line 1"), Core::tr("is not the header of a part of a sweep"));
  const auto tail = [&](const std::vector<std::string>& line) {
    return std::vector<std::string>(line.begin() + static_cast<std::ptrdiff_t>(before), line.end());
  };
  SweepRows rows{tail(lines[0]), {}};
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string>& line = lines[i];
    SweepPlace place;
    try {
      if (line.size() != lines[0].size()) throw InvalidArgument("columns", std::ssize(line), Core::tr("other"));
      place = {static_cast<std::size_t>(parseCount("at", line[0])), static_cast<std::size_t>(parseCount("of", line[1])),
               line[2]};
    } catch (const InvalidArgument&) {
      throw FormatError(path, {Core::tr("line %1"), static_cast<Index>(i + 1)},
                        Core::tr("is no row of a part of a sweep"));
    }
    if (place.at >= place.count || (!rows.rows.empty() && rows.rows.begin()->second.first.count != place.count)) {
      throw FormatError(path, {Core::tr("line %1"), static_cast<Index>(i + 1)},
                        Core::tr("is of another sweep than the lines before it"));
    }
    rows.rows.insert_or_assign(place.at, std::pair(place, tail(line)));
  }
  return rows;
}

void addPart(SweepRows& all, const SweepRows& part, const std::filesystem::path& from) {
  const auto refuse = [&](Phrase reason) { throw FormatError(from, Core::tr("file"), reason); };
  if (all.header.empty()) all.header = part.header;
  if (part.header != all.header) refuse(Core::tr("is a part of another sweep: it has other columns"));
  for (const auto& [at, row] : part.rows) {
    if (!all.rows.empty() && all.rows.begin()->second.first.count != row.first.count)
      refuse(Core::tr("is a part of another sweep: of another number of values"));
    const auto [known, added] = all.rows.emplace(at, row);
    if (!added && known->second != row) refuse(Core::tr("has another row than a part before it for the same value"));
  }
}

Outcome sweepSummary(const std::string& file, const SweepRows& rows, bool part, std::size_t before, bool json) {
  const std::size_t count = rows.rows.size();
  std::size_t leftOut = 0;
  for (const auto& [at, row] : rows.rows) leftOut += row.second.back().empty() ? 0 : 1;
  const std::size_t all = count > 0 ? rows.rows.begin()->second.first.count : 0;
  if (json) {
    const Json object{{"csv", file},   {"part", part},          {"values", all},
                      {"rows", count}, {"from_before", before}, {"left_out", leftOut}};
    return {kExitSuccess, printedJson(object), ""};
  }
  return {kExitSuccess,
          file + ": " + std::to_string(count) + " of " + std::to_string(all) + " values" +
              (part ? ", a part for `merge`" : "") +
              (before > 0 ? "; " + std::to_string(before) + " were there from before" : "") +
              (leftOut > 0 ? "; " + std::to_string(leftOut) + " could not be solved, the table says why" : "") + "\n",
          ""};
}

SweepJournal::SweepJournal(std::filesystem::path table, std::vector<std::string> header, std::vector<SweepPlace> places,
                           Shard shard, bool resume)
    : m_table(std::move(table)), m_places(std::move(places)), m_rows{std::move(header), {}} {
  m_path = m_table;
  m_path += ".journal-" + std::to_string(shard.index) + "-of-" + std::to_string(shard.count);
  if (resume) m_rows = everything();
  writeFileAtomically(m_path, m_rows.part());
}

void SweepJournal::add(std::size_t at, std::vector<std::string> cells) {
  append(m_path, lineOf(withPlace(m_places[at], cells)));
  m_rows.rows.insert_or_assign(at, std::pair(m_places[at], std::move(cells)));
}

std::vector<std::filesystem::path> SweepJournal::journals() const {
  std::vector<std::filesystem::path> found;
  const std::filesystem::path folder = m_table.has_parent_path() ? m_table.parent_path() : std::filesystem::path(".");
  const std::string start = m_table.filename().string() + ".journal-";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(start)) found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

SweepRows SweepJournal::everything() const {
  SweepRows all{m_rows.header, {}};
  for (const std::filesystem::path& path : journals()) {
    try {
      const SweepRows part = readSweepPart(path);
      if (part.header != all.header) continue;
      for (const auto& [at, row] : part.rows) {
        if (at < m_places.size() && row.first == m_places[at]) all.rows.insert_or_assign(at, row);
      }
    } catch (const Error&) {
      // Written by a process that has just begun, or by another program.
    }
  }
  return all;
}

void SweepJournal::remove() const {
  for (const std::filesystem::path& path : journals()) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
}

}  // namespace noiseloom::cli
