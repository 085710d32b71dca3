#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/base/names.h"
#include "core/base/secret_key.h"
#include "core/noise/number_type.h"

namespace noiseloom {

/// 32 bytes that nobody without the key can make, or use to test a guess.
using RecordCode = std::array<std::uint8_t, 32>;
/// 64 lower-case hexadecimal digits.
std::string hexOf(const RecordCode& code);

/// The codes of a record: BLAKE2b of 32 bytes, keyed with the record's sub-key of the run's key, over eight bytes
/// "NoiseRec", a byte for the kind of content (0 to 4 below), the step (64 bits, little-endian; 0 if there is none) and
/// the content. Neither a batch nor its size can be guessed from them, nor whether two steps took the same.
class RecordCodes {
 public:
  explicit RecordCodes(const SecretKey& runKey) : m_key(runKey.subKey(KeyUse::Record)) {}

  /// 0: no content, so that the code depends on the key alone.
  RecordCode run() const;
  /// 1: the number of the examples and their indices, in increasing order, 64 bits each.
  RecordCode batch(Index step, std::span<const Index> examples) const;
  /// 2: begin and end of the shard and bytes of a number, 64 bits each, then the numbers as they lie in memory.
  RecordCode noise(Index step, Index begin, Index end, std::span<const std::byte> noise, NumberType type) const;
  /// 3: the release: the noisy sum, or the parameters after the step.
  RecordCode release(Index step, std::span<const std::byte> bytes) const;
  /// 4: the seal of the previous line (zeros for the first) and a line without its own seal.
  RecordCode seal(const RecordCode& before, std::string_view line) const;

 private:
  SecretKey m_key;
};

/// How a job reduces clipped gradients before it adds noise: to their sum, or to that divided by a public number.
enum class Reduction { Sum, Mean };
template <>
inline constexpr std::array<std::string_view, 2> kNamesOf<Reduction>{"sum", "mean"};

constexpr Index kRecordVersion = 2;  // the version that is written

/// The first line of a record: the properties that do not change during a run, and how many processes began it.
struct RecordHeader {
  Index version = kRecordVersion;  ///< of the format; 1: without ranks, figures of each step, and an end
  std::string strategySha256;      ///< of the strategy file
  Index iterations = 1;            ///< n of the design
  Index datasetSize = 1;           ///< N
  Index shardBegin = 0;            ///< coordinates of the model whose noise this job adds: begin and end
  Index shardEnd = 1;
  NumberType numberType = NumberType::Float32;
  Reduction reduction = Reduction::Sum;
  double divisor = 1;     ///< by which sums are divided: 1 for sums
  double noiseScale = 1;  ///< factor of the generator's noise before it is added: 1 / divisor is right
  double clipNorm = 1;
  double stddev = 1;  ///< of the generator's noise
  Index ranks = 1;    ///< processes that share each batch, until a resume says others; 0 if the record does not say

  bool operator==(const RecordHeader&) const = default;
};

/// The clip norm of a step's gradients, and the divisor of their sum.
struct StepFigures {
  double clipNorm = 1;
  double divisor = 1;

  bool operator==(const StepFigures&) const = default;
};

/// A line of a record after the first.
struct RecordLine {
  enum class Kind {
    Step,    ///< a completed step
    Resume,  ///< the job continued, or began anew, at `step`
    End,     ///< the run ended after this many steps
  };
  Kind kind = Kind::Step;
  Index step = 0;
  std::string batch = {};                   ///< codes of a step, 64 hexadecimal digits each
  std::string noise = {};                   ///< of the noise, likewise
  std::string release = {};                 ///< empty if the job recorded none
  std::optional<StepFigures> figures = {};  ///< of a step; not in version 1
  Index ranks = 0;                          ///< of a resume: RecordHeader::ranks from then on, if they are others
};

/// A record as in its file: `bodies` are all lines without their seals, `seals` are these, in hexadecimal digits.
struct RecordFile {
  RecordHeader header;
  std::string run;  ///< RecordCodes::run() in hexadecimal digits
  std::vector<RecordLine> lines;
  std::vector<std::string> bodies;
  std::vector<std::string> seals;
  bool cutOff = false;  ///< the last line is incomplete, as the job was killed while writing it; it is left out
};

/// Reads strictly: throws IoError, and FormatError naming the line and the fault; at most 1 GiB.
RecordFile readRecordFile(const std::filesystem::path& path);

std::string bodyOf(const RecordHeader& header, const RecordCode& run);  ///< a line without its seal, as JSON
std::string bodyOf(const RecordLine& line);

}  // namespace noiseloom
