#include <cmath>

#include "core/base/check.h"
#include "core/claim/claim.h"
#include "core/snippet/python_parts.h"

namespace noiseloom {
namespace {

// Numbers that stand in the strategy itself; kNoLimit for those that only a file holds.
Index numbersOf(const Strategy& strategy) {
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) return toeplitz->bands();
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) return inverse->noisingBands();
  if (const auto* blt = strategy.as<BltStrategy>()) return 2 * blt->buffers();
  if (const auto* recursive = strategy.as<RecursiveBltStrategy>())
    return recursive->levels() * (2 * recursive->buffers() + 1);
  if (strategy.as<IdentityStrategy>() || strategy.as<TreeStrategy>()) return 0;
  return kNoLimit;
}

bool strategyFromFile(const Design& design) {
  return numbersOf(design.strategy) > kMostInlineNumbers;
}

bool ratesFromFile(const Design& design) {
  return static_cast<Index>(design.scenario.workload.eta().size()) > kMostInlineNumbers;
}

// "NAME = values", inline or from the file's array.
std::string numbers(const std::string& name, std::span<const double> values, const char* array, bool fromFile) {
  return name + " = " + (fromFile ? "file[\"" + std::string(array) + "\"]" : pythonTuple(values)) + "\n";
}

// After the number of coefficients of C that are not zero.
constexpr char kInverseScale[] = R"py(      # coefficients of C, the inverse series, before they vanish
SERIES = np.zeros(BANDS)
for lag in range(BANDS):
    known = SERIES[max(0, lag - len(NOISING) + 1) : lag][::-1]
    SERIES[lag] = ((lag == 0) - np.dot(NOISING[1 : 1 + len(known)], known)) / NOISING[0]
COLUMN_SCALE = np.ones(N)
if BANDS > 1:                              # columns that the last row cuts short get the norm of the others
    norms = np.cumsum(SERIES**2)
    COLUMN_SCALE[N - BANDS + 1 :] = np.sqrt(norms[-1] / norms[BANDS - 2 :: -1])
)py";

std::string strategyNumbers(const Design& design) {
  const bool file = strategyFromFile(design);
  if (const auto* toeplitz = design.strategy.as<ToeplitzStrategy>()) {
    std::string text = "# C[i, j] = COEFFICIENTS[i - j] * COLUMN_SCALE[j] for 0 <= i - j < BANDS, else 0.\n" +
                       numbers("COEFFICIENTS", toeplitz->coefficients(), "strategy_coef", file) +
                       "BANDS = len(COEFFICIENTS)\nCOLUMN_SCALE = np.ones(N)\n";
    if (toeplitz->scaling() == ColumnScaling::Normalized && toeplitz->bands() > 1) {
      text +=
          "for column in range(N - BANDS + 1, N):     # columns that the last row cuts short get the norm of the "
          "others\n"
          "    COLUMN_SCALE[column] = math.sqrt(np.dot(COEFFICIENTS, COEFFICIENTS)\n"
          "                                     / np.dot(COEFFICIENTS[: N - column], COEFFICIENTS[: N - column]))\n";
    }
    return text;
  }
  if (const auto* inverse = design.strategy.as<InverseToeplitzStrategy>()) {
    const bool scaled = inverse->scaling() == ColumnScaling::Normalized;
    return "# The inverse is banded: C^-1[i, j] = NOISING[i - j]" + std::string(scaled ? " / COLUMN_SCALE[i]" : "") +
           " for 0 <= i - j < len(NOISING), else 0.\n" +
           numbers("NOISING", inverse->noisingCoefficients(), "noising_coef", file) +
           (scaled ? "BANDS = " + std::to_string(inverse->bands()) + kInverseScale : "");
  }
  if (const auto* blt = design.strategy.as<BltStrategy>()) {
    return "# C^-1[i, i] = 1 and C^-1[i, i - t] = sum(SCALES * DECAYS ** (t - 1)): one row of memory a buffer.\n" +
           numbers("DECAYS", blt->parameters().inverseTheta, "inverse_buf_decay", file) +
           numbers("SCALES", blt->parameters().inverseOmega, "inverse_output_scale", file);
  }
  if (design.strategy.as<BandedStrategy>()) {
    return "# C[i, i - lag] = ROWS[i, BANDS - 1 - lag] for 0 <= lag < BANDS, else 0.\nROWS = file[\"bands\"]\n"
           "BANDS = ROWS.shape[1]\n";
  }
  if (design.strategy.as<DenseStrategy>()) {
    return "# C^-1 repeats this lower-triangular block along its diagonal; the last one is cut at N.\n"
           "INVERSE = file[\"C_inv\"]\n";
  }
  if (const auto* tree = design.strategy.as<TreeStrategy>()) {
    return std::string("# A noisy sum for each complete node of the binary tree; a node's estimate uses ") +
           (tree->estimate() == TreeEstimate::FromBelow ? "all nodes below it.\nFROM_BELOW = True\n"
                                                        : "itself alone.\nFROM_BELOW = False\n");
  }
  if (const auto* recursive = design.strategy.as<RecursiveBltStrategy>()) {
    std::vector<double> scales;
    for (Index level = 0; level < recursive->levels(); ++level) {
      const std::vector<double>& own = recursive->blt(level).parameters().inverseOmega;
      scales.insert(scales.end(), own.begin(), own.end());
    }
    const std::string levels = std::to_string(recursive->levels());
    return "# A tree of blocks, BLOCK of them in the next larger one: the inverse of a BLT for each of the " + levels +
           " levels.\nBLOCK = " + std::to_string(recursive->blockSize()) + "\n" +
           numbers("WEIGHTS", recursive->weights(), "level_weight", file) +
           numbers("DECAYS", recursive->inverseTheta(), "inverse_buf_decay", file) +
           numbers("SCALES", scales, "inverse_output_scale", file) + "DECAYS = np.reshape(DECAYS, (" + levels +
           ", -1))\nSCALES = np.reshape(SCALES, (" + levels + ", -1))\n";
  }
  return "# C is the identity: the noise of the steps is independent.\n";
}

std::string workloadNumbers(const Design& design) {
  const Workload& workload = design.scenario.workload;
  std::string text =
      "# The errors are those of the iterates x of: m = MOMENTUM * m + g,  x = WEIGHT_DECAY * x + rate * m.\n";
  text += "MOMENTUM = " + shortest(workload.beta()) + "\nWEIGHT_DECAY = " + shortest(workload.alpha()) + "\n";
  if (workload.eta().empty()) return text + "RATES = np.ones(N)\n";
  return text + numbers("RATES", workload.eta(), "learning_rates", ratesFromFile(design)) + "assert len(RATES) == N\n";
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
    for (std::size_t at = result.find(mark); at != std::string::npos; at = result.find(mark, at + value.size())) {
      result.replace(at, mark.size(), value);
    }
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
  return text + "\n" + strategyNumbers(design) + "\n" + workloadNumbers(design);
}

}  // namespace noiseloom
