// Writes strategy files of each kind, their noise plans, some of their noise and their snippets into a folder, for the
// Python checks beside it.

#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/batching/list.h"
#include "core/io/atomic_file.h"
#include "core/io/noise_plan.h"
#include "core/io/npz.h"
#include "core/io/session.h"
#include "core/io/strategy_file.h"
#include "core/noise/gaussian_source.h"
#include "core/noise/noise_stream.h"
#include "core/search/designer.h"
#include "core/snippet/python_snippet.h"
#include "tests/core/scenarios.h"

namespace {

using namespace noiseloom;

Scenario base() {
  return Scenario({.iterations = 120,
                   .epochs = 6,
                   .epsilon = 2,
                   .delta = 1e-6,
                   .bands = 8,
                   .clipNorm = 0.5,
                   .datasetSize = 4000,
                   .deployment = {1'000'003, 7, NumberType::Float32}});
}

// What check_noise.py knows as well: the run key 0, 1, .., 31 of the standard's own examples, never used for training.
std::shared_ptr<const GaussianSource> exampleSource(GaussianMethod method) {
  std::array<std::uint8_t, SecretKey::kBytes> key{};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(i);
  return noiseSource(SecretKey::fromBytes(key), method);
}

// Rows of the noise of coordinates [begin, end), and of the independent normals behind it.
void writeNoise(const std::filesystem::path& path, const Design& design, Index begin, Index end) {
  const auto source = exampleSource(design.gaussianMethod);
  const Index steps = design.strategy.iterations();
  const Index rows = design.strategy.rows();  // of z: the nodes of a tree, or of a tree of blocks
  const auto width = static_cast<std::size_t>(end - begin);
  const auto rowOf = [width](std::vector<double>& values, Index row) {
    return std::span(values).subspan(static_cast<std::size_t>(row) * width, width);
  };
  std::vector<double> noise(static_cast<std::size_t>(steps) * width), normals(static_cast<std::size_t>(rows) * width);
  NoiseStream stream(design.strategy, source, design.stddev, begin, end, NumberType::Float64);
  for (Index i = 0; i < steps; ++i) stream.next(rowOf(noise, i));
  for (Index i = 0; i < rows; ++i) source->fill(i, begin, rowOf(normals, i));
  NpzWriter file(path);
  file.addArray("normals", std::array<Index, 2>{rows, end - begin}, normals);
  file.addArray("noise", std::array<Index, 2>{steps, end - begin}, noise);
  file.addArray("begin", std::array<Index, 1>{1}, std::array<double, 1>{static_cast<double>(begin)});
  file.finish();
}

// A dense block whose entries fall off and differ from row to row.
std::vector<double> denseBlock(Index size) {
  std::vector<double> block(static_cast<std::size_t>(size * size));
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j <= i; ++j) {
      block[static_cast<std::size_t>(i * size + j)] =
          (1 + 0.1 * static_cast<double>((2 * i + j) % 3)) / static_cast<double>(1 + i - j);
    }
  }
  return block;
}

// A session with one design whose strategy it holds, also written beside it, and one that is solved again.
void writeExampleSession(const std::filesystem::path& folder) {
  Session session;
  session.scenario = base();
  session.scenario.epsilon = -3;  // as it was left
  const auto solved = design(base());
  session.designs.push_back(sessionDesign(1, "toeplitz", true, *solved));
  session.designs.back().strategyFile = packStrategy(*solved);
  session.designs.push_back(sessionDesign(4, "solved again", false, *solved));
  session.baseline = 4;
  session.entries = {{"delta", "1e-5x"}};
  session.viewJson = R"({"shelf":{"folded":true}})";
  session.history = {base()};
  session.origin = SessionOrigin{"", true};
  writeSession(folder / "session.noiseloom", session);
  writeStrategyFile(folder / "in_session.npz", *solved);
}

void writeAll(const std::filesystem::path& folder) {
  const auto write = [&](const std::string& name, const Design& solved) {
    const std::string hash = writeStrategyFile(folder / (name + ".npz"), solved);
    writeNoisePlan(folder / (name + ".plan.json"), makeNoisePlan(solved, name + ".npz", hash));
    for (const auto& [library, suffix] :
         {std::pair(PythonLibrary::NumPy, ".numpy.py"), std::pair(PythonLibrary::Jax, ".jax.py"),
          std::pair(PythonLibrary::PyTorch, ".torch.py")}) {
      writeFileAtomically(folder / (name + suffix), pythonSnippet(solved, library));
    }
    // Another shard each, where the block counter passes 32 bits as well.
    const Index begin = name.size() % 2 == 0 ? 13 : (Index{1} << 35) - 5;
    writeNoise(folder / (name + "_noise.npz"), solved, begin, begin + 19);
  };
  Scenario scenario = base();
  write("toeplitz", *design(scenario));
  Design older = *design(scenario);
  older.gaussianMethod = GaussianMethod::Radius53;
  write("toeplitz_before_9", older);
  scenario.columnNormalize = false;
  scenario = with(scenario, {.batching = &batchings::fixedEpoch, .workload = Workload::sgd(0.9999, 0.9)});
  write("toeplitz_plain", *design(scenario));
  scenario = with(base(), {.mechanism = *mechanismFromName("banded")});
  write("banded", *design(scenario));
  std::vector<double> rates;
  for (Index i = 0; i < scenario.iterations; ++i) rates.push_back(1.0 / static_cast<double>(1 + i / 10));
  scenario.workload = Workload::learningRates(rates, 0.9);
  write("banded_rates", *design(scenario));
  scenario = with(base(), {.mechanism = *mechanismFromName("dp-sgd"), .bands = std::nullopt});
  write("identity", *design(scenario));

  const Index n = scenario.iterations;
  scenario.batching = &batchings::single;
  const auto writeGiven = [&](const std::string& name, const Mechanism* mechanism, const Strategy& strategy) {
    scenario.mechanism = mechanism;
    write(name, *evaluate(scenario, strategy));
  };
  writeGiven("inverse_toeplitz", *mechanismFromName("bisr"), InverseToeplitzStrategy(n, {1, -0.5, -0.125, -0.0625}));
  writeGiven("inverse_toeplitz_normalised", *mechanismFromName("lambda-cgd"),
             InverseToeplitzStrategy(n, {1, -0.9}, ColumnScaling::Normalized));
  writeGiven("dense", *mechanismFromName("dense"), DenseStrategy(n, n, denseBlock(n)));
  writeGiven("stamped", *mechanismFromName("stamped"), DenseStrategy(n, 25, denseBlock(25)));
  writeGiven("blt", *mechanismFromName("blt"), BltStrategy(n, {0.99, 0.7, 0.2}, {0.95, 0.5, 0.05}));
  writeGiven("tree", *mechanismFromName("tree"), TreeStrategy(n));
  writeGiven("tree_own_node", *mechanismFromName("tree"), TreeStrategy(n, TreeEstimate::OwnNode));
  const Index levels = RecursiveBltStrategy::levelsFor(n, 7);
  std::vector<double> weights, theta, inverseTheta;
  for (Index level = 0; level < levels; ++level) {
    const double less = 0.01 * static_cast<double>(level);
    weights.push_back(1 + 20 * less);
    theta.insert(theta.end(), {0.95 - less, 0.5});
    inverseTheta.insert(inverseTheta.end(), {0.8 - less, 0.2});
  }
  writeGiven("recursive_blt", *mechanismFromName("recursive-blt"),
             RecursiveBltStrategy(n, 7, weights, theta, inverseTheta));

  scenario = with(base(), {.batching = &batchings::ballsInBins});
  scenario.delta = 1e-3;  // within reach of the plain sampling of the checks
  scenario.mechanism = *mechanismFromName("bsr");
  write("balls_in_bins", *design(scenario));
  // A claim that its job breaks.
  scenario = with(base(), {.jobBatching = &jobs::shuffledEachEpoch, .unit = PrivacyUnit::User});
  write("shuffled_users", *design(scenario));
  writeExampleSession(folder);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: noiseloom_interop_writer FOLDER\n", stderr);
    return 2;
  }
  try {
    std::filesystem::create_directories(argv[1]);
    writeAll(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
