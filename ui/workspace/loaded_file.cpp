#include "ui/workspace/loaded_file.h"

#include <QCoreApplication>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/errors.h"
#include "core/io/input_file.h"
#include "core/io/json_reader.h"
#include "core/io/noise_plan.h"
#include "core/io/scenario_json.h"
#include "core/io/sha256.h"
#include "core/io/strategy_file.h"
#include "core/snippet/scenario_link.h"
#include "core/verify/verify_plan.h"
#include "ui/document/embedded_scenario.h"
#include "ui/document/scenario_document.h"

namespace noiseloom {
namespace {

Scenario scenarioOfPlan(const NoisePlan& plan, const std::filesystem::path& path) {
  const std::filesystem::path file = path.parent_path() / plan.strategyFile;
  if (sha256OfFile(file) != plan.strategySha256)
    throw FormatError(path, std::string("strategy_sha256"), {Core::tr("is not that of %1"), file.string()});
  const StrategyFile strategy = readStrategyFile(file);
  for (const VerificationItem& item : compareWithStrategy(plan, strategy)) {
    if (!item.passed)
      throw FormatError(path, {Core::tr("plan: %1"), item.name},
                        {Core::tr("%1 is stated, %2 follows"), item.stated, item.recomputed});
  }
  return strategy.scenario;
}

LoadedFile loadJson(const std::filesystem::path& path, const QString& name) {
  const nlohmann::json parsed = parseJson(readTextFile(path, kMostSessionBytes), path, "file");
  const auto format = parsed.find("format");
  const auto is = [&](const char* name) { return format != parsed.end() && *format == name; };
  const auto as = [&](const char* where) { return JsonObject(parsed, path, where); };
  if (is("noiseloom-session")) return loadSession(readSession(as("session")), name);
  if (is("noiseloom-scenario")) return {readScenario(as("scenario")), {}, {}};
  if (is("noiseloom-noise-plan")) return {scenarioOfPlan(readNoisePlan(as("plan")), path), {}, {}};
  throw FormatError(path, std::string("format"),
                    Core::tr("is none that Noiseloom writes: a session, a scenario or a noise plan"));
}

LoadedFile loadContent(const QString& name) {
  const std::filesystem::path path = name.toStdString();
  const std::string start = startOfFile(path);
  if (isForeignStrategy(path)) return {.foreign = std::make_shared<const ForeignStrategy>(readForeignStrategy(path))};
  if (start.starts_with("PK")) {
    const StrategyFile file = readStrategyFile(path);
    return {.scenario = file.scenario, .design = designOf(file)};
  }
  if (start.starts_with('{')) return loadJson(path, name);
  if (start.empty()) throw FormatError(path, Core::tr("file"), Core::tr("is empty"));
  if (const auto text = embeddedScenario(path)) return {parseScenario(*text, path), {}, {}};
  throw FormatError(path, Core::tr("file"),
                    Core::tr("is no session, strategy, noise plan or scenario, and no figure that carries a scenario"));
}

}  // namespace

void beginWith(ScenarioDocument& document, const LoadedFile& loaded) {
  // The design comes first, since a scenario alone is solved at once.
  if (loaded.design) document.adopt(loaded.scenario, {}, loaded.design);
  document.reset(loaded.scenario);
}

LoadedFile loadSession(Session session, const QString& path) {
  LoadedFile loaded;
  loaded.scenario = session.scenario;
  for (const SessionDesign& packed : session.designs) {
    auto design = unpackDesign(packed, path.toStdString());
    if (!design) continue;
    PinnedDesign pinned{static_cast<int>(packed.id), QString::fromStdString(packed.name), std::move(design),
                        packed.shown};
    pinned.confirmed = false;
    loaded.pins.push_back(std::move(pinned));
  }
  loaded.session = std::move(session);
  return loaded;
}

bool isLink(const QString& name) {
  return isScenarioLink(name.toStdString());
}

LoadedFile loadFile(const QString& name) {
  if (isLink(name)) return {scenarioOfLink(name.toStdString()), {}, {}};
  const FileStamp stamp = stampOf(name);
  LoadedFile loaded = loadContent(name);
  loaded.stamp = stamp;
  return loaded;
}

Scenario withStrategy(Scenario scenario, const ForeignStrategy& file, std::optional<StrategyContent> content) {
  const std::vector<StrategyContent> possible = file.possible();
  const std::optional<StrategyContent> holds = content || possible.empty() ? content : std::optional(possible.front());
  // Contents that extend to any n get the scenario's.
  std::optional<Index> iterations;
  if (holds && !iterationsOf(file, *holds)) iterations = std::max(scenario.iterations, leastIterationsOf(file, *holds));
  const ImportedStrategy imported = importStrategy(file, content, iterations);
  scenario.mechanism = &importedMechanism();
  const Index n = imported.strategy()->iterations();
  if (n != scenario.iterations) scenario = scenario.withIterations(n);
  scenario.imported = imported;
  return scenario;
}

QString openableFilter() {
  return QCoreApplication::translate(
      "Workspace",
      "All that can be opened (*.noiseloom *.npz *.npy *.json *.png *.svg *.pdf);;Sessions (*.noiseloom);;Strategies "
      "(*.npz *.npy);;Noise plans and scenarios (*.json);;Figures (*.png *.svg *.pdf);;All files (*)");
}

}  // namespace noiseloom
