#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/design/design.h"

namespace noiseloom {

class JsonObject;

/// One machine's slice [begin, end) of the d coordinates.
struct NoiseShard {
  std::string machine;
  Index begin = 0;
  Index end = 0;
  Index bufferBytes = 0;  ///< ring buffer: bufferRows * (end - begin) * bytes of the number type
};

/// How a training job generates the noise of one strategy file (docs/formats.md). Holds no seed and no key.
struct NoisePlan {
  Index version = 3;         ///< 1: the cipher's key is the run's key itself; 2: its sub-key for noise; 3: Radius139
  std::string strategyFile;  ///< file name, relative to the plan
  std::string strategySha256;
  Index iterations = 0;  ///< hard limit of steps
  Index parameters = 0;
  NumberType numberType = NumberType::Float32;
  double stddev = 0;
  Index bufferRows = 0;  ///< Strategy::noiseRows()
  std::string formula;   ///< of the strategy's NoiseRecipe, which also fixes the generator's counter layout
  std::vector<NoiseShard> shards;
  double predictedSecondsPerStep = 0;    ///< of the largest shard, one core, from the measurement below
  double measuredSecondsPerMillion = 0;  ///< measured on this machine: seconds a step a million coordinates
  std::string measurement;               ///< what was measured, in words
  std::string resumeRule;
};

/// By which method the normals of a plan of that version are made.
GaussianMethod gaussianMethodOfPlan(Index version);

/// Equal shards (sizes differ by at most one) of scenario.deployment; measures this machine's generator for the
/// prediction.
NoisePlan makeNoisePlan(const Design& design, const std::string& strategyFileName, const std::string& strategySha256);
void writeNoisePlan(const std::filesystem::path& path, const NoisePlan& plan);
/// Strict: throws IoError, or FormatError naming the field.
NoisePlan readNoisePlan(const std::filesystem::path& path);
/// The same of a text that is parsed already.
NoisePlan readNoisePlan(JsonObject json);

}  // namespace noiseloom
