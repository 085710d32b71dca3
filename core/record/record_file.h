#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/noise/number_type.h"
#include "core/record/record_codes.h"

namespace noiseloom {

/// What clipped gradients become before noise is added: their sum, or that divided by a public number.
enum class Reduction { Sum, Mean };
std::string_view toString(Reduction reduction);
std::optional<Reduction> reductionFromName(std::string_view name);

constexpr Index kRecordVersion = 2;  // that is written

/// The first line of a record: what does not change during a run.
struct RecordHeader {
  Index version = kRecordVersion;  ///< of the format; 1: without ranks, figures of each step, and an end
  std::string strategySha256;      ///< of the strategy file
  Index iterations = 1;            ///< n of the design
  Index datasetSize = 1;           ///< N
  Index shardBegin = 0;            ///< coordinates of the model whose noise this job adds: from, and up to
  Index shardEnd = 1;
  NumberType numberType = NumberType::Float32;
  Reduction reduction = Reduction::Sum;
  double divisor = 1;     ///< by which sums are divided: 1 for sums
  double noiseScale = 1;  ///< by which the generator's noise is multiplied before it is added: 1 / divisor is right
  double clipNorm = 1;
  double stddev = 1;  ///< of the generator's noise
  Index ranks = 1;    ///< processes among which each batch is shared out; 0 where the record does not say

  bool operator==(const RecordHeader&) const = default;
};

/// What a step's gradients were clipped at, and what their sum was divided by.
struct StepFigures {
  double clipNorm = 1;
  double divisor = 1;

  bool operator==(const StepFigures&) const = default;
};

/// A line of a record after the first.
struct RecordLine {
  enum class Kind {
    Step,    ///< that was done
    Resume,  ///< the job went on, or began anew, at `step`
    End,     ///< the run is over, after so many steps
  };
  Kind kind = Kind::Step;
  Index step = 0;
  std::string batch = {};                   ///< codes of a step, 64 hexadecimal digits each
  std::string noise = {};                   ///<
  std::string release = {};                 ///< empty where the job recorded none
  std::optional<StepFigures> figures = {};  ///< of a step; not in version 1
};

/// A record as it stands in its file. `bodies` and `seals` are of all lines, the first one too.
struct RecordFile {
  RecordHeader header;
  std::string run;
  std::vector<RecordLine> lines;
  std::vector<std::string> bodies;
  std::vector<std::string> seals;
  bool cutOff = false;  ///< the last line has no end: the job was killed as it wrote it; it is left out
};

/// Strict: throws IoError, and FormatError naming the line and what is wrong there; at most 1 GiB.
RecordFile readRecordFile(const std::filesystem::path& path);

std::string bodyOf(const RecordHeader& header, const RecordCode& run);
std::string bodyOf(const RecordLine& line);

}  // namespace noiseloom
