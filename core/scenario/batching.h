#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/accounting/calibration/calibration.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/run_control.h"
#include "core/base/text.h"
#include "core/monte_carlo/certificate.h"
#include "core/participation/participation.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

struct Scenario;
enum class Field;

/// The way in which a training job forms its batches, which may differ from what the accounting assumes. There is one
/// object of each (core/batching/jobs.cpp), so that addresses compare.
struct JobBatching {
  std::string_view id;                     ///< in files and on the command line: "shuffled-once"
  Phrase name;                             ///< for people
  Phrase summary = {};                     ///< in one line
  Phrase shortName = {};                   ///< where there is no room for the name
  bool samples = false;                    ///< an example may take part any number of times, at any distance
  bool repeats = false;                    ///< every example returns after exactly one pass over the data
  const JobBatching* inOnePass = nullptr;  ///< its equivalent for a single pass over the data; nullptr: itself
  Index version = 1;                       ///< the first version of files that has it
};

/// The status of an assumption of a privacy claim.
enum class AssumptionStatus {
  Satisfied,    ///< follows from the design itself, or from how the job is stated to form its batches
  ToBeEnsured,  ///< must be ensured by the training job
  Violated      ///< does not hold for the job as described: the claim is then not made
};
template <>
inline constexpr std::array<std::string_view, 3> kNamesOf<AssumptionStatus>{"satisfied", "to-be-ensured", "violated"};

/// A condition for a claim to hold.
struct Assumption {
  std::string name;  ///< "clipping", "noise", "steps", "batching", "independence", "bands", ...: unique in a claim
  Text text;
  AssumptionStatus status = AssumptionStatus::ToBeEnsured;
  Text remedy = {};  ///< what to do about it; may be empty
};

/// The reason why an accounting covers the batches of a job (docs/formats.md has the table).
enum class CoverageReason {
  None,        ///< it does not cover them
  Proof,       ///< they are formed as in the proof of the accounting, under this name or another
  Containment  ///< every possible participation is accounted for, or the accounting reveals more
};

/// The coverage of a job's batches by an accounting.
struct JobCoverage {
  AssumptionStatus status = AssumptionStatus::ToBeEnsured;
  Text why = {};     ///< a sentence; empty if the job forms its batches as accounted
  Text remedy = {};  ///< what to do if the job is not covered, or to ensure that it is
  CoverageReason reason = CoverageReason::None;
};

/// The sampling as stated in files and to people; absent values do not apply.
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

  /// Smallest certified noise multiplier; `certificate` is set if the batching is ofStrategy, for the noise itself.
  struct Calibrated {
    Certified noiseMultiplier;
    std::optional<SampledCertificate> certificate;
  };
  virtual Calibrated calibrate(const RunControl& control) const = 0;
  /// The same; where draws would have to certify more noise than `most`, that is not done: the result, above `most`, is
  /// then that of withoutDraws().
  virtual Calibrated calibrateUpTo(double most, const RunControl& control) const {
    static_cast<void>(most);
    return calibrate(control);
  }
  /// The result of calibrate() by methods that need no draws and are always safe: used when a certificate is stopped.
  virtual Calibrated withoutDraws(const RunControl& control) const { return calibrate(control); }
  /// An uncertified noise multiplier for curves and searches, in a fraction of a millisecond (about 1e-7 off) or, if it
  /// depends on the whole strategy (Batching::ofStrategy), in milliseconds (about a percent off).
  virtual double approximate(const RunControl& control) const = 0;
  /// One in less time, and hardly ever above the smallest there is: for searches that try first what may be best.
  virtual double optimistic(const RunControl& control) const { return approximate(control); }
  /// One without draws wherever any is known, in a millisecond or two, off by a percent in most cases, and in rare ones
  /// by some ten: for a first picture, which a closer one replaces.
  virtual double atOnce(const RunControl& control) const { return approximate(control); }
  /// Certified delta at another epsilon for a noise multiplier: the privacy profile. Its error bound is 1 if unknown.
  virtual Certified certifiedDelta(double noiseMultiplier, double epsilon, const RunControl& control) const = 0;
  double deltaAt(double noiseMultiplier, double epsilon, const RunControl& control) const {
    return certifiedDelta(noiseMultiplier, epsilon, control).value;
  }
};

/// The figures of the certification of a noise multiplier.
struct Accounted {
  const Scenario& scenario;
  Index bands;
  const Sensitivity& sensitivity;
  const Certified& noiseMultiplier;
  const std::optional<SampledCertificate>& certificate;
};

/// The analysed mechanism, the method, and its numbers; those that do not apply to the method are absent.
struct Accountant {
  std::string name;       ///< "pld", "analytic-gaussian", "balls-in-bins", ..
  Phrase shortName = {};  ///< for people; not in files
  Text method;            ///< a sentence
  /// The stand-in for the batching's own accounting, and why: a clause, also in `method`; may be empty. Not in files.
  Text instead = {};
  double sensitivity = 0;  ///< L2, in units of the clip norm
  BoundKind sensitivityKind = BoundKind::Exact;
  double noiseMultiplier = 0;     ///< sigma for sensitivity 1
  double errorBound = 0;          ///< bound on the relative excess of sigma; an estimate
  double failureProbability = 0;  ///< probability that sigma is too small; 0 without sampling
  Sampling sampling = {};
  std::optional<double> tau = {};  ///< option of a Monte Carlo certificate
  std::optional<Index> samples = {};
};

/// The accounting without amplification, and its description.
std::unique_ptr<Accounting> gaussianAccounting(const Scenario& scenario, const Strategy& strategy,
                                               const Sensitivity& sensitivity, const RunControl& control);
Accountant gaussianAccountant(const Accounted& figures);

/// The distribution of batch sizes: `batches` different ones, each of which contains an example with this probability,
/// independently of the others; `examples` is the number in the larger of two neighbouring data sets.
struct BatchLaw {
  Index batches = 1;
  Index examples = 1;
  double probability = 1;
};

/// How the noise multiplier of a batching is found.
enum class NoiseBy {
  Sensitivity,  ///< one Gaussian mechanism of the strategy's sensitivity: nothing is amplified
  /// The compositions of subsampled Gaussians that the sampling states. A largest batch is accounted for in the
  /// compared pair of distributions; for the others a part of delta pays for the event that a batch has to be cut.
  Composition,
  Scheme,   ///< the certified grid of a LossScheme
  Bins,     ///< draws from the mixture over random bins; some mechanisms are optimised together with this noise
  Patterns  ///< draws from the mixture over patterns of participations
};

/// A batching: the accounting's assumptions about who takes part when, and all that the rest of the program knows of it
/// (math: section 10). There is one object of each (core/batching, one file each; list.h has them all), so that
/// addresses compare.
struct Batching {
  /// All formulas handle it in doubles without losing a unit.
  static constexpr Index kMostIterations = 1'000'000'000'000;

  std::string_view id;    ///< in files and on the command line: "cyclic-poisson"
  Phrase name;            ///< for people
  Phrase summary = {};    ///< in one line
  Phrase shortName = {};  ///< where there is no room for the name
  Index version = 1;      ///< the first version of files that has it

  NoiseBy noiseBy = NoiseBy::Sensitivity;
  bool banded = false;     ///< runs only strategies of at most n/k bands; more bands leave less amplification
  bool once = false;       ///< no example takes part twice, whatever the epochs
  bool replaceOne = true;  ///< supports replace-one adjacency
  /// What it accounts for a number of examples does not bound a larger one with the same steps and batches.
  bool ofKnownSize = false;
  bool ofSizeAlone = false;  ///< it accounts for a share of the examples, which is another one of fewer examples
  std::span<const Field> settings = {};  ///< the fields that apply to it
  const Batching* solvedAs = nullptr;    ///< set for every batching with ofStrategy: asSolved()
  Index mostIterations = kMostIterations;
  Index mostStepsPerEpoch = kNoLimit;
  double leastDelta = 0;

  /// Another obstacle in the scenario; nullptr: none.
  std::optional<InvalidArgument> (*problem)(const Scenario&) = nullptr;
  /// The largest number of bands that it runs, up to `most` >= 1; nullptr: all are run.
  Index (*bandsAtMost)(const Scenario&, Index most) = nullptr;
  /// The law of its batches, for a known data set size; nullptr: it does not support a largest batch.
  BatchLaw (*batchLaw)(const Scenario&, Index bands) = nullptr;

  /// The schema for the sensitivity. Once, where nobody takes part twice, or the accounting composes steps.
  Participation (*participation)(const Scenario&) = [](const Scenario&) { return Participation::single(); };
  /// s: steps between two participations; nullptr: ceil(n / k).
  Index (*separation)(const Scenario&) = nullptr;
  /// nullptr: nothing is sampled.
  Sampling (*sampling)(const Scenario&, Index bands) = nullptr;
  /// Refuses a negative entry if its proof does not allow one. If stopped, the noise is not amplified.
  std::unique_ptr<Accounting> (*accounting)(const Scenario&, const Strategy&, const Sensitivity&,
                                            const RunControl&) = gaussianAccounting;
  Accountant (*accountant)(const Accounted&) = gaussianAccountant;
  /// The stand-in for its own accounting for that many bands, and why, if known in advance: a clause, or empty;
  /// nullptr: nothing is known.
  Text (*standIn)(const Scenario&, Index bands) = nullptr;

  /// Its assumptions about participation: a sentence about every member ("Every user", ...).
  Text (*assumes)(const Scenario&, Index bands, Phrase everyMember) = nullptr;
  /// Its requirement on the strategy, which every design satisfies; nullptr: none.
  Assumption (*needs)(const Scenario&, Index bands) = nullptr;
  /// "%1" is a member: sampling and settings do not depend on the data; empty: presence affects no other member.
  Phrase independence = {};
  /// Judges by the name of a job, which is not jobs::asAccounted, if it is covered. A largest batch of the scenario is
  /// one at which the job cuts batches.
  JobCoverage (*covers)(const Scenario&, const JobBatching&, Index bands) = nullptr;

  bool uses(Field field) const;
  /// The accounting relies on the randomness of batches.
  constexpr bool amplified() const { return noiseBy != NoiseBy::Sensitivity; }
  /// The noise multiplier depends on the whole strategy, not on its sensitivity and bands alone: it is known to a
  /// percent until it is certified, which takes seconds.
  constexpr bool ofStrategy() const { return noiseBy == NoiseBy::Bins || noiseBy == NoiseBy::Patterns; }
};

/// All batchings and ways of jobs, in the order in which they are offered.
std::span<const Batching* const> allBatchings();
std::span<const JobBatching* const> allJobBatchings();
/// The default of a scenario.
const Batching& standardBatching();
const JobBatching& standardJobBatching();
/// nullopt for an unknown name.
std::optional<const Batching*> batchingFromName(std::string_view id);
std::optional<const JobBatching*> jobBatchingFromName(std::string_view id);
inline std::string_view toString(const Batching* batching) {
  return batching->id;
}
inline std::string_view toString(const JobBatching* batching) {
  return batching->id;
}

/// The probability that a batch of the other examples reaches scenario.largestBatch, which is the part of delta that a
/// cap costs if it is not accounted for in the pair (NoiseBy::Composition); 0 without a cap. math: section 10.5.
double capReached(const Scenario& scenario, Index bands);
/// scenario.delta minus the cost of the cap.
double deltaBesideCap(const Scenario& scenario, Index bands);
/// The least largest batch that costs 1 % of delta, for a scenario with a data set size whose batching supports a
/// largest batch; otherwise nullopt.
std::optional<Index> proposedLargestBatch(const Scenario& scenario, Index bands);
/// The proposal before bands are chosen: for one band, whose batches vary most.
std::optional<Index> proposedLargestBatch(const Scenario& scenario);

/// The sampling of the scenario's batching.
Sampling samplingOf(const Scenario& scenario, Index bands);
/// The accounting of the scenario's batching; `sensitivity` is that of the strategy under scenario.participation().
std::unique_ptr<Accounting> accountingOf(const Scenario& scenario, const Strategy& strategy,
                                         const Sensitivity& sensitivity, const RunControl& control = {});
/// The accountant of the scenario's batching.
Accountant accountantOf(const Accounted& figures);
/// Batching::standIn of the scenario's batching: for curves, which have no certificates. Accountant::instead says more.
Text standInOf(const Scenario& scenario, Index bands);
/// The scenario for which strategies are solved in its place where noise that depends on the whole strategy would take
/// seconds: under Batching::solvedAs.
Scenario asSolved(Scenario scenario);
/// Judges scenario.jobBatching against scenario.batching for a strategy of `bands` bands, whatever adjacency and unit.
/// - An amplified accounting covers one way of forming batches only: shuffling is not sampling.
/// - An unamplified one counts participations: it covers every job that can neither exceed the count nor come closer,
///   and no job that samples, where participations have no limit.
JobCoverage coverageOf(const Scenario& scenario, Index bands);

}  // namespace noiseloom
