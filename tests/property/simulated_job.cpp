#include "tests/property/simulated_job.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/search/designer.h"
#include "tests/thorough.h"

namespace noiseloom {

Index simulatedDraws() {
  const char* asked = std::getenv("NOISELOOM_DRAWS");
  return asked ? std::atoll(asked) : thorough<Index>(40'000, 200'000);
}

StrategyFile exportedFile(const Scenario& scenario) {
  const auto path =
      std::filesystem::path(::testing::TempDir()) / ("simulated_job_" + std::to_string(::getpid()) + ".npz");
  writeStrategyFile(path, *design(scenario));
  StrategyFile file = readStrategyFile(path);
  std::filesystem::remove(path);
  return file;
}

SecretKey keyOfRun(Index number) {
  std::array<std::uint8_t, SecretKey::kBytes> bytes{};
  std::memcpy(bytes.data(), &number, sizeof number);
  return SecretKey::fromBytes(bytes);
}

void SimulatedDelta::add(std::span<const double> losses) {
  double sum = 0;
  for (const double loss : losses) {
    if (loss > m_epsilon) sum -= std::expm1(m_epsilon - loss);
  }
  const double mean = sum / static_cast<double>(losses.size());
  m_count += std::ssize(losses);
  ++m_calls;
  m_sum += mean;
  m_squares += mean * mean;
}

double SimulatedDelta::standardError() const {
  const auto many = static_cast<double>(m_calls);
  return std::sqrt(std::max(0.0, m_squares / many - mean() * mean()) / many);
}

}  // namespace noiseloom
