#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// An option of the command `design`, without its dashes, and its value, unquoted.
struct DesignOption {
  std::string_view name;
  std::string value;
};

/// How the passes over the data are stated.
enum class EpochsOption {
  AsTyped,  ///< as a person would: none where nobody takes part twice, the batch size where they are not whole
  AsTheyAre
};

/// The options that make up a scenario, in the order of the table of fields: the four that every scenario needs, and
/// those of the others that differ from their defaults and mean something beside its other choices. Learning rates are
/// named by the schedule that makes them; others are those of a file kRatesFile (copied_command.h), and an imported
/// strategy is named by its file.
std::vector<DesignOption> designOptions(const Scenario& scenario, EpochsOption epochs);

}  // namespace noiseloom
