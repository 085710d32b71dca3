#include "core/snippet/python_parts.h"

namespace noiseloom {
namespace {

// What differs between the libraries' arrays.
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

constexpr char kAccumulate[] = R"py(

def accumulate(state, y, step):
    """The workload A: what the noise does to the iterate. Returns (state, row `step` of A y)."""
    m, x = (0 * y, 0 * y) if state is None else state
    m = MOMENTUM * m + y
    x = WEIGHT_DECAY * x + float(RATES[step]) * m
    return (m, x), x

)py";

std::string correlateOf(const Strategy& strategy) {
  if (strategy.as<ToeplitzStrategy>()) return kToeplitz;
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) {
    const bool scaled = inverse->scaling() == ColumnScaling::Normalized;
    return filled(kInverse, {{"SCALED", scaled ? "y / at(COLUMN_SCALE, step, z)" : "y"}});
  }
  if (strategy.as<BltStrategy>()) return kBlt;
  if (strategy.as<BandedStrategy>()) return kBanded;
  if (strategy.as<DenseStrategy>()) return kDense;
  if (strategy.as<TreeStrategy>()) return kTree;
  if (strategy.as<RecursiveBltStrategy>()) return kRecursive;
  return kIdentity;
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
  // The identity and the tree need none of the helpers.
  const bool plain = design.strategy.as<IdentityStrategy>() || design.strategy.as<TreeStrategy>();
  return std::string(plain ? "" : arraysOf(library)) + kHead + correlateOf(design.strategy) + kAccumulate;
}

}  // namespace noiseloom
