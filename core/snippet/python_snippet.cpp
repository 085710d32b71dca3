#include "core/snippet/python_snippet.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/version.h"
#include "core/claim/claim.h"
#include "core/snippet/python_parts.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

constexpr char kHeader[] = R"py("""Correlated noise for differentially private training, with @LIBRARY@.

@CLAIM@
Designed with Noiseloom @VERSION@.@WARNING@
@BATCHES@Which number is which: NOISE_MULTIPLIER (sigma) is that of a mechanism whose sensitivity is 1; STDDEV already holds the
clip norm and the sensitivity of the strategy, and is the only number that the noise is multiplied by. Clip each
@UNIT@'s gradient to CLIP_NORM, sum, and add the noise of the step to the SUM, before any division by the batch size.

Run as a program, this recomputes STDDEV and the errors and asserts that they are those that Noiseloom showed.@FILE@

A training job gets both halves, from one secret key, of Noiseloom's Python package: with the strategy file
`design = noiseloom.load("strategy.npz")` the noise of each step is `design.noise(key, parameters)`, and the batches that
the claim is about are `design.batches(key, dataset_size)`.
"""
)py";

constexpr char kNumPyNoise[] = R"py(
def noise(shape, rng):
    """For each step what to add to the sum of the clipped gradients.

    A real run needs a cryptographic generator, as Noiseloom's noise plan describes; rng is a numpy.random.Generator.
    """
    state = None
    for step in range(N):
        state, y = correlate(state, lambda: rng.standard_normal(shape), step)
        yield STDDEV * y

)py";

constexpr char kJaxNoise[] = R"py(
def noise_step(state, key, step, shape, dtype=jnp.float32):
    """Returns (state, what to add to the sum of the clipped gradients of this step); state is None before the first.

    key is that of the whole run, the same at every step, and as secret as the data.@TRACED@
    """
    drawn = []

    def draw():
        own = jax.random.fold_in(jax.random.fold_in(key, step), len(drawn))
        drawn.append(own)
        return jax.random.normal(own, shape, dtype)

    state, y = correlate(state, draw, step)
    return state, STDDEV * y

)py";

constexpr char kTorchNoise[] = R"py(
class CorrelatedNoiseOptimizer(DPOptimizer):
    """Opacus' optimizer with correlated noise: use it in place of DPOptimizer, for N steps.

    Opacus calls the ratio of standard deviation to max_grad_norm its noise_multiplier: here STDDEV / CLIP_NORM. Its
    accountant knows independent noise only, so take epsilon and delta from Noiseloom. The batches must be formed as the
    claim says. A real run needs a cryptographic generator.
    """

    def __init__(self, optimizer, *, expected_batch_size, **options):
        super().__init__(optimizer, noise_multiplier=STDDEV / CLIP_NORM, max_grad_norm=CLIP_NORM,
                         expected_batch_size=expected_batch_size, **options)
        self.noise_states = {}
        self.noise_steps = 0

    def add_noise(self):
        if self.noise_steps >= N:
            raise RuntimeError(f"the design is for {N} steps")
        for p in self.params:
            total = p.summed_grad

            def draw():
                return torch.randn(total.shape, dtype=total.dtype, device=total.device, generator=self.generator)

            self.noise_states[p], y = correlate(self.noise_states.get(p), draw, self.noise_steps)
            p.grad = (total + STDDEV * y).view_as(p)
        self.noise_steps += 1

)py";

// The rows of A C^-1 from its response to one impulse.
constexpr char kImpulse[] = R"py(
def squared_rows():
    """Squared norms of the rows of A C^-1, a Toeplitz matrix@BUT@: from the answer to a single impulse."""
    state = total = None
    response, d = np.zeros(N), np.zeros(N)      # of C^-1 and of A C^-1
    for step in range(N):
        z = @ARRAY@
        state, y = correlate(state, lambda: z, step)
@UNSCALE@        total, x = accumulate(total, y, step)
        response[step], d[step] = float(y[0]), float(x[0])
    v = np.cumsum(d**2)
@TAIL@    return v

)py";

constexpr char kTail[] = R"py(    total = None
    for step in range(N - BANDS + 1, N):        # what the rescaled columns change in the last rows
        change = np.zeros(N)
        change[: step + 1] = (1 / COLUMN_SCALE[step] - 1) * response[step::-1]
        total, moved = accumulate(total, change, step)
        row = np.array(moved)
        row[: step + 1] += d[step::-1]
        v[step] = row @ row
)py";

// Any strategy and workload: the columns of A C^-1 are the answers to unit vectors.
constexpr char kColumns[] = R"py(
def squared_rows(width=1024):
    """Squared norms of the rows of A C^-1, from the answers to all unit vectors, `width` of them at a time."""
    v, count = np.zeros(N), @ROWS@
    for begin in range(0, count, width):
        state = total = None
        drawn = 0

        def draw():
            nonlocal drawn
            unit = np.zeros(min(width, count - begin))
            if begin <= drawn < begin + len(unit):
                unit[drawn - begin] = 1
            drawn += 1
            return @UNIT@

        for step in range(N):
            state, y = correlate(state, draw, step)
            total, x = accumulate(total, y, step)
            v[step] += np.sum(np.asarray(x, dtype=float) ** 2)
    return v

)py";

constexpr char kCheck[] = R"py(
def check():
    """Recomputes what Noiseloom showed."""
    v, tolerance = squared_rows(), @TOLERANCE@
    assert math.isclose(STDDEV, CLIP_NORM * NOISE_MULTIPLIER * SENSITIVITY, rel_tol=1e-12)
@NORMS@    for name, shown, mean in (("rmse", RMSE, v.mean()), ("max error", MAX_ERROR, v.max()), ("last error", LAST_ERROR, v[-1])):
        recomputed = NOISE_MULTIPLIER * SENSITIVITY * math.sqrt(mean)
        assert math.isclose(recomputed, shown, rel_tol=tolerance), f"{name}: shown {shown}, recomputed {recomputed}"
        print(f"{name}: {recomputed:.6g} x clip norm, as shown")
    print(f"stddev of z: {STDDEV:.6g} (sigma {NOISE_MULTIPLIER:.6g} x sensitivity {SENSITIVITY:.6g} x clip norm {CLIP_NORM:.6g})")


if __name__ == "__main__":
    check()
)py";

std::string libraryName(PythonLibrary library) {
  switch (library) {
    case PythonLibrary::NumPy: return "NumPy";
    case PythonLibrary::Jax: return "JAX";
    case PythonLibrary::PyTorch: return "PyTorch and Opacus";
  }
  return {};
}

std::string imports(const Design& design, PythonLibrary library) {
  std::string text = snippetNeedsFile(design) ? "import json\nimport math\nimport sys\n\n" : "import math\n\n";
  if (library == PythonLibrary::Jax) text += "import jax\nimport jax.numpy as jnp\n";
  text += "import numpy as np\n";
  if (library == PythonLibrary::PyTorch) text += "import torch\nfrom opacus.optimizers import DPOptimizer\n";
  return text + "\n";
}

std::string noiseOf(const Design& design, PythonLibrary library) {
  if (library == PythonLibrary::NumPy) return kNumPyNoise;
  if (library == PythonLibrary::PyTorch) return kTorchNoise;
  const bool traceable = pythonKind(design.strategy).stepMayBeTraced;
  return filled(kJaxNoise, {{"TRACED", traceable ? " `step` may be traced once state is not None."
                                                 : " `step` must be a Python integer, not traced."}});
}

std::string arrayOf(PythonLibrary library, const std::string& values) {
  if (library == PythonLibrary::Jax) return "jnp.asarray(" + values + ")";
  if (library == PythonLibrary::PyTorch) return "torch.as_tensor(" + values + ")";
  return values;
}

// Three quotes or a backslash would end or change the text around it.
std::string quotable(std::string text) {
  std::replace(text.begin(), text.end(), '\\', '/');
  std::replace(text.begin(), text.end(), '"', '\'');
  return text;
}

std::string wrapped(const std::string& text) {
  constexpr std::size_t kWidth = 116;
  std::string lines;
  std::size_t length = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const bool breaks = length > 0 && length + 1 + end - at > kWidth;
    if (length > 0) lines += breaks ? '\n' : ' ';
    length = breaks || length == 0 ? end - at : length + 1 + end - at;
    lines.append(text, at, end - at);
    at = end + 1;
  }
  return lines;
}

bool isScaled(const Design& design) {
  const StrategySizes sizes = sizesOf(design.strategy);
  return sizes.bands > 1 && sizes.scaling == ColumnScaling::Normalized;
}

// Noise is then checked by the response to one impulse, of the workload and the strategy together.
bool hasImpulseResponse(const Design& design) {
  return design.scenario.workload.isToeplitz() && design.strategy.kind().series;
}

// The data loader's duties if the claim rests on how batches are drawn.
std::string batchesOf(const PrivacyClaim& claim) {
  if (!claim.batching->amplified()) return {};
  const auto found = std::ranges::find(claim.assumptions, "batching", &Assumption::name);
  if (found == claim.assumptions.end()) return {};
  return wrapped(quotable("The claim holds for these batches alone: " + found->text.english())) + "\n";
}

}  // namespace

std::string pythonCheck(const Design& design, PythonLibrary library) {
  const bool scaled = isScaled(design);
  std::string text =
      hasImpulseResponse(design)
          ? filled(kImpulse, {{"BUT", scaled ? " but for its last rows" : ""},
                              {"ARRAY", arrayOf(library, "np.array([1.0 if step == 0 else 0.0])")},
                              {"UNSCALE", scaled ? "        y = y * COLUMN_SCALE[step]\n" : ""},
                              {"TAIL", scaled ? kTail : ""}})
          : filled(kColumns, {{"ROWS", std::to_string(design.strategy.rows())}, {"UNIT", arrayOf(library, "unit")}});
  // JAX computes in single precision unless asked for more.
  const double closest = library == PythonLibrary::Jax ? 2e-3 : 1e-6;
  const bool norms = pythonKind(design.strategy).hasCoefficients &&
                     design.scenario.participation().schema == Participation::single().schema;
  return text + filled(kCheck,
                       {{"TOLERANCE", shortest(std::max(closest, 2 * design.lossErrorBound))},
                        {"NORMS", norms ? "    assert math.isclose(SENSITIVITY**2, np.dot(COEFFICIENTS, COEFFICIENTS), "
                                          "rel_tol=1e-9)      # one participation: the norm of a column\n"
                                        : ""}});
}

std::string pythonSnippet(const Design& design, PythonLibrary library) {
  const PrivacyClaim claim = claimOf(design);
  const std::string header = filled(
      kHeader,
      {{"LIBRARY", libraryName(library)},
       {"CLAIM", wrapped(quotable(claimSentence(design).english()))},
       {"VERSION", NOISELOOM_VERSION},
       {"WARNING",
        claim.severity == ClaimSeverity::Critical ? " ITS CLAIM IS NOT MADE: an assumption is violated." : ""},
       {"BATCHES", batchesOf(claim)},
       {"UNIT", std::string(toString(design.scenario.unit))},
       {"FILE", snippetNeedsFile(design) ? " It reads the exported strategy\nfile: strategy.npz, or its first argument."
                                         : ""}});
  return header + imports(design, library) + pythonConstants(design) + pythonMechanism(design, library) +
         noiseOf(design, library) + pythonCheck(design, library);
}

}  // namespace noiseloom
