#include "core/answer/workload_options.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "core/answer/arguments.h"
#include "core/base/errors.h"
#include "core/io/workload_files.h"

namespace noiseloom {
namespace {

bool isFile(const std::string& text) {
  std::error_code none;
  return text != "prefix" && text != "identity" && text != "sgd" && std::filesystem::exists(text, none);
}

// Coefficients with commas between them, or a file of them.
Workload givenWorkload(const std::string& text) {
  if (isFile(text)) return readWorkload(text);
  if (text.find(',') == text.npos && text.find_first_not_of("0123456789.eE+- ") != text.npos)
    refuseName("workload", text, {"prefix", "identity", "sgd", "a file of coefficients"});
  std::vector<double> coefficients;
  for (const std::string& value : listedValues("workload", text))
    coefficients.push_back(parseReal("workload[" + std::to_string(coefficients.size()) + "]", value));
  return Workload::toeplitz(std::move(coefficients));
}

}  // namespace

void WorkloadOptions::declare(const AddOption& add) {
  const AddOption option = below("Workload", add);
  option({"workload", "WORKLOAD", &m_workload,
          "prefix, identity (each step's own noise), sgd with the options below, or the coefficients of a Toeplitz "
          "matrix, "
          "one for each iteration: a text or .npy file, or numbers with commas between them; or a file of a whole "
          "lower-triangular matrix, n lines of n numbers or a .npy array of n x n [prefix]"});
  option({"momentum", "BETA", &m_momentum, "sgd: momentum, from 0 to below 1 [0]"});
  option({"weight-decay", "ALPHA", &m_weightDecay, "sgd: factor on the iterate at each step, 1 for none [1]"});
  option(
      {"averaging", "GAMMA", &m_averaging,
       "sgd: decay of the exponential moving average (EMA) of the weights that is released, from 0 for none to below "
       "1, e.g. 0.999; 1 for the mean of all weights so far [0]"});
  option({"averaging-window", "W", &m_averagingWindow,
          "sgd without learning rates: the mean of the last W weights, or averages of them, is released, the initial "
          "ones counting for those before the first [1]"});
  option({"learning-rates", "FILE", &m_learningRates, "sgd: text file of n learning rates, one for each step"});
  option({"schedule", "NAME", &m_schedule,
          "sgd: constant, linear (by --warmup and --cooldown) or cosine (after --warmup, down to 0.05) [constant]"});
  option({"warmup", "F", &m_warmup,
          "sgd: learning rate rising from 0.05 to 1 over the first fraction F of the steps, e.g. 0.15 [0]"});
  option({"cooldown", "F", &m_cooldown,
          "sgd: learning rate falling from 1 to 0.05 over the last fraction F of the steps, e.g. 0.25 [0]"});
  option(
      {"spectrum", "LIST", &m_spectrum,
       "curvatures of the loss times the learning rate, from 0 to 1, each with a weight behind a colon where that is "
       "not 1, e.g. \"0.001:5, 0.01, 0.1:2\"; at most 32"});
}

bool WorkloadOptions::given() const {
  bool any = false;
  WorkloadOptions(*this).declare([&any](const Option& option) { any = any || isGiven(option); });
  return any;
}

bool WorkloadOptions::set(std::string_view name, const std::string& value) {
  bool known = false;
  declare([&](const Option& option) {
    if (option.name != name) return;
    *std::get<Typed*>(option.place) = value;
    known = true;
  });
  return known;
}

std::optional<std::string> WorkloadOptions::coefficientsFile() const {
  return m_workload && isFile(*m_workload) ? m_workload : std::nullopt;
}

void WorkloadOptions::apply(Scenario& scenario) const {
  applyMatrix(scenario);
  applySpectrum(scenario);
}

void WorkloadOptions::applySpectrum(Scenario& scenario) const {
  if (m_spectrum) scenario.workload = scenario.workload.withSpectrum(parseSpectrum(*m_spectrum));
}

void WorkloadOptions::applyMatrix(Scenario& scenario) const {
  const std::string name = m_workload.value_or("prefix");
  const bool sgd = name == "sgd";
  const bool named = name == "prefix" || name == "identity";
  if (!sgd) {
    refuseTyped({{"momentum", m_momentum},
                 {"weight_decay", m_weightDecay},
                 {"averaging", m_averaging},
                 {"averaging_window", m_averagingWindow},
                 {"learning_rates", m_learningRates},
                 {"schedule", m_schedule},
                 {"warmup", m_warmup},
                 {"cooldown", m_cooldown}},
                "--workload sgd with it (" + (named ? "the " + name + " workload" : std::string("a given workload")) +
                    " has no such parameter)");
  }
  if (name == "identity") {
    scenario.workload = Workload::identity();
  } else if (!sgd && name != "prefix") {
    scenario.workload = givenWorkload(name);
  }
  if (!sgd) return;
  const auto real = [](const char* argument, const Typed& value, double otherwise) {
    return value ? parseReal(argument, *value) : otherwise;
  };
  const double momentum = real("momentum", m_momentum, 0);
  const double weightDecay = real("weight_decay", m_weightDecay, 1);
  scenario.workload = Workload::sgd(weightDecay, momentum).withAveraging(real("averaging", m_averaging, 0));
  if (m_averagingWindow)
    scenario.workload = scenario.workload.withWindow(parseCount("averaging_window", *m_averagingWindow));
  scenario.schedule = schedule();
  if (scenario.schedule.kind == ScheduleKind::Constant) return;
  scenario.workload =
      scenario.workload.withRates(m_learningRates ? readLearningRates(*m_learningRates, scenario.iterations)
                                                  : learningRates(scenario.schedule, scenario.iterations));
}

LearningRateSchedule WorkloadOptions::schedule() const {
  LearningRateSchedule schedule;
  if (m_learningRates) {
    refuseTyped({{"schedule", m_schedule}, {"warmup", m_warmup}, {"cooldown", m_cooldown}},
                "either it or --learning-rates");
    schedule.kind = ScheduleKind::File;
    schedule.file = std::filesystem::path(*m_learningRates).filename().string();
    return schedule;
  }
  if (m_schedule) {
    const auto kind = fromName<ScheduleKind>(*m_schedule);
    if (!kind || kind == ScheduleKind::File) refuseName("schedule", *m_schedule, {"constant", "linear", "cosine"});
    schedule.kind = *kind;
  } else if (m_warmup || m_cooldown) {
    schedule.kind = ScheduleKind::Linear;
  }
  if (m_warmup && schedule.kind == ScheduleKind::Constant)
    throw InvalidArgument("warmup", *m_warmup, std::string("--schedule linear or cosine with it"));
  if (m_cooldown && schedule.kind != ScheduleKind::Linear)
    throw InvalidArgument("cooldown", *m_cooldown, std::string("--schedule linear with it: a cosine falls by itself"));
  if (m_warmup) schedule.warmup = parseReal("warmup", *m_warmup);
  if (m_cooldown) schedule.cooldown = parseReal("cooldown", *m_cooldown);
  return schedule;
}

}  // namespace noiseloom
