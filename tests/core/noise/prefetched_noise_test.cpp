#include "core/noise/prefetched_noise.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "tests/core/dense.h"
#include "tests/matchers.h"
#include "tests/sanitized.h"

namespace noiseloom {
namespace {

constexpr Index kWidth = 9001;  // looks ahead, with a part of a tile

std::shared_ptr<const GaussianSource> prefetchSource() {
  std::array<std::uint8_t, SecretKey::kBytes> bytes{};
  bytes.fill(43);
  return std::make_shared<const GaussianSource>(SecretKey::fromBytes(bytes));
}

std::vector<double> decreasing(Index bands) {
  std::vector<double> coefficients{1.0};
  for (Index j = 1; j < bands; ++j)
    coefficients.push_back(coefficients.back() * (static_cast<double>(j) - 0.5) / static_cast<double>(j));
  return coefficients;
}

std::vector<Strategy> everyKind() {
  const Index n = 24;
  std::vector<double> block(static_cast<std::size_t>(n * n));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) block[static_cast<std::size_t>(i * n + j)] = 1.0 / static_cast<double>(1 + i - j);
  return {Strategy(IdentityStrategy(n)),
          Strategy(ToeplitzStrategy(n, decreasing(16), ColumnScaling::Normalized)),
          Strategy(InverseToeplitzStrategy(n, {1, -0.5, -0.125})),
          Strategy(DenseStrategy(n, n, block)),
          Strategy(BltStrategy(n, {0.9, 0.4}, {0.8, 0.3})),
          Strategy(TreeStrategy(n)),
          Strategy(someRecursion(n, 2))};
}

template <class Real>
constexpr NumberType typeOf() {
  return sizeof(Real) == 4 ? NumberType::Float32 : NumberType::Float64;
}

std::function<NoiseStream()> maker(const Strategy& strategy, NumberType type = NumberType::Float32,
                                   Index width = kWidth) {
  return [=] { return NoiseStream(strategy, prefetchSource(), 1.3, 0, width, type); };
}

template <class Real, class Noise>
std::vector<std::vector<Real>> rest(Noise& noise) {
  std::vector<std::vector<Real>> steps;
  while (noise.step() < noise.iterations()) {
    steps.emplace_back(static_cast<std::size_t>(noise.end() - noise.begin()));
    EXPECT_TRUE(noise.next(std::span(steps.back())));
  }
  return steps;
}

template <class Real>
std::vector<std::vector<Real>> streamed(const Strategy& strategy) {
  NoiseStream stream = maker(strategy, typeOf<Real>())();
  return rest<Real>(stream);
}

TEST(PrefetchedNoise, ChangesNoBitOfAnyKindWithAnyThreads) {
  const auto check = [](const Strategy& strategy, auto real) {
    using Real = decltype(real);
    const auto expected = streamed<Real>(strategy);
    for (const bool prefetch : {false, true}) {
      for (const Index threads : {0, 1, 2, 5}) {
        PrefetchedNoise noise(maker(strategy, typeOf<Real>()));
        noise.setThreads(threads);
        noise.setPrefetch(prefetch);
        EXPECT_TRUE(rest<Real>(noise) == expected) << threads << " " << prefetch;
      }
    }
    // Switched on and off, with other numbers of threads, while a row is being made.
    PrefetchedNoise noise(maker(strategy, typeOf<Real>()));
    std::vector<Real> out(static_cast<std::size_t>(kWidth));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      noise.setPrefetch(i % 5 < 3);
      noise.setThreads(static_cast<Index>(i % 3));
      ASSERT_TRUE(noise.next(std::span(out)));
      ASSERT_TRUE(out == expected[i]) << i;
    }
  };
  for (const Strategy& strategy : everyKind()) {
    SCOPED_TRACE(strategy.kindName());
    check(strategy, float{});
    check(strategy, double{});
  }
}

TEST(PrefetchedNoise, CountsTheRowsThatWereHandedOut) {
  for (const Strategy& strategy : everyKind()) {
    SCOPED_TRACE(strategy.kindName());
    const auto expected = streamed<float>(strategy);
    PrefetchedNoise noise(maker(strategy));
    noise.setPrefetch(true);
    std::vector<float> out(static_cast<std::size_t>(kWidth));
    EXPECT_TRUE(noise.advanceTo(0));
    for (const Index step : {0, 1, 2, 5, 6, 7, 20, 23}) {  // to where it is, to what is being made, and beyond
      ASSERT_TRUE(noise.advanceTo(step));
      ASSERT_EQ(noise.step(), step);
      ASSERT_TRUE(noise.advanceTo(step));
      ASSERT_TRUE(noise.next(std::span(out)));
      ASSERT_EQ(noise.step(), step + 1);
      ASSERT_TRUE(out == expected[static_cast<std::size_t>(step)]) << step;
    }
    EXPECT_THROW(noise.advanceTo(3), InvalidArgument);
    EXPECT_THROW(noise.next(std::span(out)), InvalidArgument);  // beyond the last step
    EXPECT_EQ(noise.step(), 24);
  }
}

TEST(PrefetchedNoise, StopsMidwayAndGoesOnWithTheSameBits) {
  constexpr Index kWide = 2'000'000;
  const Strategy strategy(ToeplitzStrategy(3, {1, 0.5, 0.25}));
  NoiseStream stream = maker(strategy, NumberType::Float32, kWide)();
  const auto expected = rest<float>(stream);
  PrefetchedNoise noise(maker(strategy, NumberType::Float32, kWide));
  noise.setPrefetch(true);
  std::vector<float> out(static_cast<std::size_t>(kWide));
  for (std::size_t step = 0; step < 3; ++step) {
    std::stop_source stop;
    stop.request_stop();
    // A row that was made before the stop is handed out; what is not made yet is not waited for.
    if (noise.next(std::span(out), {stop.get_token()})) {
      ASSERT_TRUE(out == expected[step]);
      continue;
    }
    ASSERT_EQ(noise.step(), static_cast<Index>(step));
    ASSERT_TRUE(noise.next(std::span(out)));
    ASSERT_TRUE(out == expected[step]) << step;
  }
}

TEST(PrefetchedNoise, MayBeDestroyedWhileARowIsMade) {
  for (const Strategy& strategy : everyKind()) {
    for (int i = 0; i < 3; ++i) {
      PrefetchedNoise noise(maker(strategy));
      noise.setPrefetch(true);
      std::vector<float> out(static_cast<std::size_t>(kWidth));
      ASSERT_TRUE(noise.next(std::span(out)));
    }
  }
}

TEST(PrefetchedNoise, ErrorsComeWithTheirStep) {
  const Strategy strategy(ToeplitzStrategy(200, {1.0, 3.0}));  // C^-1 grows like 3^i: float32 ends near step 80
  const auto end = [&](bool prefetch) {
    PrefetchedNoise noise(maker(strategy));
    noise.setPrefetch(prefetch);
    std::vector<float> out(static_cast<std::size_t>(kWidth));
    std::string said;
    try {
      while (true) noise.next(std::span(out));
    } catch (const Error& error) {
      said = error.what();
    }
    EXPECT_THROW(noise.next(std::span(out)), Error);
    return std::pair(noise.step(), said);
  };
  const auto expected = end(false);
  EXPECT_GT(expected.first, 60);
  EXPECT_THAT(expected.second, HasSubstr("step " + std::to_string(expected.first) + " is beyond"));
  EXPECT_EQ(end(true), expected);
}

TEST(PrefetchedNoise, RefusesWhatItCannotUseAndLosesNothing) {
  const Strategy strategy(ToeplitzStrategy(24, decreasing(16)));
  const auto expected = streamed<float>(strategy);
  PrefetchedNoise noise(maker(strategy));
  EXPECT_THROW(noise.setThreads(-1), InvalidArgument);
  EXPECT_THROW(noise.setThreads(65), InvalidArgument);
  noise.setPrefetch(true);
  std::vector<float> out(static_cast<std::size_t>(kWidth)), few(3);
  std::vector<double> wide(static_cast<std::size_t>(kWidth));
  for (const std::vector<float>& row : expected) {
    EXPECT_THROW(noise.next(std::span(few)), InvalidArgument);
    EXPECT_THROW(noise.next(std::span(wide)), InvalidArgument);
    ASSERT_TRUE(noise.next(std::span(out)));
    ASSERT_TRUE(out == row);
  }
}

// A child has no thread that makes the row: it makes its own stream, with the same noise, and the parent goes on.
TEST(PrefetchedNoise, SurvivesAFork) {
  // Their allocators may be locked by the thread that the child does not have.
  if (kSanitized) GTEST_SKIP() << "sanitizers";
  for (const Strategy& strategy : everyKind()) {
    SCOPED_TRACE(strategy.kindName());
    const auto expected = streamed<float>(strategy);
    PrefetchedNoise noise(maker(strategy));
    noise.setPrefetch(true);
    std::vector<float> out(static_cast<std::size_t>(kWidth));
    for (int i = 0; i < 6; ++i) noise.next(std::span(out));
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      bool same = true;
      for (std::size_t step = 6; step < 12; ++step) same = noise.next(std::span(out)) && out == expected[step] && same;
      ::_exit(same && noise.step() == 12 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    const auto remaining = rest<float>(noise);
    for (std::size_t i = 0; i < remaining.size(); ++i) ASSERT_TRUE(remaining[i] == expected[6 + i]);
  }
}

}  // namespace
}  // namespace noiseloom
