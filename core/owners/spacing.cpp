#include "core/owners/spacing.h"

#include <algorithm>
#include <string>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

// The record of one owner on the way through the steps.
struct Seen {
  Index step = -1;  // the last one with an example
  Index steps = 0;
  Index examples = 0;  // in that step
};

void checkSchedule(const OwnerTable& table, const Schedule& schedule) {
  const auto& offsets = schedule.offsets;
  if (offsets.size() < 2 || offsets.front() != 0 || offsets.back() != std::ssize(schedule.indices) ||
      !std::ranges::is_sorted(offsets)) {
    throw InvalidArgument("schedule", std::to_string(offsets.size()) + " offsets",
                          "one step at least, and offsets that rise from 0 to the " +
                              std::to_string(schedule.indices.size()) + " examples");
  }
  for (const Index example : schedule.indices) {
    if (example < 0 || example >= table.examples()) {
      throw InvalidArgument("schedule", "example " + std::to_string(example),
                            "the examples of the table, 0 to " + std::to_string(table.examples() - 1));
    }
  }
}

}  // namespace

Spacing spacingOf(const OwnerTable& table, const Schedule& schedule) {
  checkSchedule(table, schedule);
  std::vector<Seen> all(static_cast<std::size_t>(table.owners()));
  Spacing spacing{.separation = schedule.iterations()};
  for (Index step = 0; step < schedule.iterations(); ++step) {
    for (const Index example : schedule.batch(step)) {
      for (const std::uint32_t owner : table.of(example)) {
        Seen& seen = all[owner];
        if (seen.step != step) {
          if (seen.step >= 0) spacing.separation = std::min(spacing.separation, step - seen.step);
          seen = {step, seen.steps + 1, 0};
        }
        spacing.participations = std::max(spacing.participations, seen.steps);
        spacing.perStep = std::max(spacing.perStep, ++seen.examples);
      }
    }
  }
  return spacing;
}

}  // namespace noiseloom
