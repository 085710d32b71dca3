// Writes one strategy file of each kind, a noise plan and some noise into a folder, for the Python checks beside it.

#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/design/designer.h"
#include "core/io/noise_plan.h"
#include "core/io/npz.h"
#include "core/io/strategy_file.h"
#include "core/noise/gaussian_source.h"
#include "core/noise/noise_stream.h"

namespace {

using namespace noiseloom;

Scenario base() {
  Scenario scenario;
  scenario.iterations = 120;
  scenario.epochs = 6;
  scenario.epsilon = 2;
  scenario.delta = 1e-6;
  scenario.bands = 8;
  scenario.datasetSize = 4000;
  scenario.clipNorm = 0.5;
  scenario.deployment = {1'000'003, 7, NumberType::Float32};
  return scenario;
}

// What check_noise.py knows as well: the key 0, 1, .., 31 of the standard's own examples, never used for training.
std::shared_ptr<const GaussianSource> exampleSource() {
  std::array<std::uint8_t, NoiseKey::kBytes> key{};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(i);
  return std::make_shared<const GaussianSource>(NoiseKey::fromBytes(key));
}

// Rows of the noise of coordinates [begin, end), and of the independent normals behind it.
void writeNoise(const std::filesystem::path& path, const Design& design, Index begin, Index end) {
  const auto source = exampleSource();
  const Index steps = design.strategy.iterations();
  const auto width = static_cast<std::size_t>(end - begin);
  std::vector<double> noise(static_cast<std::size_t>(steps) * width), normals(noise.size());
  NoiseStream stream(design.strategy, source, design.stddev, begin, end, NumberType::Float64);
  for (Index i = 0; i < steps; ++i) {
    const std::size_t at = static_cast<std::size_t>(i) * width;
    source->fill(i, begin, std::span(normals).subspan(at, width));
    stream.next(std::span(noise).subspan(at, width));
  }
  NpzWriter file(path);
  const std::array<Index, 2> shape{steps, end - begin};
  file.addArray("normals", shape, normals);
  file.addArray("noise", shape, noise);
  file.addArray("begin", std::array<Index, 1>{1}, std::array<double, 1>{static_cast<double>(begin)});
  file.finish();
}

void writeAll(const std::filesystem::path& folder) {
  const auto write = [&](const std::string& name, const Scenario& scenario) {
    const auto solved = design(scenario);
    const std::string hash = writeStrategyFile(folder / (name + ".npz"), *solved);
    writeNoisePlan(folder / (name + ".plan.json"), makeNoisePlan(*solved, name + ".npz", hash));
    return solved;
  };
  Scenario scenario = base();
  const auto toeplitz = write("toeplitz", scenario);
  writeNoise(folder / "toeplitz_noise.npz", *toeplitz, 13, 40);
  scenario.columnNormalize = false;
  scenario.workload = Workload::sgd(0.9999, 0.9);
  scenario.batching = Batching::FixedEpoch;
  write("toeplitz_plain", scenario);
  scenario = base();
  scenario.mechanism = MechanismKind::Banded;
  const auto banded = write("banded", scenario);
  writeNoise(folder / "banded_noise.npz", *banded, (Index{1} << 35) - 5, (Index{1} << 35) + 9);
  std::vector<double> rates;
  for (Index i = 0; i < scenario.iterations; ++i) rates.push_back(1.0 / static_cast<double>(1 + i / 10));
  scenario.workload = Workload::learningRates(rates, 0.9);
  write("banded_rates", scenario);
  scenario = base();
  scenario.mechanism = MechanismKind::DpSgd;
  scenario.bands.reset();
  write("identity", scenario);
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
