#include "ui/plots/training/training_request.h"

#include <QLocale>
#include <algorithm>

#include "core/base/errors.h"
#include "core/mechanism/list.h"
#include "core/train/default_training.h"
#include "core/train/learning_task.h"
#include "core/train/quadratic_task.h"
#include "ui/document/design_text.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/matrix/strategy_series.h"
#include "ui/plots/training/training_example.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

bool sameTraining(const Design& left, const Design& right) {
  const Scenario& a = left.scenario;
  const Scenario& b = right.scenario;
  return sameOutcome(left, right) && a.datasetSize == b.datasetSize && a.epochs == b.epochs &&
         a.lastBatch == b.lastBatch && a.batching == b.batching && a.largestBatch == b.largestBatch &&
         a.workload == b.workload;
}

QString problemOf(const Scenario& scenario) {
  if (!scenario.datasetSize)
    return tr("Training takes a data set size N: type one in the scenario, or use the scenario of the example.");
  const double gradients = scenario.epochs * static_cast<double>(*scenario.datasetSize);
  if (scenario.iterations <= kMostTrainedSteps && *scenario.datasetSize <= kMostTrainedExamples &&
      gradients <= static_cast<double>(kMostTrainedGradients))
    return {};
  const auto count = [](Index number) { return countText(number); };
  return tr("The panel trains for up to n = %1 steps with up to N = %2 examples and k N = %3 gradients a run; the "
            "scenario has %4, %5 and %6. Use the scenario of the example.")
      .arg(count(kMostTrainedSteps), count(kMostTrainedExamples), count(kMostTrainedGradients),
           count(scenario.iterations), count(*scenario.datasetSize), grouped(fixedText(gradients, 0)));
}

/// Problems that only these examples cause.
QString problemOf(const Scenario& scenario, const TrainingChoice& choice, const OwnExamples& examples) {
  const DataSet& data = *examples.data;
  double weights = 0;
  try {
    const Network network(choice.model, data.features, data.classes, defaultTraining().hidden);
    weights = static_cast<double>(network.parameters());
  } catch (const Error& problem) {
    return errorText(problem);
  }
  const double numbers = scenario.epochs * static_cast<double>(data.train.size()) * weights;
  if (numbers <= kMostTrainedNumbers) return {};
  return tr("A run of this model takes %1 numbers of gradients, k N times %2 weights, and the panel goes up to %3: "
            "take fewer epochs or a smaller model, or train on the command line.")
      .arg(resultText(numbers, 2), resultText(weights, 6), resultText(kMostTrainedNumbers, 2));
}

/// Sets the request's data and settings, or a problem in `wanted` if they are unusable.
void takeData(WantedTraining& wanted, TrainingRequest& request, const Scenario& scenario, const TrainingChoice& choice,
              const std::shared_ptr<const OwnExamples>& examples) {
  const TrainingChoice usual;
  request.choice = choice;
  request.choice.seeds = usual.seeds;
  request.choice.curvatures.clear();
  request.choice.file = {};
  request.choice.ownScenario = false;
  if (choice.source != TrainingSource::Plane) request.choice.shape = usual.shape;
  if (choice.source != TrainingSource::Plane) request.choice.drawn = false;
  if (request.choice.drawn) {
    request.choice.shape = usual.shape;
    const auto has = [&choice](Index label) {
      return std::ranges::count(choice.points, label, &DrawnPoint::label) > 0;
    };
    if (!has(0) || !has(1)) wanted.problem = tr("Draw at least one point of each kind.");
  } else {
    request.choice.points.clear();
  }
  if (choice.source == TrainingSource::Quadratic) {
    request.choice.model = usual.model;
    AskedCurvatures asked = askedCurvatures(choice.curvatures, scenario, choice.learningRate);
    wanted.problem = asked.problem;
    request.curvatures = std::move(asked.curvatures);
  } else if (choice.source == TrainingSource::File) {
    request.examples = examples;
    const auto there = std::ssize(examples->data->train);
    if (there > kMostTrainedExamples) {
      wanted.problem = tr("The file has %1 examples to train with; the panel trains with up to %2.")
                           .arg(there)
                           .arg(kMostTrainedExamples);
    } else if (there != scenario.datasetSize) {
      wanted.examples = there;
      wanted.problem = scenario.datasetSize
                           ? tr("The file has %1 examples to train with, and the scenario is for N = %2.")
                                 .arg(there)
                                 .arg(countText(*scenario.datasetSize))
                           : tr("The file has %1 examples to train with, and the scenario has no N.").arg(there);
    } else {
      wanted.problem = problemOf(scenario, choice, *examples);
    }
  }
}

}  // namespace

std::vector<DrawnPoint> drawnAtFirst() {
  return {{-1, 1, 0}, {1, -1, 0}, {-1, -1, 1}, {1, 1, 1}};
}

bool TrainingEntrant::operator==(const TrainingEntrant& other) const {
  if (kind != other.kind || color != other.color || name != other.name || standing != other.standing ||
      !design != !other.design)
    return false;
  return design == other.design || sameTraining(*design, *other.design);
}

QString nameOf(const TrainingEntrant& entrant) {
  switch (entrant.kind) {
    case TrainingEntrant::Kind::Pinned: return nameAmongPlots(entrant.name, entrant.standing);
    case TrainingEntrant::Kind::Baseline: return mechanismShortName(&baselineMechanism());
    case TrainingEntrant::Kind::Limit: return tr("No noise");
    case TrainingEntrant::Kind::Current: break;
  }
  return mechanismName(*entrant.design);
}

bool TrainingRequest::operator==(const TrainingRequest& other) const {
  return choice == other.choice && curvatures == other.curvatures && examples == other.examples &&
         example == other.example && clipNorm == other.clipNorm && entrants == other.entrants && own == other.own &&
         against == other.against && left == other.left && apart == other.apart;
}

Scenario exampleScenario(const ScenarioDocument& document) {
  Scenario scenario = defaultTraining().scenarios.front();
  const Scenario& own = document.scenario();
  // The first scenario is the baseline, which trains beside any design anyway.
  scenario.mechanism = &mechanisms::bandedToeplitz;
  scenario.deployment = own.deployment;
  return scenario;
}

bool trainsExample(const ScenarioDocument& document, const TrainingChoice& choice) {
  return choice.source == TrainingSource::Plane && !choice.ownScenario &&
         document.scenario() == ScenarioDocument::defaultScenario();
}

std::shared_ptr<const TrainingTask> trainingTask(const TrainingRequest& request, Index examples) {
  const TrainingChoice& choice = request.choice;
  const Index hidden = defaultTraining().hidden;
  switch (choice.source) {
    case TrainingSource::Plane: {
      const PlanePoints points{.shape = choice.shape,
                               .train = examples,
                               .test = defaultTraining().data.test,
                               .seed = choice.seed,
                               .drawn = choice.drawn ? choice.points : std::vector<DrawnPoint>()};
      return std::make_shared<LearningTask>(planePoints(points), choice.model, hidden);
    }
    case TrainingSource::Quadratic:
      return std::make_shared<QuadraticTask>(quadraticShape(request.curvatures, examples));
    case TrainingSource::File: break;
  }
  return std::make_shared<LearningTask>(request.examples->data, choice.model, hidden);
}

WantedTraining wantedTraining(const ScenarioDocument& document, const TrainingChoice& choice,
                              const std::shared_ptr<const OwnExamples>& examples) {
  WantedTraining wanted;
  const bool isExample = trainsExample(document, choice);
  const Scenario scenario = isExample ? exampleScenario(document) : document.scenario();
  if (!scenario.problems().empty()) return wanted;
  TrainingRequest request;
  if (isExample) request.example = scenario;
  takeData(wanted, request, scenario, choice, examples);
  if (wanted.problem.isEmpty()) wanted.problem = problemOf(scenario);
  const auto design = document.design();
  const bool ready = isExample || (design && !design->estimated && document.designState() == DesignState::Current);
  if (!wanted.problem.isEmpty() || !ready) return wanted;

  request.clipNorm = scenario.clipNorm;
  const Scenario& own = isExample ? scenario : design->scenario;
  bool pinned = false;
  const auto others = [&] { return request.entrants.size() + 1; };
  for (const PinnedDesign& pin : document.shelf().pins()) {
    if (!pin.visible || !pin.design || !pin.confirmed || pin.design->estimated) continue;
    const Scenario& its = pin.design->scenario;
    if (its.iterations != own.iterations || its.datasetSize != own.datasetSize) {
      request.apart.push_back(pin.id);
      continue;
    }
    if (!isExample && sameTraining(*pin.design, *design)) continue;  // already present as the current design
    pinned = true;
    if (others() == kMostTrainedDesigns) {
      ++request.left;
      continue;
    }
    if (document.shelf().baseline() == pin.id) request.against = request.entrants.size();
    request.entrants.push_back(
        {TrainingEntrant::Kind::Pinned, seriesIndex(pin), pin.name, standingOf(its, scenario), pin.design});
  }
  const bool correlates = isExample ? scenario.mechanism != &baselineMechanism() : !design->strategy.isIdentity();
  if (!pinned && correlates) request.entrants.emplace_back().kind = TrainingEntrant::Kind::Baseline;
  if (!request.against && !request.entrants.empty()) request.against = 0;
  request.own = request.entrants.size();
  const auto itself = isExample ? nullptr : design;
  request.entrants.push_back({TrainingEntrant::Kind::Current, 0, {}, Standing::Same, itself});
  request.entrants.push_back({TrainingEntrant::Kind::Limit, 0, {}, Standing::Same, itself});
  wanted.request = std::move(request);
  return wanted;
}

}  // namespace noiseloom
