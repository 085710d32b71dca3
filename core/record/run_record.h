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

/// What a training job did, as it does it: a file that only grows, its owner's alone (0600), a JSON line a step
/// (docs/formats.md), on the disk when the step's call returns. It holds keyed codes of batches and noise, never these:
/// their sizes and plain hashes would let anyone test a guess.
class RunRecord {
 public:
  /// Begins a record at step `from`, or goes on with one, in its version: that is then a line of its own, which is
  /// written with the one that follows it, and a line that a killed job left unfinished goes, the first one too. Throws
  /// IoError where it cannot be written, is another writer's or readable by others, and FormatError where the file is
  /// no record, or one of another key or with another header.
  RunRecord(const std::filesystem::path& path, const RecordHeader& header, const SecretKey& runKey, Index from = 0);
  RunRecord(const RunRecord&) = delete;
  RunRecord& operator=(const RunRecord&) = delete;
  ~RunRecord();

  /// A step that was done: all its examples (on every machine the same), in increasing order, and the noise of this
  /// shard as the generator made it, before it is scaled. `release`: the noisy sum or the parameters after the step, by
  /// which a step that is repeated is told from one that is done twice: where the record knows what the step released
  /// before and that was something else, InvalidArgument is thrown and nothing written. `figures`: what the step was
  /// clipped at and divided by, the header's unless told. After the design's last step the record ends. Throws IoError
  /// where the line cannot be written; the record then ends as it did before, and the same step may be added again.
  void add(Index step, std::span<const Index> batch, std::span<const float> noise,
           std::optional<std::span<const std::byte>> release = {}, std::optional<StepFigures> figures = {});
  void add(Index step, std::span<const Index> batch, std::span<const double> noise,
           std::optional<std::span<const std::byte>> release = {}, std::optional<StepFigures> figures = {});

  /// Refuses as add() does what the record knows with another release: before anything is made of that.
  void checkRelease(Index step, std::span<const std::byte> release) const;

  /// Of the file: 1 in one that an earlier program began.
  Index version() const { return m_header.version; }

  /// The run is over before the design's last step: says after how many, by which verify knows a whole record from one
  /// whose end was cut off.
  void finish();

 private:
  void addBytes(Index step, std::span<const Index> batch, std::span<const std::byte> noise, NumberType type,
                std::size_t count, std::optional<std::span<const std::byte>> release,
                std::optional<StepFigures> figures);
  void resume(const RecordFile& before);
  void refuseOther(Index step, const std::string& release) const;
  void append(std::initializer_list<RecordLine> lines);
  void append(const std::vector<std::string>& bodies);
  bool holdsOnlyPartOf(const std::string& line) const;

  std::filesystem::path m_path;
  RecordHeader m_header;
  RecordCodes m_codes;
  RecordCode m_seal{};
  Index m_next = 0;                        // the step that comes next
  bool m_ended = false;                    // by its last line
  std::optional<Index> m_resumed;          // where the job went on, which no line says yet
  std::map<Index, std::string> m_earlier;  // codes of what steps from m_next on released in an earlier job
  int m_descriptor = -1;
};

}  // namespace noiseloom
