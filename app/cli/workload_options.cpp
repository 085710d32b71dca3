#include "app/cli/workload_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/arguments.h"
#include "app/cli/learning_rates.h"
#include "core/base/errors.h"

namespace noiseloom::cli {

void WorkloadOptions::declare(CLI::App& command) {
  const auto option = [&command](const char* name, Text& value, const char* type, const char* help) {
    command.add_option(name, value, help)->type_name(type)->group("Workload");
  };
  option("--workload", m_workload, "NAME", "prefix, or sgd for the options below [prefix]");
  option("--momentum", m_momentum, "BETA", "momentum, from 0 to below 1 [0]");
  option("--weight-decay", m_weightDecay, "ALPHA", "factor on the iterate at each step, 1 for none [1]");
  option("--learning-rates", m_learningRates, "FILE", "text file of n learning rates, one for each step");
  option("--warmup", m_warmup, "F",
         "learning rate rising from 0.05 to 1 over the first fraction F of the steps, e.g. 0.15 [0]");
  option("--cooldown", m_cooldown, "F",
         "learning rate falling from 1 to 0.05 over the last fraction F of the steps, e.g. 0.25 [0]");
}

Workload WorkloadOptions::workload(Index iterations) const {
  const std::string name = m_workload.value_or("prefix");
  const bool prefix = name == "prefix";
  if (!prefix && name != "sgd") refuseName("workload", name, {"prefix", "sgd"});
  for (const auto& [argument, value] :
       std::initializer_list<std::pair<const char*, const Text&>>{{"momentum", m_momentum},
                                                                  {"weight_decay", m_weightDecay},
                                                                  {"learning_rates", m_learningRates},
                                                                  {"warmup", m_warmup},
                                                                  {"cooldown", m_cooldown}}) {
    if (prefix && value) {
      throw InvalidArgument(argument, *value, "--workload sgd with it (the prefix workload has no such parameter)");
    }
  }
  if (prefix) return Workload::prefix();
  const auto real = [](const char* argument, const Text& value, double otherwise) {
    return value ? parseReal(argument, *value) : otherwise;
  };
  const double momentum = real("momentum", m_momentum, 0);
  const double weightDecay = real("weight_decay", m_weightDecay, 1);
  const Text& shape = m_warmup ? m_warmup : m_cooldown;
  if (!m_learningRates && !shape) return Workload::sgd(weightDecay, momentum);
  if (m_learningRates && shape) {
    throw InvalidArgument(m_warmup ? "warmup" : "cooldown", *shape, "either it or --learning-rates");
  }
  if (weightDecay != 1) throw InvalidArgument("weight_decay", *m_weightDecay, "1, or leave out the learning rates");
  return Workload::learningRates(
      m_learningRates ? readLearningRates(*m_learningRates, iterations)
                      : learningRateSchedule(iterations, real("warmup", m_warmup, 0), real("cooldown", m_cooldown, 0)),
      momentum);
}

}  // namespace noiseloom::cli
