#include <stdexcept>

#include "core/base/expression.h"
#include "core/io/examples_file.h"
#include "core/io/kept_noise_costs.h"
#include "core/io/scenario_json.h"
#include "core/io/session.h"
#include "core/io/workload_files.h"
#include "core/search/designer.h"
#include "core/snippet/scenario_link.h"
#include "core/workload/spectrum.h"
#include "tests/core/scenarios.h"
#include "tests/fuzz/fuzz_reader.h"

namespace noiseloom::fuzz {
namespace {

void expect(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

Scenario small() {
  return Scenario({.iterations = 12, .epochs = 3, .epsilon = 4});
}

void readScenarioText(std::string_view bytes, const std::filesystem::path& file) {
  const Scenario scenario = parseScenario(bytes, file);
  const std::string text = scenarioText(scenario);
  expect(scenarioText(parseScenario(text, file)) == text, "a scenario is not read back as it was written");
}

std::vector<std::string> scenarios() {
  const Scenario schedule = with(small(), {.workload = Workload::prefix().withMomentum(0.9)});
  Scenario curved = small();
  curved.workload = curved.workload.withSpectrum(parseSpectrum("0.01:2, 0.1"));
  curved.objective = ErrorObjective::Curvature;
  return {scenarioText(small()), scenarioText(schedule), scenarioText(curved)};
}

void readLink(std::string_view bytes, const std::filesystem::path&) {
  const Scenario scenario = scenarioOfLink(bytes);
  const std::string link = scenarioLink(scenario);
  expect(scenarioLink(scenarioOfLink(link)) == link, "a link is not read back as it was written");
}

std::vector<std::string> links() {
  const Scenario schedule = with(small(), {.workload = Workload::prefix().withMomentum(0.9)});
  Scenario curved = small();
  curved.workload = curved.workload.withSpectrum(parseSpectrum("0.01:2, 0.1"));
  curved.objective = ErrorObjective::Curvature;
  return {scenarioLink(small()), scenarioLink(schedule), scenarioLink(curved)};
}

void readSessionText(std::string_view bytes, const std::filesystem::path& file) {
  const Session session = parseSession(bytes, file);
  const std::string text = sessionText(session);
  expect(sessionText(parseSession(text, file)) == text, "a session is not read back as it was written");
}

std::vector<std::string> sessions() {
  Session plain;
  plain.scenario = small();
  plain.entries = {{"epsilon", "4*"}};
  plain.history = {small()};
  plain.origin = SessionOrigin{"/home/a/b.noiseloom", true};
  Session full = plain;
  const auto found = design(small());
  full.designs.push_back(sessionDesign(1, "first", true, *found));
  full.designs.push_back(sessionDesign(2, "packed", false, *found));
  full.designs.back().strategyFile = packStrategy(*found);
  full.baseline = 2;
  return {sessionText(plain), sessionText(full)};
}

void readRates(std::string_view, const std::filesystem::path& file) {
  for (const double rate : readLearningRates(file, 0)) expect(rate > 0, "a learning rate is not above 0");
}

std::vector<std::string> rates() {
  return {"1\n0.5 # half\n0.25,0.125\n", "1e-3 1e-4\n\n#\n2"};
}

void readSpectrum(std::string_view bytes, const std::filesystem::path&) {
  const Spectrum spectrum = parseSpectrum(bytes);
  if (!spectrum.empty()) expect(parseSpectrum(toText(spectrum)) == spectrum, "a spectrum is not read back");
}

std::vector<std::string> spectra() {
  return {"0.001:5, 0.01, 0.1:2", "1;0.5\n0.25"};
}

void readExpression(std::string_view bytes, const std::filesystem::path&) {
  const auto known = [](std::string_view name) -> std::optional<double> {
    if (name == "design.rmse") return 12.5;
    return {};
  };
  for (const ExpressionResult& result : {evaluateExpression(bytes), evaluateExpression(bytes, known)}) {
    if (result.value) expect(*result.value - *result.value == 0, "an expression is not finite");
  }
}

std::vector<std::string> expressions() {
  return {"50000*20/500", "2^-14",   "1e-6", "80 GB", "16Gi", "max(design.rmse, 3) < 4 and sqrt(2) >= 1",
          "1_000_000",    "-(3)^2^2"};
}

void readTable(std::string_view bytes, const std::filesystem::path& file) {
  CsvChoices choices;
  // Arrays have nothing to choose.
  if (bytes.size() % 2 == 1 && !bytes.starts_with('\0')) choices = {{}, CsvWords::Indicators, CsvGaps::LeaveOutRows};
  const auto table = readExamples({.data = file, .csv = choices});
  expect(table.has_value(), "nobody stopped the reader");
}

std::vector<std::string> tables() {
  std::string pixels("\0\0\x08\x03\0\0\0\x02\0\0\0\x02\0\0\0\x02", 16);
  pixels += "abcdefgh";
  return {"x,y,class\n1,2,a\n3,4.5,b\n-1e-3,0,a\n", "1;2\n3;4\n", "a;b;c\n1,5;x;y\n;x;z\n2;y;z\n", pixels};
}

void readCosts(std::string_view bytes, const std::filesystem::path& file) {
  const auto costs = parseNoiseCosts(bytes, file, "a processor");
  expect(parseNoiseCosts(noiseCostsText(costs, "a processor"), file, "a processor").size() <= costs.size(),
         "what noise costs is not read back as it was written");
}

std::vector<std::string> costs() {
  return {noiseCostsText({{{"toeplitz", 31, NumberType::Float32, 4096}, {0.01, 0.1, "fastest of 3 steps"}}},
                         "a processor")};
}

constexpr Reader kReaders[] = {
    {"scenario", readScenarioText, scenarios},   {"session", readSessionText, sessions},
    {"learning-rates", readRates, rates},        {"spectrum", readSpectrum, spectra},
    {"expression", readExpression, expressions}, {"examples", readTable, tables},
    {"noise-costs", readCosts, costs},           {"link", readLink, links},
};

}  // namespace

std::span<const Reader> textReaders() {
  return kReaders;
}

}  // namespace noiseloom::fuzz
