#include "core/claim/assumptions.h"

#include <optional>
#include <utility>

#include "core/scenario/drawn_job.h"
#include "core/scenario/group_accounting.h"

namespace noiseloom {
namespace {

Text clippingText(const Scenario& scenario) {
  const Phrase phrase = forUnit(
      scenario.contributor(),
      Core::tr("Every per-example gradient is clipped to L2 norm %1 and the clipped gradients of a step are summed."),
      Core::tr("All that one user contributes to a step is added up, clipped to L2 norm %1 as a whole, and the clipped "
               "contributions of a step are summed."),
      Core::tr("All that one device contributes to a step is added up, clipped to L2 norm %1 as a whole, and the "
               "clipped contributions of a step are summed."));
  return {phrase, scenario.clipNorm};
}

Assumption batchingAssumption(const Design& design) {
  const Scenario& scenario = design.scenario;
  const JobCoverage coverage = coverageOf(scenario, design.bands);
  Text text = scenario.batching->assumes(scenario, design.bands, everyMember(scenario.contributor()));
  if (!coverage.why.empty()) text = {Core::tr("%1 The job: %2; %3."), text, scenario.jobBatching->name, coverage.why};
  return {"batching", text, coverage.status, coverage.remedy};
}

Assumption independenceAssumption(const Scenario& scenario) {
  if (!scenario.batching->independence.empty()) {
    return {"settings",
            {scenario.batching->independence, displayName(scenario.contributor())},
            AssumptionStatus::ToBeEnsured,
            Core::tr("fix them from public knowledge, such as a rounded size of the data set")};
  }
  return {"independence",
          forUnit(scenario.contributor(),
                  Core::tr("Whether one example is there moves no other to another step, and the settings do not "
                           "depend on the data."),
                  Core::tr("Whether one user is there moves no other to another step, and the settings do not depend "
                           "on the data."),
                  Core::tr("Whether one device is there moves no other to another step, and the settings do not depend "
                           "on the data.")),
          AssumptionStatus::ToBeEnsured,
          Core::tr("leave a gap where one is missing instead of filling the batch with the next")};
}

// nullopt where N is known, or no matter.
std::optional<Assumption> sizeAssumption(const Scenario& scenario) {
  if (!scenario.datasetSizeAtMost) return std::nullopt;
  const Phrase text =
      scenario.batching->amplified()
          ? forUnit(scenario.contributor(),
                    Core::tr("The data set has from %1 to %2 examples, which may be secret: the steps and the sampling "
                             "are those stated here, whatever their number, and sums are divided by what does not "
                             "depend on it."),
                    Core::tr("The data set has from %1 to %2 users, which may be secret: the steps and the sampling "
                             "are those stated here, whatever their number, and sums are divided by what does not "
                             "depend on it."),
                    Core::tr("The data set has from %1 to %2 devices, which may be secret: the steps and the sampling "
                             "are those stated here, whatever their number, and sums are divided by what does not "
                             "depend on it."))
          : forUnit(scenario.contributor(),
                    Core::tr("The data set has from %1 to %2 examples, missing ones included. Batches are no larger "
                             "for more of them: each then takes part less often, at steps no nearer to each other."),
                    Core::tr("The data set has from %1 to %2 users, missing ones included. Batches are no larger for "
                             "more of them: each then takes part less often, at steps no nearer to each other."),
                    Core::tr("The data set has from %1 to %2 devices, missing ones included. Batches are no larger "
                             "for more of them: each then takes part less often, at steps no nearer to each other."));
  return Assumption{"size",
                    {text, *scenario.datasetSize, *scenario.datasetSizeAtMost},
                    AssumptionStatus::ToBeEnsured,
                    Core::tr("design anew for a wider range")};
}

// The samplers of this project put examples into parts by themselves, whosever they are.
std::optional<Assumption> usersAssumption(const Scenario& scenario, Index bands) {
  if (scenario.contributor() == scenario.unit) return std::nullopt;
  const Index examples = *scenario.examplesPerUser;
  const bool inParts = bands > 1 && examples > 1 && scenario.batching->amplified() && !accountsAsGroup(scenario);
  Assumption made{"users",
                  {inParts ? Core::tr("No user has more than %1 examples, and all of a user's are in one part.")
                           : Core::tr("No user has more than %1 examples."),
                   examples},
                  AssumptionStatus::ToBeEnsured,
                  Core::tr("leave out what a user has beyond that before training, whichever it is")};
  if (inParts && scenario.jobBatching == &drawnJobBatching()) {
    made.status = AssumptionStatus::Violated;
    made.remedy = Core::tr("use one band: noiseloom-cli batches does not know whose examples are whose");
  }
  return made;
}

}  // namespace

Phrase everyMember(PrivacyUnit unit) {
  return forUnit(unit, Core::tr("Every example"), Core::tr("Every user"), Core::tr("Every device"));
}

std::vector<Assumption> assumptionsOf(const Design& design) {
  using enum AssumptionStatus;
  const Scenario& scenario = design.scenario;
  std::vector<Assumption> list;
  list.push_back(batchingAssumption(design));
  list.push_back({"clipping", clippingText(scenario), ToBeEnsured, Core::tr("clip before summing")});
  list.push_back({"noise",
                  {Core::tr("Step i adds row i of C^-1 Z to that sum, where Z has independent Gaussian entries of "
                            "standard deviation %1 from a cryptographically secure generator, drawn once and never "
                            "revealed."),
                   design.stddev},
                  ToBeEnsured,
                  Core::tr("make the noise from the strategy file, with one secret key for this run alone")});
  list.push_back({"steps",
                  {Core::tr("Training stops after at most %1 steps."), scenario.iterations},
                  ToBeEnsured,
                  Core::tr("design anew for longer training")});
  list.push_back(independenceAssumption(scenario));
  if (auto size = sizeAssumption(scenario)) list.push_back(*std::move(size));
  if (auto users = usersAssumption(scenario, design.bands)) list.push_back(*std::move(users));
  if (scenario.batching->needs) list.push_back(scenario.batching->needs(scenario, design.bands));
  list.push_back({"real-numbers",
                  {Core::tr("The noise is that of real numbers: the finite precision of %1 arithmetic is not part of "
                            "the claim."),
                   toString(scenario.deployment.numberType)},
                  ToBeEnsured,
                  Core::tr("judge the precision of the job's arithmetic on its own")});
  return list;
}

}  // namespace noiseloom
