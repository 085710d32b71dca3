#include <algorithm>
#include <charconv>
#include <iterator>

#include "core/batching/list.h"
#include "core/batching/parts/coverage.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

using namespace coverage;

Sampling sampling(const Scenario& scenario, Index bands) {
  return {.probability = std::min(1.0, static_cast<double>(bands) * static_cast<double>(scenario.epochs) /
                                           static_cast<double>(scenario.iterations)),
          .compositions = (scenario.iterations + bands - 1) / bands};
}

std::string twoDigits(double value) {
  char text[32];
  return {text, std::to_chars(text, std::end(text), value, std::chars_format::general, 2).ptr};
}

Accountant accountant(const Accounted& figures) {
  Accountant made;
  made.name = "pld";
  made.shortName = Core::tr("PLD");
  made.sampling = sampling(figures.scenario, figures.bands);
  const Phrase method =
      figures.scenario.adjacency == Adjacency::ReplaceOne
          ? Core::tr(
                "privacy loss distribution of the Poisson-subsampled Gaussian mechanism whose contributions change "
                "sign, sampling probability %1, %2 compositions, the worse of both directions, pessimistic: sigma "
                "is too large by about %3 relative")
          : Core::tr(
                "privacy loss distribution of the Poisson-subsampled Gaussian mechanism, sampling probability %1, "
                "%2 compositions, the worse of both directions, pessimistic: sigma is too large by about %3 "
                "relative");
  made.method = {method, *made.sampling.probability, *made.sampling.compositions,
                 twoDigits(figures.noiseMultiplier.errorBound)};
  return made;
}

Text assumes(const Scenario& scenario, Index bands, Phrase everyMember) {
  return {Core::tr("%1 belongs to one of %2 parts of about equal size, chosen once and independently of all others; "
                   "step i samples from part i mod %3, each member independently with probability %4. Shuffled batches "
                   "do not satisfy this."),
          everyMember, bands, bands, *sampling(scenario, bands).probability};
}

Assumption needs(const Scenario& scenario, Index bands) {
  const Text size = bands == 1 ? Text(Core::tr("1 band")) : Text(Core::tr("%1 bands"), bands);
  return {"bands",
          {Core::tr("The strategy has %1, at most n/k = %2."), size, scenario.iterations / scenario.epochs},
          AssumptionStatus::Satisfied};
}

JobCoverage covers(const Scenario&, const JobBatching& job, Index bands) {
  const Phrase remedy = Core::tr(
      "form batches by cyclic Poisson sampling, or account without amplification (fixed-epoch or min-sep batching)");
  if (&job == &jobs::cyclicPoisson) return satisfied(Core::tr("the job samples as accounted"));
  if (&job == &jobs::poisson) {
    if (bands == 1) return satisfied(Core::tr("with one band cyclic Poisson is Poisson sampling"));
    return violated(Core::tr("an example may be sampled in neighbouring steps, whose noise the bands correlate"),
                    Core::tr("sample from part i mod b of the data at step i, or use one band"));
  }
  if (&job == &jobs::truncatedPoisson) {
    return violated(Core::tr("where a batch is cut, whether an example takes part depends on the others, which the "
                             "accountant does not model"),
                    Core::tr("process batches of any size (in several passes where memory is short)"));
  }
  if (&job == &jobs::fixedSizeSamples) {
    return violated(Core::tr("samples of a fixed size are another mechanism: examples are not sampled independently"),
                    remedy);
  }
  if (&job == &jobs::ballsInBins) {
    return violated(Core::tr("balls-in-bins fixes the number of participations: neither bounds the other"),
                    Core::tr("account for it with balls-in-bins batching"));
  }
  if (&job == &jobs::fixedOrder || &job == &jobs::minSeparation) {
    return violated(Core::tr("the job samples nothing, so nothing is amplified: epsilon may be much larger"), remedy);
  }
  return violated(Core::tr("shuffling is not Poisson sampling: epsilon may be much larger"), remedy);
}

}  // namespace

// Part i mod b of the data is Poisson-sampled at step i (math: section 10.2).
constinit const Batching batchings::cyclicPoisson{
    .id = "cyclic-poisson",
    .name = Core::tr("cyclic Poisson"),
    .amplified = true,
    .banded = true,
    .mostIterations = kMostCompositions,  // with one band, as for the baseline, every iteration is a composition
    .leastDelta = kLeastSubsampledDelta,
    .participation = [](const Scenario&) { return Participation::single(); },  // the accountant composes
    .sampling = sampling,
    .accountant = accountant,
    .assumes = assumes,
    .needs = needs,
    .independence = Core::tr("The sampling probability, the strategy and the other settings do not depend on the data, "
                             "the exact number of %1s included."),
    .covers = covers,
};

}  // namespace noiseloom
