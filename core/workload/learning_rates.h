#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/base/names.h"

namespace noiseloom {

/// Limit on the number of rates.
inline constexpr Index kMostRates = Index{1} << 27;

enum class ScheduleKind {
  Constant,  ///< 1 in every step
  Linear,    ///< rises linearly over the warm-up, falls linearly over the cool-down
  Cosine,    ///< the same warm-up, then half a period of a cosine down to the least rate at the end
  File       ///< read from a file
};
template <>
inline constexpr std::array<std::string_view, 4> kNamesOf<ScheduleKind>{"constant", "linear", "cosine", "file"};

/// The recipe of learning rates, so that they can be made again for another number of iterations.
struct LearningRateSchedule {
  ScheduleKind kind = ScheduleKind::Constant;
  double warmup = 0;      ///< fraction of the steps; Linear and Cosine
  double cooldown = 0;    ///< fraction of the steps; Linear
  std::string file = {};  ///< for File: its name, for display; the rates themselves are stored

  bool operator==(const LearningRateSchedule&) const = default;
  /// True if the rates follow from the schedule and the number of iterations alone.
  bool isFormula() const { return kind == ScheduleKind::Linear || kind == ScheduleKind::Cosine; }
};

/// Rates from 0.05 to 1 for `count` steps (amplified-bandmf, appendix I, has a linear schedule of 15 % and 25 %): over
/// the first fraction `warmup` of the steps they rise linearly from 0.05. Linear: over the last fraction `cooldown`
/// they fall to 0.05, which the last step reaches. Cosine: after the warm-up they follow a cosine from 1 to 0.05.
/// Fractions from 0 (none) to 1, together at most 1; count at most 2^27; Constant gives ones. Throws InvalidArgument,
/// also for File, whose rates cannot be computed.
std::vector<double> learningRates(const LearningRateSchedule& schedule, Index count);

}  // namespace noiseloom
