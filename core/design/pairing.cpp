#include "core/design/pairing.h"

#include <array>
#include <utility>

namespace noiseloom {
namespace {

constexpr std::array<std::pair<AssumptionStatus, std::string_view>, 3> kStatuses{
    {{AssumptionStatus::Satisfied, "satisfied"},
     {AssumptionStatus::ToBeEnsured, "to-be-ensured"},
     {AssumptionStatus::Violated, "violated"}}};

const char* const kUnlimited =
    "an example that is sampled may take part any number of times, at any distance: the participations that the "
    "accounting counts are no limit";
const char* const kSampleInstead = "account for it as cyclic-poisson and sample like that, or use a fixed order";

Pairing violated(std::string why, std::string remedy) {
  return {AssumptionStatus::Violated, std::move(why), std::move(remedy)};
}

// Every example returns after exactly one pass over the data.
bool repeatsOneOrder(JobBatching job) {
  return job == JobBatching::FixedOrder || job == JobBatching::ShuffledOnce || job == JobBatching::BallsInBins;
}

bool samples(JobBatching job) {
  return job == JobBatching::Poisson || job == JobBatching::CyclicPoisson || job == JobBatching::FixedSizeSamples ||
         job == JobBatching::TruncatedPoisson;
}

Pairing underCyclicPoisson(JobBatching job, Index bands) {
  const std::string remedy =
      "form batches by cyclic Poisson sampling, or account without amplification (fixed-epoch or min-sep batching)";
  switch (job) {
    case JobBatching::CyclicPoisson: return {AssumptionStatus::Satisfied, "the job samples as accounted", {}};
    case JobBatching::Poisson:
      if (bands == 1) return {AssumptionStatus::Satisfied, "with one band cyclic Poisson is Poisson sampling", {}};
      return violated("an example may be sampled in neighbouring steps, whose noise the bands correlate",
                      "sample from part i mod b of the data at step i, or use one band");
    case JobBatching::TruncatedPoisson:
      return violated(
          "where a batch is cut, whether an example takes part depends on the others, which the accountant does not "
          "model",
          "process batches of any size (in several passes where memory is short)");
    case JobBatching::FixedSizeSamples:
      return violated("samples of a fixed size are another mechanism: examples are not sampled independently", remedy);
    case JobBatching::BallsInBins:
      return violated("balls-in-bins fixes the number of participations: neither bounds the other",
                      "account for it with balls-in-bins batching");
    case JobBatching::FixedOrder:
    case JobBatching::MinSeparation:
      return violated("the job samples nothing, so nothing is amplified: epsilon may be much larger", remedy);
    default: return violated("shuffling is not Poisson sampling: epsilon may be much larger", remedy);
  }
}

Pairing underBallsInBins(JobBatching job) {
  const std::string remedy =
      "assign every example to one of the ceil(n/k) batches independently and uniformly, once; or account for it with "
      "fixed-epoch batching, unamplified";
  switch (job) {
    case JobBatching::BallsInBins: return {AssumptionStatus::Satisfied, "the job forms its batches as accounted", {}};
    case JobBatching::ShuffledOnce:
      return violated(
          "shuffling deals batches of a fixed size, so that examples do not land independently: epsilon may be larger",
          remedy);
    case JobBatching::FixedOrder:
      return violated("the job's order is not random, so nothing is amplified: epsilon may be much larger", remedy);
    case JobBatching::ShuffledEachEpoch:
      return violated(
          "shuffled anew, an example changes its batch: participations may be one step apart at the end of an epoch",
          "repeat the same bins in every epoch; or account for it with min-sep batching of separation 1");
    case JobBatching::MinSeparation:
      return violated("the job assigns no random bins, so nothing is amplified: epsilon may be much larger",
                      "account for it with min-sep batching");
    default: return violated(kUnlimited, "account for it as cyclic-poisson and sample like that, or use bins");
  }
}

Pairing underFixedEpoch(JobBatching job, Index steps) {
  const std::string every = std::to_string(steps) + " steps";
  if (repeatsOneOrder(job)) {
    return {AssumptionStatus::Satisfied, "one order, kept in every epoch, brings an example back every " + every, {}};
  }
  if (samples(job)) return violated(kUnlimited, kSampleInstead);
  if (job == JobBatching::ShuffledEachEpoch) {
    return violated("shuffled anew for every epoch, an example may return after one step instead of " + every,
                    "keep one order for all epochs, or account for it with min-sep batching of separation 1");
  }
  return violated("at least that far apart is not exactly every " + every, "account for it with min-sep batching");
}

Pairing underMinSeparation(JobBatching job, Index separation, Index steps) {
  const std::string s = std::to_string(separation);
  if (job == JobBatching::MinSeparation) {
    return {AssumptionStatus::ToBeEnsured, "the job keeps participations " + s + " steps apart",
            "enforce the waiting time and the number of participations where they are recorded"};
  }
  if (samples(job)) return violated(kUnlimited, kSampleInstead);
  const Index apart = repeatsOneOrder(job) ? steps : 1;
  if (apart >= separation) {
    return {
        AssumptionStatus::Satisfied,
        "the job keeps participations at least " + std::to_string(apart) + (apart == 1 ? " step" : " steps") + " apart",
        {}};
  }
  return violated(
      "an example may return after " + std::to_string(apart) + (apart == 1 ? " step" : " steps") + " instead of " + s,
      "keep one order for all epochs, or a smaller min-separation (at most " + std::to_string(apart) + ")");
}

Pairing underSingle(JobBatching job) {
  if (samples(job)) return violated(kUnlimited, kSampleInstead);
  return {AssumptionStatus::ToBeEnsured, "one pass over the data uses every example once",
          "stop after one pass over the data"};
}

}  // namespace

std::string_view toString(AssumptionStatus status) {
  for (const auto& [known, name] : kStatuses) {
    if (known == status) return name;
  }
  return "unknown";
}

std::optional<AssumptionStatus> assumptionStatusFromName(std::string_view name) {
  for (const auto& [status, known] : kStatuses) {
    if (known == name) return status;
  }
  return std::nullopt;
}

Pairing pairingOf(const Scenario& scenario, Index bands) {
  JobBatching job = scenario.jobBatching;
  if (job == JobBatching::AsAccounted) return {};
  if (job == JobBatching::ShuffledEachEpoch && scenario.epochs == 1) job = JobBatching::ShuffledOnce;
  switch (scenario.batching) {
    case Batching::CyclicPoisson: return underCyclicPoisson(job, bands);
    case Batching::BallsInBins: return underBallsInBins(job);
    case Batching::FixedEpoch:
      if (scenario.epochs > 1 || samples(job)) return underFixedEpoch(job, scenario.stepsPerEpoch());
      return underSingle(job);
    case Batching::MinSeparation:
      return underMinSeparation(job, scenario.effectiveMinSeparation(), scenario.stepsPerEpoch());
    case Batching::Single: return underSingle(job);
  }
  return {};
}

}  // namespace noiseloom
