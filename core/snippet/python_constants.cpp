#include <algorithm>

#include "core/base/check.h"
#include "core/claim/claim.h"
#include "core/snippet/python_parts.h"

namespace noiseloom {
namespace {

bool strategyFromFile(const Design& design) {
  return pythonKind(design.strategy).fromFile;
}

bool ratesFromFile(const Design& design) {
  const Workload& workload = design.scenario.workload;
  return std::max(std::ssize(workload.eta()), std::ssize(workload.given())) > kMostInlineNumbers;
}

std::string workloadNumbers(const Design& design) {
  const Workload& workload = design.scenario.workload;
  if (workload.isMatrix()) {
    return "# The errors are those of A g: row i of A, up to its diagonal, is WORKLOAD[i (i + 1) / 2 :][: i + 1].\n" +
           pythonNumbers("WORKLOAD", workload.given(), "workload_coefficients", ratesFromFile(design)) +
           "assert len(WORKLOAD) == N * (N + 1) // 2\n";
  }
  if (!workload.given().empty()) {
    return "# The errors are those of A g, where row i of A g is the sum of WORKLOAD[i - j] g_j over j <= i.\n" +
           pythonNumbers("WORKLOAD", workload.given(), "workload_coefficients", ratesFromFile(design)) +
           "assert len(WORKLOAD) >= N\n";
  }
  const bool averages = workload.averaging() != 0, all = workload.averagesAll(), means = workload.window() != 1;
  std::string text = "# The errors are those of the ";
  if (means) text += std::string("mean of the last WINDOW ") + (averages ? "averages a" : "iterates x");
  if (!means) text += all ? "mean a of all iterates so far" : averages ? "average a of the iterates" : "iterates x";
  text += averages || means ? ", which is released:\n#" : " of:";
  text += " m = MOMENTUM * m + g,  x = WEIGHT_DECAY * x + rate * m";
  text += all ? ",  a = a + (x - a) / steps.\n" : averages ? ",  a = AVERAGING * a + (1 - AVERAGING) * x.\n" : ".\n";
  text += "MOMENTUM = " + shortest(workload.beta()) + "\nWEIGHT_DECAY = " + shortest(workload.alpha()) + "\n";
  if (averages && !all) text += "AVERAGING = " + shortest(workload.averaging()) + "\n";
  if (means) text += "WINDOW = " + std::to_string(workload.window()) + "\n";
  if (workload.eta().empty()) return text + "RATES = np.ones(N)\n";
  return text + pythonNumbers("RATES", workload.eta(), "learning_rates", ratesFromFile(design)) +
         "assert len(RATES) == N\n";
}

constexpr char kOpenFile[] = R"py(
FILE = sys.argv[1] if len(sys.argv) > 1 else "strategy.npz"     # exported from Noiseloom
file = dict(np.load(FILE, allow_pickle=False))
assert math.isclose(json.loads(str(file["metadata"]))["stddev"], STDDEV, rel_tol=1e-9), FILE + " holds another design"
)py";

constexpr char kNumbers[] = R"py(N = @N@
CLIP_NORM = @CLIP@
NOISE_MULTIPLIER = @SIGMA@      # sigma: of a mechanism whose sensitivity is 1. NOT what the noise is scaled by
SENSITIVITY = @SENS@      # of C under @PARTICIPATION@ participation, @KIND@
STDDEV = @STDDEV@      # CLIP_NORM * NOISE_MULTIPLIER * SENSITIVITY: what z is multiplied by
RMSE, MAX_ERROR, LAST_ERROR = @RMSE@, @MAX@, @LAST@      # as shown: x clip norm
)py";

}  // namespace

bool snippetNeedsFile(const Design& design) {
  return strategyFromFile(design) || ratesFromFile(design);
}

std::string filled(std::string_view text, std::initializer_list<std::pair<std::string_view, std::string>> values) {
  std::string result(text);
  for (const auto& [name, value] : values) {
    const std::string mark = "@" + std::string(name) + "@";
    for (std::size_t at = result.find(mark); at != std::string::npos; at = result.find(mark, at + value.size()))
      result.replace(at, mark.size(), value);
  }
  return result;
}

std::string pythonTuple(std::span<const double> values) {
  constexpr std::size_t kALine = 4;
  std::string text = "(";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values.size() > kALine && i % kALine == 0) text += "\n    ";
    text += shortest(values[i]) + ",";
    if (i + 1 < values.size() && (i + 1) % kALine != 0) text += ' ';
  }
  return text + (values.size() > kALine ? "\n)" : ")");
}

std::string pythonNumbers(const std::string& name, std::span<const double> values, const char* array, bool fromFile) {
  return name + " = " + (fromFile ? "file[\"" + std::string(array) + "\"]" : pythonTuple(values)) + "\n";
}

std::string pythonConstants(const Design& design) {
  checkPositive("stddev", design.stddev);
  checkPositive("rmse", design.error.mean);
  std::string text = filled(kNumbers, {{"N", std::to_string(design.scenario.iterations)},
                                       {"CLIP", shortest(design.scenario.clipNorm)},
                                       {"SIGMA", shortest(design.noiseMultiplier.value)},
                                       {"SENS", shortest(design.sensitivity.value)},
                                       {"PARTICIPATION", std::string(toString(design.scenario.participation().schema))},
                                       {"KIND", std::string(toString(design.sensitivity.kind))},
                                       {"STDDEV", shortest(design.stddev)},
                                       {"RMSE", shortest(design.error.mean)},
                                       {"MAX", shortest(design.error.max)},
                                       {"LAST", shortest(design.error.last)}});
  if (snippetNeedsFile(design)) text += kOpenFile;
  return text + "\n" + pythonKind(design.strategy).constants + "\n" + workloadNumbers(design);
}

}  // namespace noiseloom
