#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/snippet/python_parts.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

constexpr char kIdentity[] = R"py(    return None, draw()
)py";

constexpr char kToeplitz[] = R"py(    z = draw()
    kept = rows(BANDS - 1, z) if state is None else state
    u = (z - weighted(COEFFICIENTS[1:], kept)) / COEFFICIENTS[0]
    return newest_first(u, kept)[: BANDS - 1], u / at(COLUMN_SCALE, step, z)
)py";

constexpr char kInverse[] = R"py(    z = draw()
    kept = rows(len(NOISING) - 1, z) if state is None else state
    y = NOISING[0] * z + weighted(NOISING[1:], kept)
    return newest_first(z, kept)[: len(NOISING) - 1], @SCALED@
)py";

constexpr char kBlt[] = R"py(    z = draw()
    buffers = rows(len(DECAYS), z) if state is None else state
    y = z + weighted(SCALES, buffers)
    decays = like(DECAYS, z).reshape((len(DECAYS),) + (1,) * len(z.shape))
    return decays * buffers + z, y
)py";

constexpr char kBanded[] = R"py(    z = draw()
    kept = rows(BANDS - 1, z) if state is None else state
    row = at(ROWS[:, ::-1].copy(), step, z)      # C[step, step], C[step, step - 1], ..
    y = (z - weighted(row[1:], kept)) / row[0]
    return newest_first(y, kept)[: BANDS - 1], y
)py";

constexpr char kDense[] = R"py(    z = draw()
    inside = step % len(INVERSE)                 # a new block forgets the one before
    kept = newest_first(z, rows(0, z) if inside == 0 else state)
    return kept, weighted(INVERSE[inside, inside::-1].copy(), kept)
)py";

constexpr char kTree[] =
    R"py(    estimates = {} if state is None else dict(state)      # by height: the newest complete node
    replaced, own = 0.0, 1.0
    heights = range((~step & (step + 1)).bit_length())      # of the nodes that this step completes
    for height in heights:
        if height == 0:
            node = draw()
        else:
            own = 1 / (1 + 1 / (2 * own)) if FROM_BELOW else 1.0
            node = own * draw() + (1 - own) * (node + estimates[height - 1])
            replaced = replaced + estimates[height - 1]
    estimates[heights[-1]] = node
    return estimates, node - replaced
)py";

constexpr char kRecursive[] =
    R"py(    buffers, sums = ({}, {}) if state is None else (dict(state[0]), dict(state[1]))      # by level

    def estimate(level):
        z = draw()
        kept = buffers.get(level, rows(DECAYS.shape[1], z))
        decays = like(DECAYS[level], z).reshape((DECAYS.shape[1],) + (1,) * len(z.shape))
        buffers[level] = decays * kept + z
        y = (z + weighted(SCALES[level], kept)) / float(WEIGHTS[level])
        sums[level] = sums.get(level, 0.0) + y
        return y

    y, level = 0.0, 0
    while step > 0 and step % BLOCK ** (level + 1) == 0:
        level += 1      # of the largest block that the step before has ended
    if level > 0:
        y = estimate(level)
        for below in range(level):      # whose copies end: the block has their sums now
            y = y - sums.pop(below, 0.0)
            buffers.pop(below, None)
    return (buffers, sums), y + estimate(0)
)py";

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

PythonKind toeplitzCode(const ToeplitzStrategy& toeplitz, bool file) {
  std::string text = "# C[i, j] = COEFFICIENTS[i - j] * COLUMN_SCALE[j] for 0 <= i - j < BANDS, else 0.\n" +
                     pythonNumbers("COEFFICIENTS", toeplitz.coefficients(), "strategy_coef", file) +
                     "BANDS = len(COEFFICIENTS)\nCOLUMN_SCALE = np.ones(N)\n";
  if (toeplitz.scaling() == ColumnScaling::Normalized && toeplitz.bands() > 1) {
    text +=
        "for column in range(N - BANDS + 1, N):     # columns that the last row cuts short get the norm of the "
        "others\n"
        "    COLUMN_SCALE[column] = math.sqrt(np.dot(COEFFICIENTS, COEFFICIENTS)\n"
        "                                     / np.dot(COEFFICIENTS[: N - column], COEFFICIENTS[: N - column]))\n";
  }
  return {.constants = std::move(text), .correlate = kToeplitz, .fromFile = file, .hasCoefficients = true};
}

PythonKind inverseCode(const InverseToeplitzStrategy& inverse, bool file) {
  const bool scaled = inverse.scaling() == ColumnScaling::Normalized;
  return {.constants = "# The inverse is banded: C^-1[i, j] = NOISING[i - j]" +
                       std::string(scaled ? " / COLUMN_SCALE[i]" : "") + " for 0 <= i - j < len(NOISING), else 0.\n" +
                       pythonNumbers("NOISING", inverse.noisingCoefficients(), "noising_coef", file) +
                       (scaled ? "BANDS = " + std::to_string(inverse.bands()) + kInverseScale : ""),
          .correlate = filled(kInverse, {{"SCALED", scaled ? "y / at(COLUMN_SCALE, step, z)" : "y"}}),
          .fromFile = file};
}

PythonKind bltCode(const BltStrategy& blt, bool file) {
  return {.constants =
              "# C^-1[i, i] = 1 and C^-1[i, i - t] = sum(SCALES * DECAYS ** (t - 1)): one row of memory a "
              "buffer.\n" +
              pythonNumbers("DECAYS", blt.parameters().inverseTheta, "inverse_buf_decay", file) +
              pythonNumbers("SCALES", blt.parameters().inverseOmega, "inverse_output_scale", file),
          .correlate = kBlt,
          .fromFile = file};
}

PythonKind recursiveCode(const RecursiveBltStrategy& recursive, bool file) {
  const std::string levels = std::to_string(recursive.levels());
  return {.constants =
              "# A tree of blocks, BLOCK of them in the next larger one: the inverse of a BLT for each of the " +
              levels + " levels.\nBLOCK = " + std::to_string(recursive.blockSize()) + "\n" +
              pythonNumbers("WEIGHTS", recursive.weights(), "level_weight", file) +
              pythonNumbers("DECAYS", recursive.inverseTheta(), "inverse_buf_decay", file) +
              pythonNumbers("SCALES", recursive.ofLevels(&BltParameters::inverseOmega), "inverse_output_scale", file) +
              "DECAYS = np.reshape(DECAYS, (" + levels + ", -1))\nSCALES = np.reshape(SCALES, (" + levels + ", -1))\n",
          .correlate = kRecursive,
          .fromFile = file,
          .stepMayBeTraced = false};
}

}  // namespace

PythonKind pythonKind(const Strategy& strategy) {
  std::size_t count = 0;
  for (const StrategyArray& array : strategyArrays(strategy))
    count += array.followsFrom.empty() ? array.values.size() : 0;
  const bool file = static_cast<Index>(count) > kMostInlineNumbers;
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) return toeplitzCode(*toeplitz, file);
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) return inverseCode(*inverse, file);
  if (const auto* blt = strategy.as<BltStrategy>()) return bltCode(*blt, file);
  if (const auto* recursive = strategy.as<RecursiveBltStrategy>()) return recursiveCode(*recursive, file);
  if (strategy.as<BandedStrategy>()) {
    return {.constants =
                "# C[i, i - lag] = ROWS[i, BANDS - 1 - lag] for 0 <= lag < BANDS, else 0.\n"
                "ROWS = file[\"bands\"]\nBANDS = ROWS.shape[1]\n",
            .correlate = kBanded,
            .fromFile = true};
  }
  if (strategy.as<DenseStrategy>()) {
    return {.constants =
                "# C^-1 repeats this lower-triangular block along its diagonal; the last one is cut at N.\n"
                "INVERSE = file[\"C_inv\"]\n",
            .correlate = kDense,
            .fromFile = true,
            .stepMayBeTraced = false};
  }
  if (const auto* tree = strategy.as<TreeStrategy>()) {
    const bool below = tree->estimate() == TreeEstimate::FromBelow;
    return {.constants =
                "# A noisy sum for each complete node of the binary tree; a node's estimate uses " +
                std::string(below ? "all nodes below it.\nFROM_BELOW = True\n" : "itself alone.\nFROM_BELOW = False\n"),
            .correlate = kTree,
            .needsArrays = false,
            .stepMayBeTraced = false};
  }
  if (strategy.isIdentity()) {
    return {.constants = "# C is the identity: the noise of the steps is independent.\n",
            .correlate = kIdentity,
            .needsArrays = false};
  }
  throw InvalidArgument("strategy", strategy.kindName(), Core::tr("a kind that Python code is known for"));
}

}  // namespace noiseloom
