#pragma once

#include <filesystem>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/record/record_file.h"

namespace noiseloom {

/// A record of a training job while it runs: a file that only grows, readable by its owner alone (0600), with one JSON
/// line per step (docs/formats.md), on the disk when the step's call returns, or flush(). It holds keyed codes of
/// batches and noise only: sizes and plain hashes would let anyone test a guess.
class RunRecord {
 public:
  /// Begins a record at step `from`, or continues one, in its version: the resume line is written together with the
  /// next one, and a line that a killed job left unfinished, even the first, is removed. Throws IoError if the file
  /// cannot be written, is in use by another writer or is readable by others, and FormatError if it is not a record, or
  /// one of another key or with another header; its number of ranks may be another.
  RunRecord(const std::filesystem::path& path, const RecordHeader& header, const SecretKey& runKey, Index from = 0);
  RunRecord(const RunRecord&) = delete;
  RunRecord& operator=(const RunRecord&) = delete;
  ~RunRecord();

  /// Records a completed step: all its examples (the same on every machine), in increasing order, and the noise of this
  /// shard as generated, before it is scaled. `release`: the noisy sum or the parameters after the step. Repeating a
  /// step is safe only if it releases the same again: if the record knows another release of the step, InvalidArgument
  /// is thrown and nothing written. `figures`: the step's clip norm and divisor; by default the header's. The record
  /// ends after the design's last step. Throws IoError if the line cannot be written; the record is then unchanged, and
  /// the same step may be added again.
  void add(Index step, std::span<const Index> batch, std::span<const float> noise,
           std::optional<std::span<const std::byte>> release = {}, std::optional<StepFigures> figures = {});
  void add(Index step, std::span<const Index> batch, std::span<const double> noise,
           std::optional<std::span<const std::byte>> release = {}, std::optional<StepFigures> figures = {});

  /// Throws like add() if the record knows another release of the step; to be called before that release is used.
  void checkRelease(Index step, std::span<const std::byte> release) const;

  /// The version of the file: 1 if an earlier program began it.
  Index version() const { return m_header.version; }

  /// False: lines are on the disk once flush() returns, or the record has ended. For a job that calls it before each
  /// checkpoint: none then is of a step that the record does not know, even where the machine loses its power.
  void setFlushEachLine(bool each) { m_flushEachLine = each; }
  /// Throws IoError if lines cannot be written to the disk.
  void flush();

  /// Ends the run before the design's last step and records the number of steps, by which verify distinguishes a
  /// complete record from a truncated one.
  void finish();

 private:
  void addBytes(Index step, std::span<const Index> batch, std::span<const std::byte> noise, NumberType type,
                std::size_t count, std::optional<std::span<const std::byte>> release,
                std::optional<StepFigures> figures);
  void resume(const RecordFile& before, Index ranks);
  void refuseOther(Index step, const std::string& release) const;
  void append(std::initializer_list<RecordLine> lines);
  void append(const std::vector<std::string>& bodies, bool flushed);
  bool holdsOnlyPartOf(const std::string& line) const;

  std::filesystem::path m_path;
  RecordHeader m_header;
  RecordCodes m_codes;
  RecordCode m_seal{};
  Index m_next = 0;      // the next step
  bool m_ended = false;  // the last line is an end
  bool m_flushEachLine = true;
  bool m_flushed = true;
  std::optional<RecordLine> m_resumed;     // where the job resumed, if no line says so yet
  std::map<Index, std::string> m_earlier;  // codes of the releases of steps from m_next on in an earlier job
  int m_descriptor = -1;
};

}  // namespace noiseloom
