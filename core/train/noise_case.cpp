#include "core/train/noise_case.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/batching/list.h"
#include "core/scenario/mechanism.h"
#include "core/search/designer.h"
#include "core/train/default_training.h"
#include "core/train/training_study.h"

namespace noiseloom {
namespace {

constexpr double kLeastEpsilon = 0.05, kMostEpsilon = 50;
constexpr double kLeastExamples = 100, kMostExamples = 100'000;
constexpr double kStandardErrors = 3;
// Seeds after which a case is given up that is clearly not one.
constexpr Index kFirstSeeds = TrainingDifference::kLeastSeeds;
// Seeds of the search begin so far behind those that are looked at.
constexpr std::uint64_t kApartSeeds = 1'000'000'000;

// Scenarios that differ from each other by one input, the nearest to the one asked about first.
struct Ladder {
  std::vector<Scenario> rungs;
  bool byPrivacy = false;  // epsilon moves: where independent noise is best, it stays so with less epsilon
};

// 1, 2, 5, 10, ... beyond `from`, the nearest first.
std::vector<double> stops(double from, bool up, double least, double most) {
  std::vector<double> found;
  for (int decade = -2; decade <= 5; ++decade) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double value = decade < 0 ? digit / std::pow(10.0, -decade) : digit * std::pow(10.0, decade);
      if (value >= least && value <= most && (up ? value > from : value < from)) found.push_back(value);
    }
  }
  if (!up) std::ranges::reverse(found);
  return found;
}

void add(Ladder& ladder, Scenario scenario) {
  if (scenario.problems().empty()) ladder.rungs.push_back(std::move(scenario));
}

Ladder byEpsilon(const Scenario& from, bool up) {
  Ladder ladder{{}, true};
  for (const double epsilon : stops(from.epsilon, up, kLeastEpsilon, kMostEpsilon)) {
    Scenario scenario = from;
    scenario.epsilon = epsilon;
    add(ladder, std::move(scenario));
  }
  return ladder;
}

Ladder byExamples(const Scenario& from, bool up) {
  Ladder ladder;
  // A batch has an example or more.
  const double least = std::max(kLeastExamples, static_cast<double>(from.iterations) / from.epochs);
  for (const double examples : stops(static_cast<double>(*from.datasetSize), up, least, kMostExamples)) {
    Scenario scenario = from;
    scenario.datasetSize = static_cast<Index>(examples);
    add(ladder, std::move(scenario));
  }
  return ladder;
}

std::vector<Ladder> laddersOf(const NoiseCaseQuestion& question) {
  const Scenario& scenario = question.scenario;
  std::vector<Ladder> ladders{byEpsilon(scenario, question.lessNoise)};
  if (question.otherExamples) ladders.push_back(byExamples(scenario, question.lessNoise));
  if (question.lessNoise || scenario.batching == &batchings::fixedEpoch) return ladders;
  Scenario shuffled = scenario;
  shuffled.batching = &batchings::fixedEpoch;
  shuffled.largestBatch.reset();
  Ladder itself;
  add(itself, shuffled);
  ladders.push_back(std::move(itself));
  if (question.otherExamples) ladders.push_back(byExamples(shuffled, false));
  ladders.push_back(byEpsilon(shuffled, false));
  return ladders;
}

class Search {
 public:
  Search(const NoiseCaseQuestion& question, const RunControl& control) : m_question(question), m_control(control) {}

  NoiseCase run() {
    const std::vector<Ladder> ladders = laddersOf(m_question);
    for (const Ladder& ladder : ladders) m_most += std::ssize(ladder.rungs);
    for (const Ladder& ladder : ladders) {
      for (const Scenario& scenario : ladder.rungs) {
        ++m_begun;
        const Trial trial = tryOut(scenario);
        if (trial == Trial::Stopped) return m_found;
        if (trial == Trial::Matters) {
          m_found.outcome = NoiseCase::Outcome::Found;
          return m_found;
        }
        if (trial == Trial::SameNoise && ladder.byPrivacy) break;
      }
    }
    m_found.outcome = NoiseCase::Outcome::None;
    return m_found;
  }

 private:
  enum class Trial { Matters, Alike, SameNoise, Stopped };

  RunControl controlOf(double from, double to) const {
    const double most = std::max<double>(1, static_cast<double>(m_most)), done = static_cast<double>(m_begun - 1);
    return m_control.part((done + from) / most, (done + to) / most);
  }

  Trial tryOut(const Scenario& scenario) {
    m_control.report(static_cast<double>(m_begun - 1) / std::max<double>(1, static_cast<double>(m_most)),
                     {Core::tr("epsilon = %1, N = %2"), shortest(scenario.epsilon), *scenario.datasetSize});
    const auto own = design(scenario, m_control.quiet());
    if (m_control.stopRequested() || !own) return Trial::Stopped;
    if (own->strategy.isIdentity()) return Trial::SameNoise;
    const auto independent = design(withIndependentNoise(scenario), m_control.quiet());
    if (m_control.stopRequested() || !independent) return Trial::Stopped;
    const auto task = m_question.task(*scenario.datasetSize);
    std::vector<TrainingPlan> plans{{task, own, m_question.learningRate}, {task, independent, m_question.learningRate}};
    ++m_found.tried;
    TrainingStudy study(std::move(plans), m_question.firstSeed + kApartSeeds, curveOptions(scenario.iterations, 1));
    for (const Index more : {kFirstSeeds, kCaseSeeds - kFirstSeeds}) {
      if (!study.run(more, m_control.quiet())) return Trial::Stopped;
      const auto difference = differenceOf(study.of(0), study.of(1), m_question.measure);
      const SeedStatistics reference = finalStatistics(study.of(1), m_question.measure);
      const SeedStatistics& found = difference.difference;
      const double least = leastThatMatters(m_question.measure, reference.mean);
      const double margin = kStandardErrors * found.standardError;
      const double size = std::abs(found.mean);
      if (found.seeds < study.seeds() || size + margin < least) return Trial::Alike;  // or some have diverged
      if (study.seeds() < kCaseSeeds || size < least || size < margin) continue;
      m_found.scenario = scenario;
      m_found.design = own;
      m_found.own = finalStatistics(study.of(0), m_question.measure);
      m_found.independent = reference;
      m_found.difference = difference;
      return Trial::Matters;
    }
    return Trial::Alike;
  }

  const NoiseCaseQuestion& m_question;
  const RunControl& m_control;
  Index m_most = 0, m_begun = 0;
  NoiseCase m_found;
};

}  // namespace

Scenario withIndependentNoise(Scenario scenario) {
  scenario.mechanism = &baselineMechanism();
  scenario.imported.reset();
  scenario.bands.reset();
  scenario.buffers.reset();
  return scenario;
}

NoiseCase noiseCase(const NoiseCaseQuestion& question, const RunControl& control) {
  question.scenario.validate();
  if (!question.scenario.datasetSize) throw InvalidArgument("dataset_size", Core::tr("none"), Core::tr("a number N"));
  if (question.scenario.imported)
    throw InvalidArgument("mechanism", Core::tr("a strategy from a file"),
                          Core::tr("one that other scenarios can have"));
  if (!question.task) throw InvalidArgument("task", Core::tr("none"), Core::tr("a function that makes one"));
  return Search(question, control).run();
}

}  // namespace noiseloom
