#include "core/snippet/python_parts.h"

namespace noiseloom {
namespace {

// The code that differs between the libraries' arrays.
constexpr char kNumPyArrays[] = R"py(
def like(values, z):
    return np.asarray(values, dtype=z.dtype)


def at(values, step, z):
    return like(values[step], z)


def rows(count, z):
    return np.zeros((count, *z.shape), dtype=z.dtype)


def newest_first(row, kept):
    return np.concatenate([row[None], kept])


def weighted(weights, kept):
    return np.einsum("j,j...->...", like(weights, kept), kept)

)py";

constexpr char kJaxArrays[] = R"py(
def like(values, z):
    return values if isinstance(values, jax.Array) else jnp.asarray(np.asarray(values), dtype=z.dtype)


def at(values, step, z):
    return like(values, z)[step]      # also where `step` is traced


def rows(count, z):
    return jnp.zeros((count, *z.shape), dtype=z.dtype)


def newest_first(row, kept):
    return jnp.concatenate([row[None], kept])


def weighted(weights, kept):
    return jnp.einsum("j,j...->...", like(weights, kept), kept)

)py";

constexpr char kTorchArrays[] = R"py(
def like(values, z):
    return values if torch.is_tensor(values) else torch.as_tensor(np.asarray(values), dtype=z.dtype, device=z.device)


def at(values, step, z):
    return like(values[step], z)


def rows(count, z):
    return torch.zeros((count, *z.shape), dtype=z.dtype, device=z.device)


def newest_first(row, kept):
    return torch.cat([row[None], kept])


def weighted(weights, kept):
    return torch.einsum("j,j...->...", like(weights, kept), kept)

)py";

constexpr char kHead[] = R"py(
def correlate(state, draw, step):
    """y = C^-1 z at this step. draw() gives the next z, state is None before the first step; returns (state, y)."""
)py";

constexpr char kAccumulate[] = R"py(

def accumulate(state, y, step):
    """The workload A: what the noise does to the @ITERATE@. Returns (state, row `step` of A y)."""
@BODY@
)py";

constexpr char kSteps[] = R"py(    @STATE@ = (@ZEROS@) if state is None else state
    m = MOMENTUM * m + y
    x = WEIGHT_DECAY * x + float(RATES[step]) * m
@AVERAGE@@WINDOW@    return (@STATE@), @RELEASED@
)py";

constexpr char kWindow[] = R"py(    recent.append(@LAST@)
    mean = mean + (@LAST@ - (recent[-WINDOW - 1] if len(recent) > WINDOW else 0 * y)) / WINDOW
)py";

// All rows of y, the oldest first.
constexpr char kGiven[] =
    R"py(    rows_of_y = np.asarray(y)[None] if state is None else np.concatenate([state, np.asarray(y)[None]])
    return rows_of_y, np.tensordot(np.asarray(WORKLOAD)[len(rows_of_y) - 1 :: -1], rows_of_y, axes=1)
)py";

constexpr char kMatrix[] =
    R"py(    rows_of_y = np.asarray(y)[None] if state is None else np.concatenate([state, np.asarray(y)[None]])
    row = np.asarray(WORKLOAD)[step * (step + 1) // 2 :][: step + 1]
    return rows_of_y, np.tensordot(row, rows_of_y, axes=1)
)py";

std::string stepsOf(const Workload& workload) {
  if (workload.isMatrix()) return kMatrix;
  if (!workload.given().empty()) return kGiven;
  const bool averages = workload.averaging() != 0, means = workload.window() != 1;
  const std::string last = averages ? "a" : "x";
  return filled(kSteps,
                {{"STATE", std::string("m, x") + (averages ? ", a" : "") + (means ? ", mean, recent" : "")},
                 {"ZEROS", std::string("0 * y, 0 * y") + (averages ? ", 0 * y" : "") + (means ? ", 0 * y, []" : "")},
                 {"AVERAGE", workload.averagesAll() ? "    a = a + (x - a) / (step + 1)\n"
                             : averages             ? "    a = AVERAGING * a + (1 - AVERAGING) * x\n"
                                                    : ""},
                 {"WINDOW", means ? filled(kWindow, {{"LAST", last}}) : ""},
                 {"RELEASED", means ? "mean" : last}});
}

const char* arraysOf(PythonLibrary library) {
  switch (library) {
    case PythonLibrary::NumPy: return kNumPyArrays;
    case PythonLibrary::Jax: return kJaxArrays;
    case PythonLibrary::PyTorch: return kTorchArrays;
  }
  return kNumPyArrays;
}

}  // namespace

std::string pythonMechanism(const Design& design, PythonLibrary library) {
  const PythonKind kind = pythonKind(design.strategy);
  const Workload& workload = design.scenario.workload;
  const bool averages = workload.averaging() != 0 || workload.window() != 1;
  return (kind.needsArrays ? arraysOf(library) : "") + std::string(kHead) + kind.correlate +
         filled(kAccumulate, {{"ITERATE", !workload.given().empty() ? "sums that are released"
                                          : averages                ? "averaged iterate"
                                                                    : "iterate"},
                              {"BODY", stepsOf(workload)}});
}

}  // namespace noiseloom
