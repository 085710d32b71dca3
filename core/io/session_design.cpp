#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/io/input_file.h"
#include "core/io/scenario_json.h"
#include "core/io/scratch_file.h"
#include "core/io/session.h"
#include "core/io/strategy_file.h"
#include "core/io/strategy_reader.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

constexpr char kScratchName[] = "strategy.npz";
/// Solving again on another machine may round otherwise; what is read back is compared exactly.
constexpr double kSolvedAgain = 1e-6;

// The scenario with the mechanism and the sizes that were found in place of "best".
Scenario settled(const SessionDesign& packed) {
  Scenario scenario = packed.scenario;
  scenario.mechanism = packed.mechanism;
  if (scenario.searchesBands()) scenario.bands = packed.bands;
  return scenario;
}

void compare(std::vector<Text>& found, std::string_view name, double stated, double follows, double tolerance) {
  if (std::abs(stated - follows) <= tolerance * std::abs(follows)) return;
  found.push_back({Core::tr("%1: %2 is stated, %3 follows"), name, stated, follows});
}

void compareNames(std::vector<Text>& found, std::string_view name, const Text& stated, const Text& follows) {
  if (stated == follows) return;
  found.push_back({Core::tr("%1: %2 is stated, %3 follows"), name, stated, follows});
}

}  // namespace

SessionDesign sessionDesign(Index id, std::string name, bool shown, const Design& design) {
  SessionDesign packed;
  packed.id = id;
  packed.name = std::move(name);
  packed.shown = shown;
  packed.scenario = design.scenario;
  packed.mechanism = design.mechanism;
  packed.bands = design.bands;
  packed.figures = design;
  packed.optimizer = design.optimizer;
  packed.optimizer.trace.clear();
  packed.seconds = design.seconds;
  return packed;
}

std::string packStrategy(const Design& design) {
  if (static_cast<std::uint64_t>(design.strategy.memoryBytes()) > kMostPackedStrategy) return {};
  const ScratchFile scratch(kScratchName);
  writeStrategyFile(scratch.path(), design);
  if (std::filesystem::file_size(scratch.path()) > kMostPackedStrategy) return {};
  return readTextFile(scratch.path(), kMostPackedStrategy);
}

std::shared_ptr<const Design> unpackDesign(const SessionDesign& packed, const std::filesystem::path& session) {
  if (packed.strategyFile.empty()) return nullptr;
  const ScratchFile scratch(kScratchName);
  scratch.write(packed.strategyFile);
  const Text where(Core::tr("strategy of design %1"), packed.id);
  try {
    const StrategyFileContents contents = readStrategyContents(scratch.path());
    if (scenarioText(contents.file.scenario) != scenarioText(packed.scenario))
      throw FormatError(session, where, Core::tr("belongs to another scenario than the design"));
    Design design = *designOf(contents.file);
    design.optimizer = packed.optimizer;
    design.seconds = packed.seconds;
    return std::make_shared<const Design>(std::move(design));
  } catch (const FormatError& error) {
    // Of the copy nobody knows.
    if (error.path() == session) throw;
    throw FormatError(session, {Core::tr("%1: %2"), where, error.where()}, error.reason());
  }
}

std::shared_ptr<const Design> solveAgain(const SessionDesign& packed, const RunControl& control) {
  const auto solved = design(settled(packed), control, {.abandon = control.stop});
  if (!solved) return nullptr;
  auto result = std::make_shared<Design>(*solved);
  result->scenario = packed.scenario;
  return result;
}

std::vector<Text> contradictionsOf(const SessionDesign& packed, const Design& design, const RunControl& control) {
  std::vector<Text> found;
  const double tolerance = packed.strategyFile.empty() ? kSolvedAgain : 0;
  compareNames(found, "mechanism", toString(packed.mechanism), toString(design.mechanism));
  compareNames(found, "sensitivity_kind", toString(packed.figures.sensitivity.kind), toString(design.sensitivity.kind));
  compare(found, "bands", static_cast<double>(packed.bands), static_cast<double>(design.bands), 0);
  for (const FigureInfo& figure : figureFields()) {
    // What is stated only beside a spectrum may be younger than the session.
    if (figure.optional && figure.of(packed.figures) == 0) continue;
    if (figure.brief) compare(found, figure.name, figure.of(packed.figures), figure.of(design), tolerance);
  }
  if (packed.strategyFile.empty()) return found;
  const ScratchFile scratch(kScratchName);
  scratch.write(packed.strategyFile);
  const Verification verification = verifyStrategyFile(scratch.path(), control);
  if (control.stopRequested()) return {};
  for (const VerificationItem& item : verification.items) {
    // A claim that is not made for the job says so in the claim bar already; its figures are confirmed all the same.
    if (item.passed || item.name == "privacy_claim: severity") continue;
    found.push_back({Core::tr("%1: %2 is stated, %3 follows"), item.name, item.stated, item.recomputed});
  }
  return found;
}

}  // namespace noiseloom
