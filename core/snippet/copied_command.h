#pragma once

#include <span>
#include <string>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// Name under which a command line expects the rates of a schedule: see ratesText().
inline constexpr char kRatesFile[] = "learning_rates.txt";

/// The command that solves the scenario again: noiseloom-cli design with the four options that every scenario needs and
/// those of the others that differ from the command's defaults and mean something for the mechanism. One line, ready
/// for a shell. An imported strategy, and a workload that was read, are named by their files, without a folder.
/// Learning rates that a schedule makes are named by it; others are taken from kRatesFile in the current folder.
std::string commandLine(const Scenario& scenario);

/// The command that designs phases under one promise, theirs as `scenarios` have it: the options that all have in
/// common, those of each phase, and its noise over that of the others (as many positive numbers). Writes the strategies
/// to the files phase-1.npz, phase-2.npz, ...
std::string phasesCommand(std::span<const Scenario> scenarios, std::span<const double> relativeNoise);

/// The command that draws the batches of a run of a design in that strategy file, from the run's key in the file "key".
/// One line, ready for a shell; empty where no sampler draws them, as it does not know whose examples are whose.
std::string batchesCommand(const Scenario& scenario, Index bands, const std::string& strategyFile);

/// True if commandLine() names kRatesFile: there are learning rates, and not those of Scenario::schedule.
bool needsRatesFile(const Scenario& scenario);

/// The schedule of a workload as the file that commandLine() names: one rate a line. Empty without a schedule.
std::string ratesText(const Workload& workload);

}  // namespace noiseloom
