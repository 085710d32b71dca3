#pragma once

#include <filesystem>
#include <map>

#include "core/noise/cost_model.h"

namespace noiseloom {

/// More relative spread than this says that the machine was busy: such a figure is not kept.
inline constexpr double kMostKeptSpread = 0.25;

/// Where programs of this person keep what they may measure again: "noiseloom" in XDG_CACHE_HOME, or in ~/.cache. Empty
/// where the environment names neither.
std::filesystem::path cacheFolder();

/// The costs of noise, kept in a file (docs/formats.md), so that it is measured once a machine and every program says
/// the same. For a program's main function: it learns what the file says of this processor and version, and writes when
/// it goes out of scope what has come. A file that is missing, damaged or of another machine counts for nothing; one
/// that cannot be written is left.
class KeptNoiseCosts {
 public:
  explicit KeptNoiseCosts(std::filesystem::path folder = cacheFolder());
  KeptNoiseCosts(const KeptNoiseCosts&) = delete;
  KeptNoiseCosts& operator=(const KeptNoiseCosts&) = delete;
  ~KeptNoiseCosts();

 private:
  std::filesystem::path m_file;  // empty: nothing is kept
  std::map<NoiseKernel, NoiseCost> m_kept;
};

/// The file's text for a processor of that name, and what it holds; throws FormatError.
std::string noiseCostsText(const std::map<NoiseKernel, NoiseCost>& costs, const std::string& processor);
/// Nothing where it is of another processor or version.
std::map<NoiseKernel, NoiseCost> parseNoiseCosts(std::string_view text, const std::filesystem::path& path,
                                                 const std::string& processor);

}  // namespace noiseloom
