#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/shard.h"

namespace noiseloom::cli {

/// The place of a row: the position of its value, how many values there are, and a hash of all that it follows from.
struct SweepPlace {
  std::size_t at = 0;
  std::size_t count = 0;
  std::string scenario;  ///< hexadecimal digits
  bool operator==(const SweepPlace&) const = default;
};

/// Rows of a sweep's table by their places, with a header: a part of the table, or all of it.
struct SweepRows {
  std::vector<std::string> header;  ///< of the table
  std::map<std::size_t, std::pair<SweepPlace, std::vector<std::string>>> rows;

  bool complete() const { return !rows.empty() && rows.size() == rows.begin()->second.first.count; }
  /// The table, as it comes of one process.
  std::string table() const;
  /// The same with three columns before it for the places, as parts and journals are kept.
  std::string part() const;
};

/// The rows of a part or a journal, without a row that was not written to its end. Throws FormatError for another file.
SweepRows readSweepPart(const std::filesystem::path& path);
/// Adds the rows of another part. Throws FormatError naming `from` where it is of another sweep, or a row differs.
void addPart(SweepRows& all, const SweepRows& part, const std::filesystem::path& from);

/// The summary of a table or a part that was written; `before` of its rows were there from an earlier run.
Outcome sweepSummary(const std::string& file, const SweepRows& rows, bool part, std::size_t before, bool json);

/// The solved rows of a sweep on the disk, so that a run that was killed goes on where it was: in
/// FILE.journal-I-of-N beside the table FILE, one for each process that shares in it.
class SweepJournal {
 public:
  /// `places`: of all values; rows of others, as an older sweep may have left them, are none of this one. Begins with
  /// the rows that runs before it have left in any of the journals where `resume`, and empty otherwise.
  SweepJournal(std::filesystem::path table, std::vector<std::string> header, std::vector<SweepPlace> places,
               Shard shard, bool resume);

  bool has(std::size_t at) const { return m_rows.rows.contains(at); }
  /// Keeps a row, on the disk before it returns.
  void add(std::size_t at, std::vector<std::string> cells);
  const SweepRows& rows() const { return m_rows; }

  /// The rows that all processes have written so far.
  SweepRows everything() const;
  /// The journals of all processes, when the table is there.
  void remove() const;

 private:
  std::vector<std::filesystem::path> journals() const;

  std::filesystem::path m_table;
  std::filesystem::path m_path;
  std::vector<SweepPlace> m_places;
  SweepRows m_rows;
};

}  // namespace noiseloom::cli
