#include "core/verify/verify_record.h"
#include "core/scenario/batch_size.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "core/io/sha256.h"
#include "core/io/strategy_file.h"
#include "core/noise/noise_stream.h"
#include "core/record/public_divisor.h"
#include "core/record/record_file.h"
#include "core/sampling/batch_sampler.h"

namespace noiseloom {
namespace {

constexpr double kMostDeviations = 6;           // standard deviations of participations from their mean
constexpr Index kMostCounted = Index{1} << 24;  // examples whose participations are counted, 16 bytes each
constexpr double kRounding = 1e-12;             // relative, of a number that is computed as a quotient
constexpr Index kNeighbours = 2;                // steps whose batch a step may have taken by mistake

class RecordCheck {
 public:
  RecordCheck(const RecordEvidence& evidence, const RunControl& control)
      : m_evidence(evidence),
        m_control(control),
        m_record(readRecordFile(evidence.record)),
        m_file(readStrategyFile(evidence.strategy)) {}

  RecordVerification run() {
    checkHeader();
    checkFigures();
    checkOrder();
    checkRepeats();
    checkEnd();
    if (m_evidence.against) checkAgainst();
    if (m_evidence.key) {
      checkWithKey(*m_evidence.key);
    } else {
      m_made.notChecked.emplace_back("batches, noise, seals: they need the run's key");
    }
    if (m_record.cutOff) m_made.notChecked.emplace_back("the last line, which has no end");
    m_made.notChecked.emplace_back(
        "that gradients were clipped, that the batches and the noise of the record are those that the job used, and "
        "that nothing else was released");
    return std::move(m_made);
  }

 private:
  void add(std::string name, const Text& stated, const Text& recomputed, bool passed) {
    m_made.items.push_back({std::move(name), stated, recomputed, passed});
  }

  void checkHeader() {
    const RecordHeader& header = m_record.header;
    const Scenario& scenario = m_file.scenario;
    const std::string hash = sha256OfFile(m_evidence.strategy);
    add("strategy_sha256", header.strategySha256, hash, header.strategySha256 == hash);
    add("iterations", header.iterations, scenario.iterations, header.iterations == scenario.iterations);
    add("clip_norm", header.clipNorm, scenario.clipNorm, header.clipNorm == scenario.clipNorm);
    add("stddev", header.stddev, m_file.figures.stddev, header.stddev == m_file.figures.stddev);
    if (scenario.datasetSize) {
      const Index most = mostExamplesOf(scenario).value();
      const Text range{Core::tr("from %1 to %2"), *scenario.datasetSize, most};
      add("dataset_size", header.datasetSize, most == *scenario.datasetSize ? Text(most) : range,
          allowsDatasetSize(scenario, header.datasetSize));
    }
    const double right = header.reduction == Reduction::Sum ? 1 : 1 / header.divisor;
    const bool whole = header.reduction == Reduction::Mean || header.divisor == 1;
    add("noise_scale", header.noiseScale, right, whole && std::abs(header.noiseScale - right) <= kRounding * right);
    if (header.reduction == Reduction::Mean) checkDivisor();
  }

  // Anybody may have written the header's number of examples: nothing but a quotient is computed from it.
  void checkDivisor() {
    const RecordHeader& header = m_record.header;
    const PublicDivisor divisor = publicDivisor(m_file.scenario, header.datasetSize).value();
    add("divisor", header.divisor, divisor.against(header.divisor), divisor.allows(header.divisor));
  }

  // The clip norm and the divisor of each step must be the header's.
  void checkFigures() {
    const RecordHeader& header = m_record.header;
    if (header.version < 2) {
      m_made.notChecked.emplace_back("clip norm and divisor of each step: a record of version 1 holds the first ones");
      return;
    }
    const auto compare = [this](const char* name, double StepFigures::*member, double stated, const Phrase& other) {
      Index wrong = 0;
      Text first;
      for (const RecordLine& line : m_record.lines) {
        if (line.figures && *line.figures.*member != stated && wrong++ == 0)
          first = {other, line.step, *line.figures.*member};
      }
      add(name, stated, wrong == 0 ? Text(Core::tr("the same at each")) : mistakes(wrong, first), wrong == 0);
    };
    compare("clip norm of each step", &StepFigures::clipNorm, header.clipNorm, Core::tr("step %1 was clipped at %2"));
    compare("divisor of each step", &StepFigures::divisor, header.divisor, Core::tr("step %1 was divided by %2"));
  }

  // Steps must follow each other from 0 on. A resume may go back to a completed step, or on to the next.
  void checkOrder() {
    Index next = 0;
    Index reached = 0;  // the largest `next` so far: a resume does not lower it
    Text problem;
    for (const RecordLine& line : m_record.lines) {
      if (!problem.empty()) break;
      const bool step = line.kind == RecordLine::Kind::Step;
      const bool resumed = line.kind == RecordLine::Kind::Resume;
      if (line.step > m_file.scenario.iterations || (step && line.step == m_file.scenario.iterations)) {
        problem = {Core::tr("step %1 is beyond the %2 steps of the design"), line.step, m_file.scenario.iterations};
      } else if (line.kind == RecordLine::Kind::End) {
        if (line.step != next)
          problem = {Core::tr("the end is said to be after %1 steps, and is after %2"), line.step, next};
      } else if (resumed && line.step > reached) {
        problem = {Core::tr("resumed at step %1, which leaves out steps from %2 on"), line.step, reached};
      } else if (step && line.step > next) {
        problem = {Core::tr("step %1 follows where step %2 was next"), line.step, next};
      } else if (step && line.step < next) {
        problem = {Core::tr("step %1 is done again where step %2 was next, and no resume says so"), line.step, next};
      }
      next = step ? line.step + 1 : line.step;
      reached = std::max(reached, next);
    }
    add("order of steps", {Core::tr("%1 lines"), m_record.lines.size()},
        problem.empty() ? Text(Core::tr("from step 0 on, none left out")) : problem, problem.empty());
  }

  // A repeated step must be the same to the bit, so that its release adds nothing new.
  void checkRepeats() {
    std::map<Index, const RecordLine*> first;
    Index again = 0;
    Index unknown = 0;
    Text problem;
    for (const RecordLine& line : m_record.lines) {
      if (line.kind != RecordLine::Kind::Step) continue;
      const auto [place, fresh] = first.try_emplace(line.step, &line);
      if (fresh) continue;
      ++again;
      const RecordLine& before = *place->second;
      if (!problem.empty()) continue;
      if (before.batch != line.batch) {
        problem = {Core::tr("step %1 was done twice, with two batches"), line.step};
      } else if (before.noise != line.noise) {
        problem = {Core::tr("step %1 was done twice, with two draws of the noise"), line.step};
      } else if (before.release.empty() || line.release.empty()) {
        ++unknown;
      } else if (before.release != line.release) {
        problem = {Core::tr("step %1 was done twice with the same noise, and what it released differs: the noise "
                            "cancels"),
                   line.step};
      }
    }
    add("repeated steps", again, problem.empty() ? Text(Core::tr("the same again")) : problem, problem.empty());
    if (unknown > 0) {
      m_made.notChecked.push_back("whether " + std::to_string(unknown) +
                                  " repeated steps released the same again: the job recorded no codes of releases");
    }
  }

  // The fewest and most that shared a batch.
  std::pair<Index, Index> ranks() const {
    std::pair<Index, Index> found(m_record.header.ranks, m_record.header.ranks);
    for (const RecordLine& line : m_record.lines)
      if (line.ranks > 0) found = {std::min(found.first, line.ranks), std::max(found.second, line.ranks)};
    return found;
  }

  // A record can be truncated anywhere; only a missing end shows that.
  void checkEnd() {
    const Index designed = m_file.scenario.iterations;
    const Index done = std::ssize(stepsDone());
    const auto [least, most] = ranks();
    if (most <= 1)
      m_made.covers = {Core::tr("%1 of %2 steps"), done, designed};
    else if (least == most)
      m_made.covers = {Core::tr("%1 of %2 steps, of batches that %3 ranks shared"), done, designed, most};
    else
      m_made.covers = {Core::tr("%1 of %2 steps, of batches that %3 to %4 ranks shared"), done, designed, least, most};
    if (!m_record.lines.empty() && m_record.lines.back().kind == RecordLine::Kind::End) {
      const Index end = m_record.lines.back().step;
      add("end", {Core::tr("after %1 steps"), end}, {Core::tr("%1 steps are recorded"), done}, done == end);
      return;
    }
    const bool whole = m_record.header.version < 2 && done == designed;  // which has no end lines
    add("end", Core::tr("none"),
        whole ? Text(Core::tr("all steps are recorded"))
              : Text(Core::tr("%1 of %2 steps: the run goes on, or the record was cut off here"), done, designed),
        whole || !m_evidence.finished);
  }

  // Two records of one key: distinct shards of one run, or a key used twice.
  void checkAgainst() {
    const RecordFile other = readRecordFile(*m_evidence.against);
    const bool sameRun = other.run == m_record.run;
    if (!sameRun) {
      add("run of the other record", Core::tr("another key"), Core::tr("another key"), true);
      return;
    }
    RecordHeader twin = other.header;
    twin.shardBegin = m_record.header.shardBegin;
    twin.shardEnd = m_record.header.shardEnd;
    const bool apart =
        other.header.shardEnd <= m_record.header.shardBegin || m_record.header.shardEnd <= other.header.shardBegin;
    if (!(twin == m_record.header) || !apart) {
      add("run of the other record", Core::tr("the same key"),
          twin == m_record.header
              ? Core::tr("two runs with one key, or shards that overlap: the difference of their noise cancels")
              : Core::tr("two runs with one key: the difference of their noise cancels"),
          false);
      return;
    }
    std::map<Index, std::string> batches;
    for (const RecordLine& line : m_record.lines) {
      if (line.kind == RecordLine::Kind::Step) batches.try_emplace(line.step, line.batch);
    }
    Text problem;
    for (const RecordLine& line : other.lines) {
      const auto place = line.kind == RecordLine::Kind::Step ? batches.find(line.step) : batches.end();
      if (problem.empty() && place != batches.end() && place->second != line.batch)
        problem = {Core::tr("step %1 took another batch there"), line.step};
    }
    add("run of the other record", Core::tr("the same key"),
        problem.empty() ? Text(Core::tr("another shard of this run")) : problem, problem.empty());
  }

  void checkWithKey(const SecretKey& key) {
    const RecordCodes codes(key);
    const std::string run = hexOf(codes.run());
    add("run", m_record.run, run, m_record.run == run);
    if (m_record.run != run) {
      m_made.notChecked.emplace_back("batches, noise, seals: the key is that of another run");
      return;
    }
    if (checkSeals(codes) == 1) {
      // Nothing is allocated by numbers that somebody else may have written.
      m_made.notChecked.emplace_back("batches, noise: the record's first line was changed");
      return;
    }
    checkBatches(codes, key);
    checkNoise(codes, key);
  }

  // Returns the number, from 1, of the first line that was changed; 0: none.
  Index checkSeals(const RecordCodes& codes) {
    RecordCode seal{};
    Index broken = 0;
    for (std::size_t i = 0; i < m_record.bodies.size() && broken == 0; ++i) {
      seal = codes.seal(seal, m_record.bodies[i]);
      if (hexOf(seal) != m_record.seals[i]) broken = static_cast<Index>(i) + 1;
    }
    add("seals", {Core::tr("%1 lines"), m_record.bodies.size()},
        broken == 0 ? Text(Core::tr("as they were written"))
                    : Text(Core::tr("line %1 was changed, or lines before it are missing"), broken),
        broken == 0);
    return broken;
  }

  // The completed steps, each once, in order.
  std::vector<Index> stepsDone() const {
    std::vector<Index> steps;
    for (const RecordLine& line : m_record.lines) {
      if (line.kind == RecordLine::Kind::Step && line.step < m_file.scenario.iterations) steps.push_back(line.step);
    }
    std::ranges::sort(steps);
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
  }

  std::multimap<Index, const RecordLine*> linesByStep() const {
    std::multimap<Index, const RecordLine*> lines;
    for (const RecordLine& line : m_record.lines) {
      if (line.kind == RecordLine::Kind::Step) lines.emplace(line.step, &line);
    }
    return lines;
  }

  // The first mistake, with the number of all if there are more.
  static Text mistakes(Index count, const Text& first) {
    return count == 1 ? first : Text(Core::tr("%1; in all %2 steps differ"), first, count);
  }

  void checkBatches(const RecordCodes& codes, const SecretKey& key) {
    if (!allowsDatasetSize(m_file.scenario, m_record.header.datasetSize)) {
      m_made.notChecked.emplace_back("batches: the data set has another size than the design's");
      return;
    }
    const auto sampler = batchSampler(m_file.scenario, m_file.strategy, m_record.header.datasetSize, key, true);
    if (needsMembersInParts(m_file.scenario, m_file.strategy))
      m_made.notChecked.emplace_back(
          "whether all examples of a user are in one part: whose they are is not known here");
    const auto lines = linesByStep();
    const std::vector<Index> steps = stepsDone();
    const bool counted = sampler->datasetSize() <= kMostCounted;
    std::vector<Index> last(counted ? static_cast<std::size_t>(sampler->datasetSize()) : 0, -1);
    std::vector<Index> times(last.size(), 0);
    Index wrong = 0;
    Text first;
    Index taken = 0;
    Index mostTimes = 0;
    Index leastSteps = m_file.scenario.iterations;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Index step = steps[i];
      m_control.report(0.5 * static_cast<double>(i) / static_cast<double>(steps.size()), Core::tr("forming batches"));
      const std::vector<Index> batch = sampler->batch(step, m_control);
      if (m_control.stopRequested()) return;
      taken += std::ssize(batch);
      const std::string code = hexOf(codes.batch(step, batch));
      const auto [begin, end] = lines.equal_range(step);
      for (auto line = begin; line != end; ++line) {
        if (line->second->batch == code) continue;
        if (wrong++ == 0) first = wrongBatch(codes, *sampler, *line->second);
      }
      if (!counted) continue;
      for (const Index example : batch) {
        const std::size_t x = example;
        if (last[x] >= 0) leastSteps = std::min(leastSteps, step - last[x]);
        last[x] = step;
        mostTimes = std::max(mostTimes, ++times[x]);
      }
    }
    add("batches", {Core::tr("%1 steps"), steps.size()},
        wrong == 0 ? Text(Core::tr("those of the run's key under %1"), m_file.scenario.batching->name)
                   : mistakes(wrong, first),
        wrong == 0);
    checkRates(*sampler, steps, taken);
    if (!counted) {
      m_made.notChecked.emplace_back("participations and their distances, of so many examples");
      return;
    }
    checkDistances(*sampler, mostTimes, leastSteps);
  }

  Text wrongBatch(const RecordCodes& codes, const BatchSampler& sampler, const RecordLine& line) const {
    for (Index shift = 1; shift <= kNeighbours; ++shift) {
      for (const Index other : {line.step - shift, line.step + shift}) {
        if (other < 0 || other >= sampler.iterations()) continue;
        if (hexOf(codes.batch(line.step, sampler.batch(other, m_control))) == line.batch)
          return {Core::tr("step %1 took the batch of step %2"), line.step, other};
      }
    }
    if (hexOf(codes.batch(line.step, {})) == line.batch)
      return {Core::tr("step %1 took nobody, and %2 examples are drawn for it"), line.step,
              sampler.batch(line.step, m_control).size()};
    return {Core::tr("step %1 took another batch than is drawn for it"), line.step};
  }

  // The drawn batches must have the accounted size on average, as they do if q and groups are those of the claim.
  void checkRates(const BatchSampler& sampler, const std::vector<Index>& steps, Index taken) {
    const double mean = sampler.expectedBatch() * static_cast<double>(steps.size());
    // No batching varies more than independent coins; those that keep an order or a size round batches by one, and the
    // last one of an epoch, which may be smaller, makes all others larger than the mean: by at most twice that
    // together.
    const double ofLast = m_file.scenario.batching->amplified() ? 0 : 2 * sampler.expectedBatch();
    const double most = kMostDeviations * std::sqrt(mean) + static_cast<double>(steps.size()) + ofLast;
    const bool cut = m_file.scenario.largestBatch.has_value();
    add("participations", rounded(mean, 6), taken,
        static_cast<double>(taken) <= mean + most && (cut || static_cast<double>(taken) >= mean - most));
  }

  void checkDistances(const BatchSampler& sampler, Index mostTimes, Index leastSteps) {
    const Scenario& scenario = m_file.scenario;
    const Batching& batching = *scenario.batching;
    const bool independent = samplingOf(scenario, sampler.bands()).probability.has_value();
    if (!independent) {
      const Index allowed = scenario.effectiveParticipations();
      add("participations of one", {Core::tr("at most %1"), allowed}, mostTimes, mostTimes <= allowed);
    }
    const Index apart = !batching.amplified() ? scenario.effectiveMinSeparation()
                        : batching.banded     ? sampler.bands()
                                              : scenario.stepsPerEpoch();
    if (mostTimes > 1) add("steps between two", {Core::tr("at least %1"), apart}, leastSteps, leastSteps >= apart);
  }

  void checkNoise(const RecordCodes& codes, const SecretKey& key) {
    const RecordHeader& header = m_record.header;
    NoiseStream stream(m_file.strategy, noiseSource(key, m_file.gaussianMethod), m_file.figures.stddev,
                       header.shardBegin, header.shardEnd, header.numberType);
    const auto lines = linesByStep();
    const std::vector<Index> steps = stepsDone();
    const std::size_t size = header.shardEnd - header.shardBegin;
    std::vector<float> narrow(header.numberType == NumberType::Float32 ? size : 0);
    std::vector<double> wide(header.numberType == NumberType::Float64 ? size : 0);
    const bool isNarrow = !narrow.empty();
    const auto bytes =
        isNarrow ? std::as_bytes(std::span<const float>(narrow)) : std::as_bytes(std::span<const double>(wide));
    Index wrong = 0;
    Text first;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Index step = steps[i];
      m_control.report(0.5 + 0.5 * static_cast<double>(i) / static_cast<double>(steps.size()),
                       Core::tr("making noise"));
      const RunControl quiet = m_control.quiet();
      if (!stream.advanceTo(step, quiet)) return;
      if (!(isNarrow ? stream.next(narrow, quiet) : stream.next(wide, quiet))) return;
      const std::string code = hexOf(codes.noise(step, header.shardBegin, header.shardEnd, bytes, header.numberType));
      const auto [begin, end] = lines.equal_range(step);
      for (auto line = begin; line != end; ++line) {
        if (line->second->noise != code && wrong++ == 0)
          first = {Core::tr("step %1 has other noise than is drawn for it and its shard"), step};
      }
    }
    add("noise", {Core::tr("%1 steps"), steps.size()},
        wrong == 0 ? Text(Core::tr("that of the run's key")) : mistakes(wrong, first), wrong == 0);
  }

  const RecordEvidence& m_evidence;
  const RunControl& m_control;
  RecordFile m_record;
  StrategyFile m_file;
  RecordVerification m_made;
};

}  // namespace

RecordVerification verifyRunRecord(const RecordEvidence& evidence, const RunControl& control) {
  return RecordCheck(evidence, control).run();
}

}  // namespace noiseloom
