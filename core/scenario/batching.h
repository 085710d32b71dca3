#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/accounting/calibration/calibration.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/run_control.h"
#include "core/base/text.h"
#include "core/monte_carlo/certificate.h"
#include "core/participation/participation.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

struct Scenario;
enum class Field;

/// How a training job forms its batches, which need not be what the accounting assumes. There is one object of each
/// (core/batching/jobs.cpp), so that addresses compare.
struct JobBatching {
  std::string_view id;                     ///< in files and on the command line: "shuffled-once"
  Phrase name;                             ///< for people
  Phrase summary = {};                     ///< what it is, in a line
  Phrase shortName = {};                   ///< where there is no room for the name
  bool samples = false;                    ///< an example may take part any number of times, at any distance
  bool repeats = false;                    ///< every example returns after exactly one pass over the data
  const JobBatching* inOnePass = nullptr;  ///< what it is where there is one pass over the data only; nullptr: itself
  Index version = 1;                       ///< the first version of files that has it
};

/// How an assumption of a privacy claim stands.
enum class AssumptionStatus {
  Satisfied,    ///< follows from the design itself, or from how the job is said to form its batches
  ToBeEnsured,  ///< for the training job to see to
  Violated      ///< does not hold for the job as described: the claim is then not made
};
std::string_view toString(AssumptionStatus status);
std::optional<AssumptionStatus> assumptionStatusFromName(std::string_view name);

/// Something that must be true for a claim to hold.
struct Assumption {
  std::string name;  ///< "clipping", "noise", "steps", "batching", "independence", "bands", ...: unique in a claim
  Text text;
  AssumptionStatus status = AssumptionStatus::ToBeEnsured;
  Text remedy = {};  ///< what to do about it; empty where nothing is to be done
};

/// What it rests on that an accounting covers the batches of a job (docs/formats.md has the table).
enum class CoverageReason {
  None,        ///< it does not cover them
  Proof,       ///< they are formed as the proof of the accounting has them, under this name or another
  Containment  ///< every way in which an example may take part is one that is accounted, or the accounting tells more
};

/// Whether the accounting covers the batches that a job forms.
struct JobCoverage {
  AssumptionStatus status = AssumptionStatus::ToBeEnsured;
  Text why = {};     ///< a sentence; empty where the job forms its batches as accounted
  Text remedy = {};  ///< what to do where the accounting does not cover the job, or where something is to be ensured
  CoverageReason reason = CoverageReason::None;
};

/// What files and people are told of the sampling; absent where it means nothing.
struct Sampling {
  std::optional<double> probability = {};  ///< q
  std::optional<Index> compositions = {};  ///< T
  std::optional<Index> bins = {};
};

/// The accounting of one strategy in one scenario (math: section 10). All noise multipliers are for sensitivity 1.
class Accounting {
 public:
  Accounting() = default;
  Accounting(const Accounting&) = delete;
  Accounting& operator=(const Accounting&) = delete;
  virtual ~Accounting() = default;

  /// Smallest certified noise multiplier; `certificate` is there where the batching is ofStrategy, of the noise itself.
  struct Calibrated {
    Certified noiseMultiplier;
    std::optional<SampledCertificate> certificate;
  };
  virtual Calibrated calibrate(const RunControl& control) const = 0;
  /// The same by what needs no draws and is safe whatever they would say: what a certificate is that was stopped.
  virtual Calibrated withoutDraws(const RunControl& control) const { return calibrate(control); }
  /// The same without a certificate, in a fraction of a millisecond (about 1e-7 off) or, where it depends on the whole
  /// strategy (Batching::ofStrategy), in milliseconds (about a percent): for curves and searches.
  virtual double approximate(const RunControl& control) const = 0;
  /// Certified delta at another epsilon for a noise multiplier: the privacy profile. Its error bound is 1 where nobody
  /// knows it.
  virtual Certified certifiedDelta(double noiseMultiplier, double epsilon, const RunControl& control) const = 0;
  double deltaAt(double noiseMultiplier, double epsilon, const RunControl& control) const {
    return certifiedDelta(noiseMultiplier, epsilon, control).value;
  }
};

/// The figures that say how a noise multiplier was certified.
struct Accounted {
  const Scenario& scenario;
  Index bands;
  const Sensitivity& sensitivity;
  const Certified& noiseMultiplier;
  const std::optional<SampledCertificate>& certificate;
};

/// Which mechanism was analysed, how, and with which numbers; those that mean nothing for the method are absent.
struct Accountant {
  std::string name;       ///< "pld", "analytic-gaussian", "balls-in-bins", ..
  Phrase shortName = {};  ///< for people; not in files
  Text method;            ///< a sentence
  /// What took the place of the batching's own accounting, and why: a clause, which stands in `method` too; empty where
  /// nothing did. Not in files.
  Text instead = {};
  double sensitivity = 0;  ///< L2, in units of the clip norm
  BoundKind sensitivityKind = BoundKind::Exact;
  double noiseMultiplier = 0;     ///< sigma for sensitivity 1
  double errorBound = 0;          ///< by how much sigma may be larger than needed, relative; an estimate
  double failureProbability = 0;  ///< that sigma is too small all the same; 0 where nothing is sampled
  Sampling sampling = {};
  std::optional<double> tau = {};  ///< how a Monte Carlo certificate was made
  std::optional<Index> samples = {};
};

/// The accounting and its words without amplification.
std::unique_ptr<Accounting> gaussianAccounting(const Scenario& scenario, const Strategy& strategy,
                                               const Sensitivity& sensitivity, const RunControl& control);
Accountant gaussianAccountant(const Accounted& figures);

/// What decides how large batches get: `batches` different ones, in each of which an example is with this probability,
/// independently of the others, `examples` being those of the larger data set that may be there.
struct BatchLaw {
  Index batches = 1;
  Index examples = 1;
  double probability = 1;
};

/// A batching: what the accounting assumes about who takes part when, and all that the rest of the program knows of it
/// (math: section 10). There is one object of each (core/batching, a file each; list.h has them all), so that addresses
/// compare.
struct Batching {
  /// That every formula handles in doubles without losing a unit.
  static constexpr Index kMostIterations = 1'000'000'000'000;

  std::string_view id;    ///< in files and on the command line: "cyclic-poisson"
  Phrase name;            ///< for people
  Phrase summary = {};    ///< what it is, in a line
  Phrase shortName = {};  ///< where there is no room for the name
  Index version = 1;      ///< the first version of files that has it

  bool amplified = false;   ///< the accounting credits randomness of the batches
  bool banded = false;      ///< runs strategies of at most n/k bands only; more bands leave less amplification
  bool ofStrategy = false;  ///< the noise multiplier depends on the whole strategy, not on its sensitivity and bands
                            ///< alone: known to a percent until a certificate, of seconds, is there
  bool poisson = false;     ///< its noise is that of so many compositions of subsampled Gaussians as its sampling says
  bool binned = false;      ///< balls-in-bins: some mechanisms are optimised together with its noise
  bool once = false;        ///< no example takes part twice, whatever the epochs
  bool replaceOne = true;   ///< knows replace-one adjacency
  bool capInPair = false;   ///< its accounting knows what cutting a batch does; elsewhere that a batch would have to be
                            ///< cut at all is paid for with a part of delta
  std::span<const Field> settings = {};   ///< the fields that mean something to it
  const Batching* unamplified = nullptr;  ///< of every batching with ofStrategy: withoutAmplification()
  Index mostIterations = kMostIterations;
  Index mostStepsPerEpoch = kNoLimit;
  double leastDelta = 0;

  /// What else of the scenario stands in its way; nullptr: nothing.
  std::optional<InvalidArgument> (*problem)(const Scenario&) = nullptr;
  /// The largest number of bands that it runs, of those up to `most` >= 1; nullptr: all are run.
  Index (*bandsAtMost)(const Scenario&, Index most) = nullptr;
  /// Of its batches, for a data set size that is known; nullptr: it knows no largest batch.
  BatchLaw (*batchLaw)(const Scenario&, Index bands) = nullptr;

  /// Under which the sensitivity counts.
  Participation (*participation)(const Scenario&) = nullptr;
  /// s: steps between two participations; nullptr: ceil(n / k).
  Index (*separation)(const Scenario&) = nullptr;
  /// nullptr: nothing is sampled.
  Sampling (*sampling)(const Scenario&, Index bands) = nullptr;
  /// Refuses a negative entry where its proof knows none. When stopped there, noise is not amplified.
  std::unique_ptr<Accounting> (*accounting)(const Scenario&, const Strategy&, const Sensitivity&,
                                            const RunControl&) = gaussianAccounting;
  Accountant (*accountant)(const Accounted&) = gaussianAccountant;
  /// What takes the place of its own accounting for that many bands, and why, where that is known before any number is:
  /// a clause, or empty; nullptr: nothing is known.
  Text (*standIn)(const Scenario&, Index bands) = nullptr;

  /// What it assumes of who takes part when: a sentence of every member ("Every user", ...).
  Text (*assumes)(const Scenario&, Index bands, Phrase everyMember) = nullptr;
  /// What it needs of the strategy, satisfied by every design; nullptr: nothing.
  Assumption (*needs)(const Scenario&, Index bands) = nullptr;
  /// "%1" is a member: that sampling and settings do not depend on the data; empty: that presence moves nobody.
  Phrase independence = {};
  /// Whether it covers a job, which is not jobs::asAccounted, by what its name says. A largest batch of the scenario is
  /// one that the job cuts at.
  JobCoverage (*covers)(const Scenario&, const JobBatching&, Index bands) = nullptr;

  bool uses(Field field) const;
};

/// Every batching and every job's, in the order in which they are offered.
std::span<const Batching* const> allBatchings();
std::span<const JobBatching* const> allJobBatchings();
/// What a scenario has that says nothing else.
const Batching& standardBatching();
const JobBatching& standardJobBatching();
/// nullopt for a name that is none.
std::optional<const Batching*> batchingFromName(std::string_view id);
std::optional<const JobBatching*> jobBatchingFromName(std::string_view id);
inline std::string_view toString(const Batching* batching) {
  return batching->id;
}
inline std::string_view toString(const JobBatching* batching) {
  return batching->id;
}

/// The probability that a batch of the other examples reaches scenario.largestBatch at all, which is the part of delta
/// that a cap costs where it is not in the pair (Batching::capInPair); 0 without a cap. math: section 10.5.
double capReached(const Scenario& scenario, Index bands);
/// scenario.delta less what the cap costs.
double deltaBesideCap(const Scenario& scenario, Index bands);
/// The least largest batch that costs 1 % of delta, for a scenario with a data set size whose batching knows a largest
/// batch; nullopt else.
std::optional<Index> proposedLargestBatch(const Scenario& scenario, Index bands);
/// The same before bands are chosen: of one band, whose batches vary most.
std::optional<Index> proposedLargestBatch(const Scenario& scenario);

/// The sampling of the scenario's batching.
Sampling samplingOf(const Scenario& scenario, Index bands);
/// The accounting of the scenario's batching, `sensitivity` being that of the strategy under scenario.participation().
std::unique_ptr<Accounting> accountingOf(const Scenario& scenario, const Strategy& strategy,
                                         const Sensitivity& sensitivity, const RunControl& control = {});
/// Batching::standIn of the scenario's batching: for curves, which have no certificates. Accountant::instead says more.
Text standInOf(const Scenario& scenario, Index bands);
/// The scenario as strategies are solved for it where its own batching would take seconds.
Scenario withoutAmplification(Scenario scenario);
/// Judges scenario.jobBatching against scenario.batching for a strategy of `bands` bands, whatever adjacency and unit.
/// - An amplified accounting covers one way of forming batches only: shuffling is no sampling.
/// - An unamplified one counts participations: it covers every job that cannot exceed the count nor come closer, and no
///   job that samples, where participations have no limit.
JobCoverage coverageOf(const Scenario& scenario, Index bands);

}  // namespace noiseloom
