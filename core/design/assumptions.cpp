#include "core/design/assumptions.h"

#include <string>
#include <utility>

#include "core/base/check.h"

namespace noiseloom {
namespace {

std::string clippingText(const Scenario& scenario) {
  const std::string norm = shortest(scenario.clipNorm);
  if (scenario.unit == PrivacyUnit::Example) {
    return "Every per-example gradient is clipped to L2 norm " + norm +
           " and the clipped gradients of a step are summed.";
  }
  return "All that one " + std::string(toString(scenario.unit)) +
         " contributes to a step is added up, clipped to L2 "
         "norm " +
         norm + " as a whole, and the clipped contributions of a step are summed.";
}

// What the accounting assumes about who takes part when.
std::string batchingText(const Design& design) {
  const Scenario& scenario = design.scenario;
  const std::string every = "Every " + std::string(toString(scenario.unit));
  const std::string times = "at most " + std::to_string(scenario.effectiveParticipations()) +
                            (scenario.effectiveParticipations() == 1 ? " time" : " times");
  const std::string separation = std::to_string(scenario.effectiveMinSeparation());
  switch (scenario.batching) {
    case Batching::CyclicPoisson: {
      const std::string b = std::to_string(design.bands);
      return every + " belongs to one of " + b +
             " parts of about equal size, chosen once and independently of all others; step i samples from part i "
             "mod " +
             b + ", each member independently with probability " +
             shortest(scenario.samplingProbability(design.bands)) + ". Shuffled batches do not satisfy this.";
    }
    case Batching::BallsInBins: {
      const std::string bins = std::to_string(scenario.stepsPerEpoch());
      return every + " is assigned to one of " + bins +
             " bins uniformly at random, once, independently of all others and in secret; step i uses bin i mod " +
             bins + ", whatever its size. Shuffled batches of a fixed size do not satisfy this.";
    }
    case Batching::FixedEpoch: return every + " takes part " + times + ", exactly every " + separation + " steps.";
    case Batching::MinSeparation: return every + " takes part " + times + ", at least " + separation + " steps apart.";
    case Batching::Single: return every + " takes part at most once.";
  }
  return {};
}

Assumption batchingAssumption(const Design& design) {
  Assumption assumption{"batching", batchingText(design), AssumptionStatus::ToBeEnsured, {}};
  const Pairing pairing = pairingOf(design.scenario, design.bands);
  assumption.status = pairing.status;
  assumption.remedy = pairing.remedy;
  if (!pairing.why.empty()) {
    assumption.text += " The job: " + std::string(displayName(design.scenario.jobBatching)) + "; " + pairing.why + ".";
  }
  return assumption;
}

}  // namespace

std::vector<Assumption> assumptionsOf(const Design& design) {
  using enum AssumptionStatus;
  const Scenario& scenario = design.scenario;
  const std::string unit(toString(scenario.unit));
  std::vector<Assumption> list;
  list.push_back(batchingAssumption(design));
  list.push_back({"clipping", clippingText(scenario), ToBeEnsured, "clip before summing"});
  list.push_back({"noise",
                  "Step i adds row i of C^-1 Z to that sum, where Z has independent Gaussian entries of standard "
                  "deviation " +
                      shortest(design.stddev) +
                      " from a cryptographically secure generator, drawn once and never revealed.",
                  ToBeEnsured, "make the noise from the strategy file, with one secret key for this run alone"});
  list.push_back({"steps", "Training stops after at most " + std::to_string(scenario.iterations) + " steps.",
                  ToBeEnsured, "design anew for longer training"});
  if (scenario.isAmplified()) {
    list.push_back({"settings",
                    "The " +
                        std::string(scenario.batching == Batching::CyclicPoisson ? "sampling probability" : "bins") +
                        ", the strategy and the other settings do not depend on the data, the exact number of " + unit +
                        "s included.",
                    ToBeEnsured, "fix them from public knowledge, such as a rounded size of the data set"});
  } else {
    list.push_back({"independence",
                    "Whether one " + unit +
                        " is there moves no other to another step, and the settings do not depend on "
                        "the data.",
                    ToBeEnsured, "leave a gap where one is missing instead of filling the batch with the next"});
  }
  if (scenario.batching == Batching::CyclicPoisson) {
    list.push_back({"bands",
                    "The strategy has " + std::to_string(design.bands) + (design.bands == 1 ? " band" : " bands") +
                        ", at most n/k = " + std::to_string(scenario.iterations / scenario.epochs) + ".",
                    Satisfied,
                    {}});
  }
  if (scenario.batching == Batching::BallsInBins) {
    list.push_back({"non-negative", "No entry of the strategy matrix is negative.", Satisfied, {}});
  }
  list.push_back({"real-numbers",
                  "The noise is that of real numbers: the finite precision of " +
                      std::string(toString(scenario.deployment.numberType)) + " arithmetic is not part of the claim.",
                  ToBeEnsured, "judge the precision of the job's arithmetic on its own"});
  return list;
}

}  // namespace noiseloom
