#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/io/json_reader.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// The one place where a Scenario meets JSON: strategy files, sessions and figures all use these fields
/// (docs/formats.md). A strategy file and a scenario text state the same version, but for strategy files' own later
/// ones.
inline constexpr Index kAveragingVersion = 11;  ///< the first with weight averaging
inline constexpr Index kSeriesVersion = 12;     ///< the first with averaging windows and given coefficients
/// The first with the mean of all iterates, given matrices, and data sets of a range of sizes.
inline constexpr Index kByRowVersion = 13;
inline constexpr Index kScenarioVersion = kByRowVersion;
static_assert(kByRowVersion == kSizeRangeVersion);
/// Most rates that a text may leave out: what it merely claims must not fill the memory of its reader.
inline constexpr Index kMostFollowingRates = Index{1} << 22;
/// The lowest version that can say everything of a scenario, which is the one that is written, so that earlier programs
/// read what they can understand: 13 with the mean of all iterates or a matrix, 12 with a workload that is not
/// rational, 11 with weight averaging, 10 with epochs that are not whole, 6 with an imported strategy, 4 with a
/// schedule or a machine's memory, else 3. A text that leaves out the rates of a formula, as in sessions, is of version
/// 5 at least.
Index scenarioVersion(const Scenario& scenario);

/// Where a learning-rate schedule and given coefficients stand: as lists of the workload, or as arrays "learning_rates"
/// and "workload_coefficients" of the file around. Formula: as a list, or as the word "schedule" where they follow from
/// the schedule and the iterations.
enum class RatesPlace { Inline, OwnArray, Formula };

/// What a reader does with values that no design can have. Types, names and finiteness are checked in any case.
enum class ScenarioValues {
  Positive,  ///< counts, delta and clip norm must be above 0, eps at least 0: for files that hold a design
  Any        ///< as they stood while they were edited: Scenario::problems() tells what is wrong with them
};

/// Adds every member of the scenario to `json` as that version has them, at least scenarioVersion(). Throws
/// InvalidArgument for a value that is not finite.
void addScenarioFields(nlohmann::ordered_json& json, const Scenario& scenario, RatesPlace rates, Index version);

/// Passes over the data: whole numbers as integers, as they are in versions where they have to be.
nlohmann::ordered_json epochsJson(double epochs);

/// Which file and what in it, not its numbers: where a strategy is from.
nlohmann::ordered_json importedJson(const ImportedStrategy& imported);

struct ScenarioFields {
  Scenario scenario;
  /// RatesPlace::OwnArray: the schedule, or the coefficients, stand in that array.
  bool ratesMissing = false, coefficientsMissing = false;
  bool ofMatrix = false;              ///< the missing ones are the rows of a matrix
  std::string coefficientsFile = {};  ///< where these are from; until they are there, the workload is a prefix
};
/// Reads the fields of that version (from 1; version 1 does not state the mechanism asked for) and
/// leaves all others unread. Throws FormatError naming the field.
ScenarioFields readScenarioFields(JsonObject& json, Index version, RatesPlace rates, ScenarioValues values);

/// A scenario as an ASCII JSON text of its own. The same scenario gives the same text.
std::string scenarioText(const Scenario& scenario);
/// The same as a JSON value, to be a part of another document.
nlohmann::ordered_json scenarioJson(const Scenario& scenario);
/// The same, short where it can be: rates that follow from their schedule are made anew by the reader.
nlohmann::ordered_json shortScenarioJson(const Scenario& scenario);
/// True if they do, to the last digit, and are at most kMostFollowingRates.
bool ratesFollow(const Scenario& scenario);

/// Reads it back, strictly: throws FormatError that names `path` (where the text came from) and the field. The scenario
/// need not be one that can be solved: see Scenario::problems().
Scenario parseScenario(std::string_view text, const std::filesystem::path& path);
/// The same of a value inside another document.
Scenario readScenario(JsonObject json);

}  // namespace noiseloom
