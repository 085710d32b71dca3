// Core's own noise of a strategy file, for the comparison with the programs around it: rows [from, to) of one shard as
// raw values of float32 or float64 to standard output. The same arguments as docs/examples/c/make_noise.c, and the
// type.

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "core/io/key_file.h"
#include "core/io/strategy_file.h"
#include "core/noise/noise_stream.h"
#include "core/noise/shard.h"

namespace {

using namespace noiseloom;

template <class Real>
void write(NoiseStream& stream, Index to) {
  std::vector<Real> row(static_cast<std::size_t>(stream.end() - stream.begin()));
  while (stream.step() < to) {
    stream.next(std::span<Real>(row));
    std::fwrite(row.data(), sizeof(Real), row.size(), stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 9) {
    std::fputs("usage: noiseloom_core_noise STRATEGY.npz KEY_FILE PARAMETERS RANK WORLD FROM TO NUMBER_TYPE\n", stderr);
    return 2;
  }
  try {
    const StrategyFile file = readStrategyFile(argv[1]);
    const auto source = noiseSource(readKeyFile(argv[2]), file.gaussianMethod);
    const CoordinateRange shard = shardOf(std::stoll(argv[3]), std::stoll(argv[4]), std::stoll(argv[5]));
    const bool single = std::string(argv[8]) == toString(NumberType::Float32);
    NoiseStream stream(file.strategy, source, file.figures.stddev, shard.begin, shard.end,
                       single ? NumberType::Float32 : NumberType::Float64);
    stream.advanceTo(std::stoll(argv[6]));
    single ? write<float>(stream, std::stoll(argv[7])) : write<double>(stream, std::stoll(argv[7]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
