#include "core/answer/solve_for_options.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/answer/arguments.h"
#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

std::vector<std::string_view> unknownNames() {
  std::vector<std::string_view> names;
  for (const Field unknown : solvedFields()) names.push_back(optionName(unknown));
  return names;
}

}  // namespace

void SolveForOptions::declare(const AddOption& add) {
  const AddOption option = below("Solve for an input", add);
  option({"solve-for", "NAME", &m_unknown,
          listOf(unknownNames()) + ": find it so that a target is reached; its own option says where to start"});
  option({"target-error", "R", &m_error, "at most this error (of the objective, in clip norms)"});
  option({"target-improvement", "F", &m_improvement,
          "at least so much better than dp-sgd under the same batching, 0.2 for 20 %"});
  option({"target-noise-rows", "M", &m_rows, "for bands: the best that keep at most so many rows of noise"});
  option({"target-memory", "BYTES", &m_memory, "for bands: the best that fit a machine's memory, e.g. 80G or 16Gi"});
  option({"target-advantage", "A", &m_advantage,
          "for epsilon: the largest at which no attack has more true than false positives by above A"});
  option({"target-true-positives", "P", &m_truePositives,
          "for epsilon: the largest at which no attack has true positives above P"});
  option({"false-positive-rate", "F", &m_falsePositives,
          "with --target-true-positives: at so many false positives [" + shortest(SolveTarget::kUsualFalsePositives) +
              "]"});
  option({"target-right-guesses", "A", &m_rightGuesses,
          "for epsilon: the largest at which nobody guesses who took part with a probability of being right above A, 1 "
          "less the Bayes risk"});
  option(
      {"prior", "P", &m_prior,
       "with --target-right-guesses: how probable they held it before [" + shortest(SolveTarget::kUsualPrior) + "]"});
}

Field SolveForOptions::unknown() const {
  const auto unknown = fieldOfOption(*m_unknown, solvedFields());
  if (!unknown) refuseName("solve_for", *m_unknown, unknownNames());
  return *unknown;
}

SolveTarget SolveForOptions::target() const {
  std::optional<SolveTarget> target;
  const auto take = [&target](const char* argument, const Typed& text, TargetQuantity quantity, double value) {
    if (target) throw InvalidArgument(argument, *text, std::string("one target only"));
    target = SolveTarget{quantity, value};
  };
  if (m_error) take("target_error", m_error, TargetQuantity::Error, parseReal("target_error", *m_error));
  if (m_improvement) {
    take("target_improvement", m_improvement, TargetQuantity::Improvement,
         parseReal("target_improvement", *m_improvement));
  }
  if (m_rows) {
    take("target_noise_rows", m_rows, TargetQuantity::NoiseRows,
         static_cast<double>(parseCount("target_noise_rows", *m_rows)));
  }
  if (m_memory) {
    take("target_memory", m_memory, TargetQuantity::Memory,
         static_cast<double>(parseBytes("target_memory", *m_memory)));
  }
  if (m_advantage)
    take("target_advantage", m_advantage, TargetQuantity::Advantage, parseReal("target_advantage", *m_advantage));
  if (m_truePositives) {
    take("target_true_positives", m_truePositives, TargetQuantity::TruePositives,
         parseReal("target_true_positives", *m_truePositives));
    if (m_falsePositives) target->falsePositives = parseReal("false_positive_rate", *m_falsePositives);
  } else {
    refuseTyped({{"false_positive_rate", m_falsePositives}}, "--target-true-positives with it");
  }
  if (m_rightGuesses) {
    take("target_right_guesses", m_rightGuesses, TargetQuantity::RightGuesses,
         parseReal("target_right_guesses", *m_rightGuesses));
    if (m_prior) target->prior = parseReal("prior", *m_prior);
  } else {
    refuseTyped({{"prior", m_prior}}, "--target-right-guesses with it");
  }
  if (!target)
    throw InvalidArgument("solve_for", *m_unknown, std::string("a target with it, such as --target-error 3.2"));
  return *target;
}

ScenarioOptions SolveForOptions::started(const ScenarioOptions& scenario) const {
  const auto from = [&scenario](const char* option, const char* value) {
    return scenario.typed(option) ? scenario : scenario.with(option, value);
  };
  switch (unknown()) {
    case Field::Epsilon: return from("epsilon", "8");
    case Field::Epochs: return from("epochs", "1");
    case Field::Iterations: {
      const double epochs = parseReal("epochs", scenario.typed("epochs").value_or("1"));
      return from("iterations", shortest(std::ceil(std::clamp(epochs, 1.0, 1e15))).c_str());
    }
    default: return scenario;
  }
}

void SolveForOptions::refuseIdle() const {
  refuseTyped({{"target_error", m_error},
               {"target_improvement", m_improvement},
               {"target_noise_rows", m_rows},
               {"target_memory", m_memory},
               {"target_advantage", m_advantage},
               {"target_true_positives", m_truePositives},
               {"target_right_guesses", m_rightGuesses}},
              "--solve-for with it: which input is to be found");
  refuseTyped({{"false_positive_rate", m_falsePositives}}, "--target-true-positives with it");
  refuseTyped({{"prior", m_prior}}, "--target-right-guesses with it");
}

}  // namespace noiseloom
