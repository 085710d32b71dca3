#include "core/io/session.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <span>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/io/atomic_file.h"
#include "core/io/base64.h"
#include "core/io/figures_json.h"
#include "core/io/foreign_strategy.h"
#include "core/io/input_file.h"
#include "core/io/json_reader.h"
#include "core/io/scenario_json.h"
#include "core/scenario/imported_strategy.h"
#include "core/scenario/scenario_fields.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// The numbers of the imported strategies that scenarios name, each once: what a session holds of them.
class PackedStrategies {
 public:
  // Adds what the scenario's mechanism needs, where it is not there yet and the numbers of all have at most
  // `mostBytes`.
  void add(const Scenario& scenario, std::uint64_t mostBytes);
  bool empty() const { return m_strategies.empty(); }
  std::uint64_t bytes() const { return m_bytes; }
  nlohmann::ordered_json json() const;

  // Reads a list back. Throws FormatError for what is no strategy, or another than its hash says.
  static PackedStrategies read(const JsonObjects& list);
  // Gives the scenario the numbers that it names, if they are here.
  void complete(Scenario& scenario) const;

 private:
  std::map<std::string, Strategy> m_strategies;  // by sha256OfStrategy()
  std::uint64_t m_bytes = 0;
};

using Json = nlohmann::ordered_json;

Json packed(const std::string& sha256, const Strategy& strategy) {
  const StrategySizes sizes = sizesOf(strategy);
  const StrategyKind& kind = strategy.kind();
  Json json{{"sha256", sha256},
            {"kind", kind.id},
            {"iterations", sizes.iterations},
            {"normalization", toString(sizes.scaling)},
            {"block_size", kind.blockSize.exists() ? Json(sizes.blockSize) : Json(nullptr)},
            {"tree_estimate", kind.treeEstimate ? Json(toString(sizes.treeEstimate)) : Json(nullptr)}};
  json["arrays"] = Json::object();
  for (const StrategyArray& array : strategyArrays(strategy)) {
    if (!array.followsFrom.empty()) continue;
    const auto bytes = std::as_bytes(array.values);
    json["arrays"][array.name] = toBase64({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  return json;
}

std::vector<double> valuesOf(JsonObject& arrays, const char* name) {
  const auto bytes = fromBase64(arrays.text(name));
  if (!bytes || bytes->empty() || bytes->size() % sizeof(double) != 0)
    arrays.refuse(name, Core::tr("is no list of numbers in base64"));
  std::vector<double> values(bytes->size() / sizeof(double));
  std::memcpy(values.data(), bytes->data(), bytes->size());
  return values;
}

Strategy unpacked(JsonObject& json) {
  StrategySizes sizes;
  const std::string id = json.text("kind");
  const StrategyKind* const kind = strategyKindFromName(id);
  if (!kind) json.refuse("kind", {Core::tr("'%1' is not a known kind of strategy"), id});
  sizes.iterations = json.integer("iterations", 1, Batching::kMostIterations);
  sizes.scaling = json.named<ColumnScaling>("normalization");
  if (kind->blockSize.exists()) {
    sizes.blockSize = json.integer("block_size", 1);
  } else {
    (void)json.integerOrNull("block_size", 1);
  }
  if (kind->treeEstimate) {
    sizes.treeEstimate = json.named<TreeEstimate>("tree_estimate");
  } else {
    (void)json.textOrNull("tree_estimate");
  }
  JsonObject arrays = json.object("arrays");
  try {
    Strategy strategy = kind->make(sizes, [&](const char* name) { return valuesOf(arrays, name); });
    arrays.finish();
    return strategy;
  } catch (const InvalidArgument& error) {
    json.refuse(error.argument(), {Core::tr("%1 is not allowed: use %2"), error.value(), error.allowed()});
  }
}

void PackedStrategies::add(const Scenario& scenario, std::uint64_t mostBytes) {
  const auto& imported = scenario.imported;
  if (!imported || !imported->strategy() || !matters(infoOf(Field::Imported), scenario)) return;
  if (m_strategies.contains(imported->sha256())) return;
  std::uint64_t bytes = 0;
  for (const StrategyArray& array : strategyArrays(*imported->strategy())) {
    if (array.followsFrom.empty()) bytes += array.values.size_bytes();
  }
  if (bytes > mostBytes || m_bytes > mostBytes - bytes) return;
  m_bytes += bytes;
  m_strategies.emplace(imported->sha256(), *imported->strategy());
}

Json PackedStrategies::json() const {
  Json list = Json::array();
  for (const auto& [sha256, strategy] : m_strategies) list.push_back(packed(sha256, strategy));
  return list;
}

PackedStrategies PackedStrategies::read(const JsonObjects& list) {
  PackedStrategies found;
  for (JsonObject json : list) {
    const std::string sha256 = json.text("sha256");
    const Strategy strategy = unpacked(json);
    if (sha256OfStrategy(strategy) != sha256) json.refuse("sha256", Core::tr("does not follow from the arrays"));
    json.finish();
    found.m_strategies.emplace(sha256, strategy);
  }
  return found;
}

void PackedStrategies::complete(Scenario& scenario) const {
  if (!scenario.imported || scenario.imported->strategy()) return;
  const ImportedStrategy& named = *scenario.imported;
  const auto found = m_strategies.find(named.sha256());
  if (found != m_strategies.end())
    scenario.imported = ImportedStrategy(named.file(), named.content(), named.sha256(), found->second);
}

using Json = nlohmann::ordered_json;

constexpr char kSessionFormat[] = "noiseloom-session";
constexpr Index kSessionVersion = 1;
constexpr Index kSessionImportedVersion = 2;  // only where there are imported strategies
constexpr Index kSessionSnapshotVersion = 3;  // only where there are snapshots
constexpr Index kMostId = std::numeric_limits<int>::max();
constexpr std::size_t kMostHistory = 1000;
constexpr std::size_t kMostTextBytes = 10'000;  // of a name or an entry
constexpr std::size_t kMostViewBytes = std::size_t{1} << 20;

Json figuresJson(const SessionDesign& design) {
  Json json{{"mechanism", toString(design.mechanism)}, {"bands", design.bands}};
  addFigures(json, design.figures, FiguresExtent::Brief);
  return json;
}

Json secondsJson(const DesignSeconds& seconds) {
  return {{"optimize", seconds.optimize}, {"calibrate", seconds.calibrate}, {"total", seconds.total}};
}

// Rates that a session may leave out, as they follow from their schedules, altogether; its reader makes them all anew.
constexpr Index kMostRatesLeftOut = Index{1} << 24;

struct RatesBudget {
  Index left = kMostRatesLeftOut;

  bool takes(const Scenario& scenario) {
    const Index count = std::ssize(scenario.workload.eta());
    if (count == 0 || count > left || !ratesFollow(scenario)) return false;
    left -= count;
    return true;
  }
  Json json(const Scenario& scenario) { return takes(scenario) ? shortScenarioJson(scenario) : scenarioJson(scenario); }
};

Json designJson(const SessionDesign& design, bool withStrategy, RatesBudget& budget) {
  const bool packed = withStrategy && !design.strategyFile.empty();
  Json json;
  json["id"] = design.id;
  json["name"] = design.name;
  json["shown"] = design.shown;
  // A packed strategy holds all rates, and is compared with these to the last digit.
  json["scenario"] = packed ? scenarioJson(design.scenario) : budget.json(design.scenario);
  json["figures"] = figuresJson(design);
  json["optimizer"] = optimizerJson(design.optimizer);
  json["seconds"] = secondsJson(design.seconds);
  json["strategy"] = packed ? Json(toBase64(design.strategyFile)) : Json(nullptr);
  return json;
}

// At least the bytes of a scenario in the file: learning rates, one a line, are what makes it long.
std::uint64_t mostBytesOf(const Scenario& scenario) {
  constexpr std::uint64_t kRate = 32;
  return 8192 + kRate * static_cast<std::uint64_t>(scenario.workload.eta().size() + scenario.workload.given().size());
}

// Those of the scenario first, then of the designs and snapshots, then of the newest of the history.
PackedStrategies packedStrategies(const Session& session) {
  PackedStrategies packed;
  packed.add(session.scenario, kMostImportedBytes);
  for (const SessionDesign& design : session.designs) packed.add(design.scenario, kMostImportedBytes);
  for (const SessionSnapshot& snapshot : session.snapshots) packed.add(snapshot.scenario, kMostImportedBytes);
  for (auto scenario = session.history.rbegin(); scenario != session.history.rend(); ++scenario)
    packed.add(*scenario, kMostImportedBytes);
  return packed;
}

// The bytes left for strategies beside the parts that must be written.
std::uint64_t roomForStrategies(const Session& session) {
  std::uint64_t needed = kMostHistoryBytes + mostBytesOf(session.scenario);
  for (const SessionDesign& design : session.designs) needed += mostBytesOf(design.scenario);
  for (const SessionSnapshot& snapshot : session.snapshots) needed += mostBytesOf(snapshot.scenario);
  needed += packedStrategies(session).bytes() / 3 * 4;
  const std::uint64_t left = kMostSessionBytes > needed ? kMostSessionBytes - needed : 0;
  return std::min(left, kMostSessionBytes / 4 * 3);
}

// The newest scenarios of the history that have room, oldest first.
std::span<const Scenario> keptHistory(const Session& session, RatesBudget budget) {
  const std::span<const Scenario> all = session.history;
  std::uint64_t total = 0;
  std::size_t kept = 0;
  while (kept < std::min(all.size(), kMostHistory)) {
    const Scenario& scenario = all[all.size() - 1 - kept];
    total += mostBytesOf(budget.takes(scenario) ? Scenario() : scenario);
    if (total > kMostHistoryBytes) break;
    ++kept;
  }
  return all.last(kept);
}

// The designs whose strategies have room: small ones first, so that as many as possible open at once.
std::vector<bool> packedDesigns(const Session& session) {
  const std::uint64_t mostStrategies = roomForStrategies(session);
  std::vector<std::size_t> order(session.designs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return session.designs[i].strategyFile.size(); });
  std::vector<bool> packed(order.size(), false);
  std::uint64_t total = 0;
  for (const std::size_t i : order) {
    const std::uint64_t bytes = session.designs[i].strategyFile.size();
    total += bytes / 3 * 4 + 4;
    packed[i] = bytes <= kMostPackedStrategy && total <= mostStrategies;
  }
  return packed;
}

Json viewJson(const Session& session) {
  // A view from the window must obey the same rules as one from a file.
  const nlohmann::json view = parseJson(session.viewJson, "view", "view");
  if (!view.is_object() || session.viewJson.size() > kMostViewBytes)
    throw InvalidArgument("view", session.viewJson.substr(0, 80), Core::tr("a JSON object of at most 1 MiB"));
  return view;
}

std::string shortText(JsonObject& json, const char* key) {
  std::string text = json.text(key);
  if (text.size() > kMostTextBytes) json.refuse(key, Core::tr("is longer than any text of its kind"));
  return text;
}

void readFound(JsonObject json, SessionDesign& design) {
  design.mechanism = json.named("mechanism", mechanismFromName);
  if (design.mechanism == &bestMechanism()) json.refuse("mechanism", Core::tr("'best' is not the name of a mechanism"));
  design.bands = json.integer("bands", 1);
  readFigures(json, design.figures, FiguresExtent::Brief, kScenarioVersion);
  json.finish();
}

void readSeconds(JsonObject json, DesignSeconds& seconds) {
  seconds.optimize = json.notNegative("optimize");
  seconds.calibrate = json.notNegative("calibrate");
  seconds.total = json.notNegative("total");
  json.finish();
}

SessionDesign readDesign(JsonObject json) {
  SessionDesign design;
  design.id = json.integer("id", 1, kMostId);
  design.name = shortText(json, "name");
  if (design.name.empty()) json.refuse("name", Core::tr("must not be empty"));
  design.shown = json.flag("shown");
  design.scenario = readScenario(json.object("scenario"));
  readFound(json.object("figures"), design);
  JsonObject optimizer = json.object("optimizer");
  (void)shortText(optimizer, "message");
  design.optimizer = readOptimizer(optimizer);
  optimizer.finish();
  readSeconds(json.object("seconds"), design.seconds);
  if (const auto packed = json.textOrNull("strategy")) {
    const auto bytes = fromBase64(*packed);
    if (!bytes) json.refuse("strategy", Core::tr("is not base64"));
    if (bytes->empty() || bytes->size() > kMostPackedStrategy)
      json.refuse("strategy",
                  {Core::tr("%1 bytes are not allowed: must be from 1 to %2"), bytes->size(), kMostPackedStrategy});
    design.strategyFile = *bytes;
  }
  json.finish();
  return design;
}

SessionSnapshot readSnapshot(JsonObject json) {
  SessionSnapshot snapshot{shortText(json, "name"), readScenario(json.object("scenario"))};
  if (snapshot.name.empty() || snapshot.name.size() > kMostSnapshotName)
    json.refuse("name", {Core::tr("must have from 1 to %1 bytes"), kMostSnapshotName});
  json.finish();
  return snapshot;
}

void readEntries(JsonObject& json, Session& session) {
  for (JsonObject entry : json.objects("entries")) {
    const std::string field = shortText(entry, "field");
    if (!session.entries.emplace(field, shortText(entry, "text")).second)
      entry.refuse("field", {Core::tr("'%1' has an entry already"), field});
    entry.finish();
  }
}

}  // namespace

std::string sessionText(const Session& session) {
  const PackedStrategies imported = packedStrategies(session);
  const bool snapshots = !session.snapshots.empty();
  Json json = headJson(kSessionFormat, snapshots          ? kSessionSnapshotVersion
                                       : imported.empty() ? kSessionVersion
                                                          : kSessionImportedVersion);
  RatesBudget budget;
  json["scenario"] = budget.json(session.scenario);
  if (snapshots || !imported.empty()) json["imported_strategies"] = imported.json();
  for (const SessionSnapshot& snapshot : session.snapshots)
    json["snapshots"].push_back({{"name", snapshot.name}, {"scenario", budget.json(snapshot.scenario)}});
  json["designs"] = Json::array();
  const std::vector<bool> packed = packedDesigns(session);
  for (std::size_t i = 0; i < session.designs.size(); ++i)
    json["designs"].push_back(designJson(session.designs[i], packed[i], budget));
  json["baseline"] = session.baseline ? Json(*session.baseline) : Json(nullptr);
  json["entries"] = Json::array();
  for (const auto& [field, text] : session.entries) json["entries"].push_back({{"field", field}, {"text", text}});
  json["view"] = viewJson(session);
  json["history"] = Json::array();
  const std::span<const Scenario> history = keptHistory(session, budget);
  // The newest come first where the rates of all are too many.
  std::vector<Json> kept;
  for (auto scenario = history.rbegin(); scenario != history.rend(); ++scenario) kept.push_back(budget.json(*scenario));
  for (auto scenario = kept.rbegin(); scenario != kept.rend(); ++scenario)
    json["history"].push_back(std::move(*scenario));
  json["origin"] =
      session.origin ? Json{{"file", session.origin->file}, {"modified", session.origin->modified}} : Json(nullptr);
  return json.dump(1, ' ', true, Json::error_handler_t::replace) + '\n';
}

Session readSession(JsonObject json) {
  const Index version = json.head(kSessionFormat, kSessionVersion, kSessionSnapshotVersion);
  Session session;
  const PackedStrategies imported = version >= kSessionImportedVersion
                                        ? PackedStrategies::read(json.objects("imported_strategies"))
                                        : PackedStrategies();
  // Rates that the text does not hold, and as many in it, where the JSON reader allows no more.
  Index rates = 2 * kMostRatesLeftOut;
  const auto count = [&](const Scenario& scenario, const char* key) {
    rates -= std::ssize(scenario.workload.eta()) + std::ssize(scenario.workload.given());
    if (rates < 0) json.refuse(key, Core::tr("has more learning rates than any session"));
  };
  session.scenario = readScenario(json.object("scenario"));
  imported.complete(session.scenario);
  count(session.scenario, "scenario");
  if (version >= kSessionSnapshotVersion) {
    for (JsonObject snapshot : json.objects("snapshots")) {
      if (session.snapshots.size() == kMostSnapshots)
        json.refuse("snapshots", {Core::tr("has more than %1 scenarios"), kMostSnapshots});
      session.snapshots.push_back(readSnapshot(snapshot));
      imported.complete(session.snapshots.back().scenario);
      count(session.snapshots.back().scenario, "snapshots");
    }
  }
  std::set<Index> ids;
  for (JsonObject design : json.objects("designs")) {
    session.designs.push_back(readDesign(design));
    imported.complete(session.designs.back().scenario);
    count(session.designs.back().scenario, "designs");
    const Index id = session.designs.back().id;
    if (!ids.insert(id).second) design.refuse("id", {Core::tr("%1 stands there twice"), id});
  }
  session.baseline = json.integerOrNull("baseline", 1);
  if (session.baseline && !ids.contains(*session.baseline))
    json.refuse("baseline", {Core::tr("%1 is none of the designs"), *session.baseline});
  readEntries(json, session);
  const nlohmann::json& view = json.value("view");
  if (!view.is_object()) json.refuse("view", Core::tr("must be an object"));
  session.viewJson = view.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  if (session.viewJson.size() > kMostViewBytes) json.refuse("view", Core::tr("is longer than any text of its kind"));
  for (JsonObject scenario : json.objects("history")) {
    if (session.history.size() == kMostHistory)
      json.refuse("history", {Core::tr("has more than %1 scenarios"), kMostHistory});
    session.history.push_back(readScenario(scenario));
    imported.complete(session.history.back());
    count(session.history.back(), "history");
  }
  if (!json.value("origin").is_null()) {
    JsonObject origin = json.object("origin");
    session.origin = SessionOrigin{shortText(origin, "file"), origin.flag("modified")};
    origin.finish();
  }
  json.finish();
  return session;
}

void writeSession(const std::filesystem::path& path, const Session& session) {
  const std::string text = sessionText(session);
  // A session that could not be read back must not replace one that can.
  if (text.size() > kMostSessionBytes)
    throw IoError(path, {Core::tr("would have %1 bytes, more than the %2 of a session: pin fewer designs"), text.size(),
                         kMostSessionBytes});
  writeFileAtomically(path, text);
}

Session parseSession(std::string_view text, const std::filesystem::path& path) {
  const nlohmann::json parsed = parseJson(text, path, "session");
  return readSession(JsonObject(parsed, path, "session"));
}

Session readSession(const std::filesystem::path& path) {
  // The text is gone before what it says is copied.
  const nlohmann::json parsed = parseJson(readTextFile(path, kMostSessionBytes), path, "session");
  return readSession(JsonObject(parsed, path, "session"));
}

}  // namespace noiseloom
