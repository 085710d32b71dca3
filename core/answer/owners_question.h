#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/answer/answer.h"
#include "core/owners/contributions.h"
#include "core/owners/owner_table.h"
#include "core/owners/spaced_batches.h"
#include "core/owners/spacing.h"

namespace noiseloom {

/// The findings about a table of owners.
struct OwnersFound {
  OwnerTable table;
  std::optional<Index> perOwner = {};  ///< G
  OwnerOrder order = OwnerOrder::Random;
  std::uint64_t seed = 0;
  std::vector<Index> kept = {};                ///< rising; all examples where nothing is bounded
  std::optional<SpacedRequest> request = {};   ///< of batches that were formed
  std::optional<Schedule> schedule = {};       ///< those, or those that are checked
  std::optional<Spacing> spacing = {};         ///< what they keep
  std::optional<Index> least = {}, most = {};  ///< of batches that are checked: b and k that they are to keep

  std::vector<Index> dropped() const;
  /// False where checked batches keep less than they are to: b, k, or one example of an owner in a step.
  bool passed() const;
};

/// Sentences that say what is left out, what a claim covers and what it takes for public.
std::vector<std::string> sentencesOf(const OwnersFound& found);
/// The options of `design` for a claim about every owner; empty where none is known to cover what was found.
std::string designOptionsOf(const OwnersFound& found);

/// `owners`: of a table of owners, a subset of the examples in which nobody owns too many, and batches in which nobody
/// comes back too soon.
class OwnersQuestion final : public Question {
 public:
  void declare(const AddOption& add) override;
  /// Ending::No where batches that are checked keep less than they are to.
  Answer answer(const RunControl& control) const override;

  /// In place of a file of owners, or of batches to check.
  void use(OwnerTable table) { m_table = std::move(table); }
  void use(Schedule schedule) { m_schedule = std::move(schedule); }
  /// Sets a function that gets the findings of answer(), unless it was stopped.
  void handOver(std::function<void(const OwnersFound&)> take) { m_take = std::move(take); }

  /// Incomplete when stopped. Throws what core does of files that cannot be read, and InvalidArgument.
  OwnersFound find(const RunControl& control) const;
  /// The answer to what was found.
  Json json(const OwnersFound& found) const;
  /// The files that are read.
  std::vector<FileOption> inputs() const { return {{"file", m_file}, {"check", m_check}}; }

 private:
  std::optional<SpacedRequest> request() const;
  void check(OwnersFound& found) const;

  std::optional<std::string> m_file, m_datasetSize, m_perOwner, m_order, m_seed, m_iterations, m_batchSize,
      m_minSeparation, m_participations, m_epochs, m_check;
  std::optional<OwnerTable> m_table;
  std::optional<Schedule> m_schedule;
  std::function<void(const OwnersFound&)> m_take;
};

}  // namespace noiseloom
