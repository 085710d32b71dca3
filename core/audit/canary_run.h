#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// The releases of a run with canaries, at the canaries' coordinates (docs/formats.md). A canary is an example whose
/// gradient lies along a coordinate of its own, longer than the clip norm, if a fair coin says so, and is zero
/// otherwise.
struct CanaryRun {
  static constexpr Index kLeastCanaries = 20;

  std::string strategySha256 = {};
  Index datasetSize = 1;
  double clipNorm = 1;
  Index steps = 1;                             ///< that were taken, from the first one on
  std::vector<Index> examples = {};            ///< of the canaries, rising
  std::vector<bool> present = {};              ///< their coins; some are true and some false
  std::vector<std::vector<Index>> taken = {};  ///< the steps of each, rising, whether it is present or not
  std::vector<double> sums = {};               ///< steps x canaries, row-major: the noisy sums along their coordinates

  Index count() const { return std::ssize(examples); }
};

/// Reads strictly: throws IoError, and FormatError naming the array and the fault.
CanaryRun readCanaryRun(const std::filesystem::path& path);

}  // namespace noiseloom
