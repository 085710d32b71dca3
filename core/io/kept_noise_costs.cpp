#include "core/io/kept_noise_costs.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "core/base/version.h"
#include "core/io/atomic_file.h"
#include "core/io/input_file.h"
#include "core/io/json_reader.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

constexpr char kCostsFormat[] = "noiseloom-noise-costs";
constexpr Index kCostsVersion = 1;
constexpr std::uint64_t kMostCostsBytes = std::uint64_t{1} << 20;
constexpr std::size_t kMostKept = 1000;

// Two machines of one kind share a home folder and figures.
std::string processorName() {
  std::ifstream info("/proc/cpuinfo");
  std::string name = "unknown";
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    name = line.substr(std::min(line.size(), line.find(':') + 2));
    break;
  }
  return name + ", " + std::to_string(std::thread::hardware_concurrency()) + " threads";
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::filesystem::path cacheFolder() {
  const std::filesystem::path chosen = variable("XDG_CACHE_HOME");
  if (chosen.is_absolute()) return chosen / "noiseloom";
  const std::filesystem::path home = variable("HOME");
  return home.is_absolute() ? home / ".cache" / "noiseloom" : std::filesystem::path();
}

std::string noiseCostsText(const std::map<NoiseKernel, NoiseCost>& costs, const std::string& processor) {
  nlohmann::ordered_json json = {{"format", kCostsFormat},
                                 {"version", kCostsVersion},
                                 {"software_version", NOISELOOM_VERSION},
                                 {"processor", processor},
                                 {"costs", nlohmann::ordered_json::array()}};
  for (const auto& [kernel, cost] : costs) {
    if (cost.spread > kMostKeptSpread || json["costs"].size() == kMostKept) continue;
    json["costs"].push_back({{"kind", kernel.kind},
                             {"rows", kernel.rows},
                             {"number_type", toString(kernel.numberType)},
                             {"coordinates", kernel.coordinates},
                             {"seconds_per_million", cost.secondsPerMillion},
                             {"spread", cost.spread},
                             {"measurement", cost.measurement}});
  }
  return json.dump(1) + "\n";
}

std::map<NoiseKernel, NoiseCost> parseNoiseCosts(std::string_view text, const std::filesystem::path& path,
                                                 const std::string& processor) {
  const nlohmann::json parsed = parseJson(text, path, "noise costs");
  JsonObject json(parsed, path, "noise costs");
  json.expect("format", kCostsFormat);
  if (json.integer("version") != kCostsVersion || json.text("software_version") != NOISELOOM_VERSION ||
      json.text("processor") != processor)
    return {};
  std::map<NoiseKernel, NoiseCost> costs;
  for (JsonObject each : json.objects("costs")) {
    NoiseKernel kernel;
    kernel.kind = each.text("kind");
    kernel.rows = each.integer("rows");
    kernel.numberType = each.named<NumberType>("number_type");
    kernel.coordinates = each.integer("coordinates", 1);
    NoiseCost cost;
    cost.secondsPerMillion = each.positive("seconds_per_million");
    cost.spread = each.notNegative("spread");
    cost.measurement = each.text("measurement");
    each.finish();
    costs.emplace(std::move(kernel), std::move(cost));
  }
  json.finish();
  return costs;
}

KeptNoiseCosts::KeptNoiseCosts(std::filesystem::path folder) {
  if (folder.empty()) return;
  m_file = std::move(folder) / "noise-costs.json";
  try {
    m_kept = parseNoiseCosts(readTextFile(m_file, kMostCostsBytes), m_file, processorName());
    learnNoiseCosts(m_kept);
  } catch (const std::exception&) {
    // It is measured again.
  }
}

KeptNoiseCosts::~KeptNoiseCosts() {
  if (m_file.empty()) return;
  try {
    const std::map<NoiseKernel, NoiseCost> known = knownNoiseCosts();
    if (known.size() == m_kept.size()) return;
    const std::string processor = processorName();
    const std::string text = noiseCostsText(known, processor);
    if (parseNoiseCosts(text, m_file, processor).size() == m_kept.size()) return;
    std::filesystem::create_directories(m_file.parent_path());
    writeFileAtomically(m_file, text);
  } catch (const std::exception&) {
    // It is measured again next time.
  }
}

}  // namespace noiseloom
