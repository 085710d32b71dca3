// What docs/results/learning.md says between its marks, and its figure: what errors tell of the loss that a training
// ends with, over designs, tasks and learning rates.
//   build/bin/noiseloom_learning_table docs/results [seeds]
// writes both anew, the same for the same number of seeds.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "core/base/processor_time.h"
#include "core/batching/list.h"
#include "core/error/error_summary.h"
#include "core/mechanism/list.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/designer.h"
#include "core/train/default_training.h"
#include "core/train/loss_spectrum.h"
#include "core/train/quadratic_task.h"
#include "core/train/training_study.h"
#include "core/train/training_summary.h"
#include "tests/bench/learning_figure.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

const std::vector<double> kRates{0.02, 0.1, 0.2, 0.5, 1};
constexpr Index kSpectrum = 8;  // curvatures of a task's curvature error

// What a design is measured by before anything is trained.
enum Foretold : std::size_t { Rmse, LastError, CurvatureError, LastCurvatureError, Measures };
struct Entrant {
  std::string name;
  std::shared_ptr<const Design> design;
};

struct Task {
  std::string name;
  std::shared_ptr<const TrainingTask> task;
  bool tested = true;
};

struct Asked {
  const Mechanism* mechanism;
  Index bands = 0;
  ErrorObjective objective = ErrorObjective::Mean;
};

Scenario scenarioOf(const Asked& asked) {
  Scenario scenario =
      with(defaultTraining().scenarios.front(), {.mechanism = asked.mechanism, .objective = asked.objective});
  if (asked.bands > 0) scenario.bands = asked.bands;
  return scenario;
}

std::string nameOf(const Asked& asked) {
  std::string name(asked.mechanism->id);
  if (asked.bands > 0) name += " " + std::to_string(asked.bands);
  if (asked.objective != ErrorObjective::Mean) name += ", " + std::string(toString(asked.objective));
  return name;
}

std::vector<Entrant> designs() {
  using namespace mechanisms;
  std::vector<Entrant> found;
  for (const Asked& asked : std::vector<Asked>{{&dpSgd},
                                               {&tree},
                                               {&squareRoot},
                                               {&bsr, 20},
                                               {&bisr, 4},
                                               {&bifr, 4},
                                               {&lambdaCgd},
                                               {&bandInvMf, 4},
                                               {&reciprocalToeplitz, 20},
                                               {&bandedToeplitz, 2},
                                               {&bandedToeplitz, 5},
                                               {&bandedToeplitz, 10},
                                               {&bandedToeplitz, 20},
                                               {&bandedToeplitz, 20, ErrorObjective::Max},
                                               {&bandedToeplitz, 20, ErrorObjective::Last},
                                               {&banded, 20},
                                               {&dense},
                                               {&stamped},
                                               {&blt},
                                               {&rationalBlt}}) {
    const Scenario scenario = scenarioOf(asked);
    if (const auto problems = scenario.problems(); !problems.empty()) {
      std::fprintf(stderr, "%s: %s\n", nameOf(asked).c_str(), problems.front().what());
      std::exit(1);
    }
    found.push_back({nameOf(asked), design(scenario)});
    std::fprintf(stderr, "%s: rmse %.1f\n", found.back().name.c_str(), found.back().design->error.mean);
  }
  return found;
}

// Points whose class, 0 or 1, is a number to be met.
std::shared_ptr<const DataSet> asNumbers(const DataSet& data) {
  auto copy = std::make_shared<DataSet>(data);
  copy->classes = 0;
  copy->names.clear();
  return copy;
}

std::vector<Task> tasks() {
  std::vector<Task> all;
  const auto learns = [&](PlaneShape shape, std::initializer_list<ModelKind> models) {
    const auto data = planePoints({.shape = shape});
    for (const ModelKind model : models) {
      all.push_back({std::string(toString(shape)) + ", " + std::string(toString(model)),
                     std::make_shared<LearningTask>(model == ModelKind::Linear ? asNumbers(*data) : data, model)});
    }
  };
  learns(PlaneShape::Blobs, {ModelKind::Linear, ModelKind::Logistic, ModelKind::Tanh, ModelKind::Relu});
  learns(PlaneShape::Moons, {ModelKind::Linear, ModelKind::Logistic, ModelKind::Tanh, ModelKind::Relu});
  learns(PlaneShape::Circles, {ModelKind::Tanh, ModelKind::Relu});
  learns(PlaneShape::Spirals, {ModelKind::Tanh, ModelKind::Relu});
  const auto quadratic = [&](const std::string& name, const std::function<double(int)>& curvature) {
    QuadraticTask::Shape shape;
    for (int j = 0; j < 16; ++j) shape.curvatures.push_back(curvature(j));
    shape.start = 0.2;
    all.push_back({"quadratic, " + name, std::make_shared<QuadraticTask>(std::move(shape)), false});
  };
  quadratic("0.01", [](int) { return 0.01; });
  quadratic("0.001 to 1", [](int j) { return std::pow(1000, static_cast<double>(j) / 15 - 1); });
  quadratic("1", [](int) { return 1.0; });
  return all;
}

// Places from 0 on, the mean of those that are alike.
std::vector<double> ranksOf(const std::vector<double>& values) {
  std::vector<double> ranks;
  for (const double value : values) {
    const auto below = std::ranges::count_if(values, [&](double other) { return other < value; });
    const auto alike = std::ranges::count(values, value);
    ranks.push_back(static_cast<double>(below) + static_cast<double>(alike - 1) / 2);
  }
  return ranks;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto count = static_cast<double>(a.size());
  const double meanA = std::accumulate(a.begin(), a.end(), 0.0) / count;
  const double meanB = std::accumulate(b.begin(), b.end(), 0.0) / count;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - meanA) * (b[i] - meanB);
    aa += (a[i] - meanA) * (a[i] - meanA);
    bb += (b[i] - meanB) * (b[i] - meanB);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

double median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// One task at one learning rate.
struct Trial {
  std::size_t task = 0, rate = 0;
  std::vector<std::string> names;
  std::vector<SeedStatistics> losses;                  // by design
  SeedStatistics limit;                                // without noise
  std::array<std::vector<double>, Measures> foretold;  // by design
  std::array<double, Measures> rank{};                 // of foretold and loss
  std::array<Index, Measures> right{};                 // pairs that are ordered as they were foretold
  Index seen = 0;                                      // pairs that differ
  std::set<std::pair<Index, Index>> lower;             // of them: the first has the lower loss
  std::array<double, Measures> chosen{};               // loss of the design of the least, over the least loss
  Index diverged = 0;
};

// Designs optimised for a task's own spectrum, and what each is compared with: the mean error's of the same mechanism.
struct Curved {
  const Mechanism* mechanism;
  Index bands;
  ErrorObjective objective;
};
const std::vector<Curved>& curvedDesigns() {
  static const std::vector<Curved> all{{&mechanisms::bandedToeplitz, 20, ErrorObjective::Curvature},
                                       {&mechanisms::bandedToeplitz, 20, ErrorObjective::CurvatureLast}};
  return all;
}

Trial trialOf(const Task& task, double rate, std::vector<Entrant> entrants, Index seeds) {
  const auto weights = trainedWeights(*task.task, {.learningRate = rate}, 1);
  const auto measured = lossSpectrum(*task.task, *weights, {.learningRate = rate, .most = kSpectrum});
  const Spectrum& spectrum = measured->spectrum;
  for (const auto& [mechanism, bands, objective] : curvedDesigns()) {
    const Asked asked{mechanism, bands, objective};
    Scenario scenario = scenarioOf(asked);
    scenario.workload = scenario.workload.withSpectrum(spectrum);
    entrants.push_back({nameOf(asked), design(scenario)});
  }

  std::vector<TrainingPlan> plans;
  plans.reserve(entrants.size() + 1);
  for (const Entrant& each : entrants) plans.push_back({task.task, each.design, rate});
  plans.push_back(plans.front());
  plans.back().protection = Protection::NoNoise;
  const Index end = entrants.front().design->scenario.iterations;
  TrainingStudy study(std::move(plans), 1, curveOptions(end, 1));
  study.run(seeds);
  const TrainingMeasure measure = task.tested ? TrainingMeasure::TestLoss : TrainingMeasure::Loss;

  Trial trial;
  std::vector<double> losses;
  const auto count = static_cast<Index>(entrants.size());
  for (Index i = 0; i < count; ++i) {
    const Design& each = *entrants[static_cast<std::size_t>(i)].design;
    trial.names.push_back(entrants[static_cast<std::size_t>(i)].name);
    trial.losses.push_back(finalStatistics(study.of(i), measure));
    trial.diverged += divergedRuns(study.of(i));
    losses.push_back(trial.losses.back().mean);
    trial.foretold[Rmse].push_back(each.error.mean);
    trial.foretold[LastError].push_back(each.error.last);
    const ErrorSummary curved = errorOf(each.strategy, Workload::prefix().withSpectrum(spectrum));
    const double scale = each.noiseMultiplier.value * each.sensitivity.value;
    trial.foretold[CurvatureError].push_back(scale * std::sqrt(curved.variance.curvature));
    trial.foretold[LastCurvatureError].push_back(scale * std::sqrt(curved.variance.curvatureLast));
  }
  trial.limit = finalStatistics(study.of(count), measure);
  const double least = *std::ranges::min_element(losses);
  for (std::size_t m = 0; m < Measures; ++m) {
    const std::vector<double>& foretold = trial.foretold[m];
    trial.rank[m] = correlation(ranksOf(foretold), ranksOf(losses));
    trial.chosen[m] = losses[static_cast<std::size_t>(std::ranges::min_element(foretold) - foretold.begin())] / least;
  }
  for (Index i = 0; i < count; ++i) {
    for (Index j = 0; j < i; ++j) {
      const TrainingDifference difference = differenceOf(study.of(i), study.of(j), measure);
      if (!difference.seen) continue;
      ++trial.seen;
      trial.lower.insert(difference.difference.mean < 0 ? std::pair(i, j) : std::pair(j, i));
      for (std::size_t m = 0; m < Measures; ++m) {
        const double gap =
            trial.foretold[m][static_cast<std::size_t>(i)] - trial.foretold[m][static_cast<std::size_t>(j)];
        if (gap * difference.difference.mean > 0) ++trial.right[m];
      }
    }
  }
  return trial;
}

std::string format(const char* how, double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), how, value);
  return text.data();
}

std::string spread(const SeedStatistics& found) {
  return format("%.4f", found.mean) + " ± " + format("%.4f", found.standardError);
}

// A row for some trials: rank correlations, pairs in the right order, what choosing costs.
std::string summary(const std::string& name, const std::vector<const Trial*>& trials) {
  Index seen = 0;
  for (const Trial* trial : trials) seen += trial->seen;
  std::string row = "| " + name + " | " + std::to_string(trials.size()) + " |";
  for (std::size_t m = 0; m < Measures; ++m) {
    std::vector<double> ranks;
    ranks.reserve(trials.size());
    for (const Trial* trial : trials) ranks.push_back(trial->rank[m]);
    row += format(" %.2f |", median(ranks));
  }
  row += " " + std::to_string(seen) + " |";
  for (std::size_t m = 0; m < Measures; ++m) {
    Index right = 0;
    for (const Trial* trial : trials) right += trial->right[m];
    row += format(" %.1f |", seen > 0 ? 100 * static_cast<double>(right) / static_cast<double>(seen) : std::nan(""));
  }
  for (const std::size_t m : {Rmse, CurvatureError, LastCurvatureError}) {
    std::vector<double> chosen;
    chosen.reserve(trials.size());
    for (const Trial* trial : trials) chosen.push_back(100 * (trial->chosen[m] - 1));
    row += format(" %.1f |", median(chosen));
  }
  return row + "\n";
}

std::string summaryHead(const std::string& first) {
  return "| " + first +
         " | trials | rank: rmse | last error | curvature error | last curvature error | pairs that differ | right "
         "in %: rmse | last error | curvature error | last curvature error | above the least loss in %: by rmse | "
         "by curvature error | by last curvature error |\n"
         "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
}

std::string designTable(const std::vector<Entrant>& entrants) {
  std::string text = "| design | rmse | largest error | last error |\n| --- | --- | --- | --- |\n";
  for (const auto& [name, design] : entrants)
    text += "| " + name + format(" | %.1f", design->error.mean) + format(" | %.1f", design->error.max) +
            format(" | %.1f |\n", design->error.last);
  return text;
}

// Some designs of one trial: what was foretold, and what came of it.
std::string trialTable(const std::vector<const Trial*>& trials, const std::vector<std::string>& names) {
  std::string text =
      "| learning rate | design | rmse | curvature error | last curvature error | final test loss |\n"
      "| --- | --- | --- | --- | --- | --- |\n";
  for (const Trial* trial : trials) {
    for (const std::string& name : names) {
      const auto at = static_cast<std::size_t>(std::ranges::find(trial->names, name) - trial->names.begin());
      text += format("| %g", kRates[trial->rate]) + " | " + name + format(" | %.1f", trial->foretold[Rmse].at(at)) +
              format(" | %.2f", trial->foretold[CurvatureError].at(at)) +
              format(" | %.2f", trial->foretold[LastCurvatureError].at(at)) + " | " + spread(trial->losses.at(at)) +
              " |\n";
    }
    text += format("| %g", kRates[trial->rate]) + " | without noise | | | | " + spread(trial->limit) + " |\n";
  }
  return text;
}

// What noise adds to the loss, over what it adds under DP-SGD, against the same of the errors. Trials in which noise
// adds nothing that is seen under DP-SGD (3 standard errors) are left out.
struct Excess {
  std::vector<LearningPanel> panels{{"rmse / that of DP-SGD", {}},
                                    {"curvature error / that of DP-SGD", {}},
                                    {"last curvature error / that of DP-SGD", {}}};
  std::array<double, 3> correlation{}, off{};
  Index left = 0, below = 0;
};

Excess excessOf(const std::vector<Trial>& trials) {
  Excess found;
  constexpr std::array<std::size_t, 3> kPanels{Rmse, CurvatureError, LastCurvatureError};
  std::array<std::vector<double>, 3> foretold, factors;
  std::vector<double> came;
  for (const Trial& trial : trials) {
    const double independent = trial.losses.front().mean - trial.limit.mean;
    if (!(independent > 3 * std::hypot(trial.losses.front().standardError, trial.limit.standardError))) {
      ++found.left;
      continue;
    }
    for (std::size_t i = 1; i < trial.losses.size(); ++i) {
      const double share = (trial.losses[i].mean - trial.limit.mean) / independent;
      std::array<double, 3> ratios{};
      for (std::size_t p = 0; p < kPanels.size(); ++p) {
        const std::vector<double>& errors = trial.foretold[kPanels[p]];
        ratios[p] = errors[i] / errors.front();
        found.panels[p].points.push_back({ratios[p], std::max(share, 0.0), trial.rate});
      }
      if (!(share > 0)) {
        ++found.below;
        continue;
      }
      came.push_back(std::log(share));
      for (std::size_t p = 0; p < kPanels.size(); ++p) {
        foretold[p].push_back(2 * std::log(ratios[p]));
        factors[p].push_back(std::abs(came.back() - foretold[p].back()));
      }
    }
  }
  for (std::size_t p = 0; p < kPanels.size(); ++p) {
    found.correlation[p] = correlation(foretold[p], came);
    found.off[p] = std::exp(median(factors[p]));
  }
  return found;
}

// How designs for the last step end, or for curvatures, against the one for the mean error of the same mechanism.
std::string comparisons(const std::vector<std::pair<std::string, std::string>>& pairs,
                        const std::vector<const Trial*>& trials, const std::string& first) {
  std::string text;
  for (const auto& [name, against] : pairs) {
    Index lower = 0, higher = 0, larger = 0;
    std::vector<double> losses, excesses, errors;
    for (const Trial* trial : trials) {
      const auto placeOf = [&](const std::string& of) {
        return static_cast<Index>(std::ranges::find(trial->names, of) - trial->names.begin());
      };
      const Index i = placeOf(name), j = placeOf(against);
      lower += trial->lower.contains({i, j}) ? 1 : 0;
      higher += trial->lower.contains({j, i}) ? 1 : 0;
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      losses.push_back(100 * (trial->losses.at(a).mean / trial->losses.at(b).mean - 1));
      const double error = trial->foretold[LastCurvatureError].at(a) / trial->foretold[LastCurvatureError].at(b);
      errors.push_back(100 * (error - 1));
      larger += error > 1 + 1e-9 ? 1 : 0;
      const double reference = trial->losses.at(b).mean - trial->limit.mean;
      if (reference > 3 * std::hypot(trial->losses.at(b).standardError, trial->limit.standardError))
        excesses.push_back(100 * ((trial->losses.at(a).mean - trial->limit.mean) / reference - 1));
    }
    text += "| " + first + " | " + name + " | " + std::to_string(trials.size()) + " | " + std::to_string(lower) +
            " | " + std::to_string(higher) + format(" | %+.1f", median(losses)) + format(" | %+.1f", median(excesses)) +
            " (" + std::to_string(excesses.size()) + format(") | %+.1f", median(errors)) + " | " +
            std::to_string(larger) + " |\n";
  }
  return text;
}

std::string report(const std::vector<Entrant>& entrants, const std::vector<Task>& all, const std::vector<Trial>& trials,
                   Index seeds, const Excess& excess) {
  std::string text = "Seeds: 1 to " + std::to_string(seeds) +
                     "; designs: " + std::to_string(trials.front().names.size()) +
                     "; trials (a task at a learning rate): " + std::to_string(trials.size()) + ".\n\n";
  const auto chosen = [&](const std::function<bool(const Trial&)>& takes) {
    std::vector<const Trial*> some;
    for (const Trial& trial : trials) {
      if (takes(trial)) some.push_back(&trial);
    }
    return some;
  };
  text += summaryHead("learning rate");
  for (std::size_t r = 0; r < kRates.size(); ++r)
    text += summary(format("%g", kRates[r]), chosen([&](const Trial& trial) { return trial.rate == r; }));
  text += summary("all", chosen([](const Trial&) { return true; }));
  text += summary("all but quadratics", chosen([&](const Trial& trial) { return all[trial.task].tested; }));
  text += "\n" + summaryHead("task");
  for (std::size_t t = 0; t < all.size(); ++t)
    text += summary(all[t].name, chosen([&](const Trial& trial) { return trial.task == t; }));
  Index diverged = 0;
  for (const Trial& trial : trials) diverged += trial.diverged;
  text +=
      "\nDesigns for another error against those of the same mechanism for the mean error, at the same guarantee. "
      "Lower,\nhigher: trials in which the final loss is, and a difference is seen. Medians in %; of what noise adds, "
      "over the trials\n(in brackets) in which the mean error's noise adds more than 3 standard errors. Foretold "
      "larger: trials in which its\nlast curvature error is.\n\n"
      "| learning rate | design | trials | lower | higher | loss | what noise adds | last curvature error | foretold "
      "larger |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  std::vector<std::pair<std::string, std::string>> pairs{{"banded-toeplitz 20, last", "banded-toeplitz 20"}};
  for (const auto& [mechanism, bands, objective] : curvedDesigns())
    pairs.emplace_back(nameOf({mechanism, bands, objective}), nameOf({mechanism, bands}));
  for (std::size_t r = 0; r < kRates.size(); ++r)
    text += comparisons(pairs, chosen([&](const Trial& trial) { return trial.rate == r; }), format("%g", kRates[r]));
  text += comparisons(pairs, chosen([](const Trial&) { return true; }), "all");
  text += comparisons(pairs, chosen([&](const Trial& trial) { return all[trial.task].tested; }), "all but quadratics");
  text += "\nRuns that diverged and are left out: " + std::to_string(diverged) + ".\n\n";
  text += "![What noise adds to the final loss, against errors](learning.svg)\n\n";
  text +=
      "What the noise adds to the final loss, over what DP-SGD's adds, against the same ratio of errors. Dashed: "
      "the\nsquare, which a quadratic near its rest has. Less than 1e-4 of it: on the lower edge.\n\n"
      "| error | correlation of the logarithms | half of the points are within this factor of the square |\n"
      "| --- | --- | --- |\n";
  const std::array<const char*, 3> names{"rmse", "curvature error", "last curvature error"};
  for (std::size_t p = 0; p < names.size(); ++p)
    text +=
        std::string("| ") + names[p] + format(" | %.2f", excess.correlation[p]) + format(" | %.2f |\n", excess.off[p]);
  text += "\nNot drawn: " + std::to_string(excess.left) +
          " trials in which DP-SGD's noise adds less than 3 standard errors. On the lower edge:\n" +
          std::to_string(excess.below) + " points without any loss added.\n\n";
  text += "The default task (circles, ReLU) in full:\n\n";
  std::size_t task = 0;
  while (all[task].name != "circles, relu") ++task;
  text +=
      trialTable(chosen([&](const Trial& trial) { return trial.task == task; }),
                 {"dp-sgd", "tree", "blt", "banded-toeplitz 2", "banded-toeplitz 20", "dense",
                  "banded-toeplitz 20, last", "banded-toeplitz 20, curvature", "banded-toeplitz 20, curvature-last"});
  text += "\nThe designs:\n\n" + designTable(entrants);
  return text;
}

std::string readAll(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void writeAll(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  if (!file.flush()) {
    std::fprintf(stderr, "%s cannot be written\n", path.c_str());
    std::exit(1);
  }
}

}  // namespace
}  // namespace noiseloom

int main(int argc, char** argv) {
  using namespace noiseloom;
  if (argc < 2) {
    std::fprintf(stderr, "noiseloom_learning_table FOLDER_OF_LEARNING_MD [seeds]\n");
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  const Index seeds = argc > 2 ? std::atoi(argv[2]) : 30;
  const std::string begin = "<!-- made by noiseloom_learning_table -->\n", end = "<!-- to here -->\n";
  const std::string page = readAll(folder / "learning.md");
  const std::size_t from = page.find(begin), to = page.find(end);
  if (from == std::string::npos || to == std::string::npos || to < from) {
    std::fprintf(stderr, "learning.md has no place for the tables\n");
    return 1;
  }
  const double started = processorSeconds();
  const std::vector<Entrant> entrants = designs();
  const std::vector<Task> all = tasks();
  std::vector<Trial> trials;
  for (std::size_t t = 0; t < all.size(); ++t) {
    for (std::size_t r = 0; r < kRates.size(); ++r) {
      trials.push_back(trialOf(all[t], kRates[r], entrants, seeds));
      trials.back().task = t;
      trials.back().rate = r;
      std::fprintf(stderr, "%s at %g: rank %.2f by rmse, %.2f by the last curvature error\n", all[t].name.c_str(),
                   kRates[r], trials.back().rank[Rmse], trials.back().rank[LastCurvatureError]);
    }
  }
  const Excess excess = excessOf(trials);
  std::vector<std::string> series;
  series.reserve(kRates.size());
  for (const double rate : kRates) series.push_back("rate " + format("%g", rate));
  writeAll(folder / "learning.svg",
           learningFigure(excess.panels, "what noise adds to the loss / that of DP-SGD", series));
  writeAll(folder / "learning.md", page.substr(0, from + begin.size()) + "\n" +
                                       report(entrants, all, trials, seeds, excess) + "\n" + page.substr(to));
  std::fprintf(stderr, "%.0f s of processor time\n", processorSeconds() - started);
  return 0;
}
