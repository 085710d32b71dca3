#include "tests/property/random_strategy.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "tests/core/dense.h"

namespace noiseloom {
namespace {

// From the whole range from the first case on.
Index drawn(Index least, Index most) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Index>(least, most + 1));
}

double entry(bool nonNegative) {
  return static_cast<double>(drawn(nonNegative ? 0 : -8, 8)) / 4;
}

std::vector<double> coefficients(Index count, bool nonNegative) {
  std::vector<double> c{static_cast<double>(drawn(1, 8)) / 4};
  while (static_cast<Index>(c.size()) < count) c.push_back(entry(nonNegative));
  return c;
}

Strategy banded(Index n, bool nonNegative) {
  const Index b = drawn(1, n);
  std::vector<double> rows;
  for (Index i = 0; i < n; ++i) {
    for (Index p = 0; p < b; ++p) {
      const Index column = i - b + 1 + p;
      rows.push_back(column < 0 ? 0 : column == i ? static_cast<double>(drawn(1, 8)) / 4 : entry(nonNegative));
    }
  }
  return BandedStrategy(n, b, std::move(rows));
}

// Of one block, or stamped.
Strategy dense(Index n, bool nonNegative) {
  const Index size = drawn(1, n);
  std::vector<double> block;
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j)
      block.push_back(j > i ? 0 : j == i ? static_cast<double>(drawn(1, 8)) / 4 : entry(nonNegative));
  }
  return DenseStrategy(n, size, std::move(block));
}

Strategy toeplitz(Index n, bool nonNegative) {
  std::vector<double> c = coefficients(drawn(1, n), nonNegative);
  if (drawn(0, 2) == 0) std::sort(c.begin(), c.end(), std::greater<>());
  c[0] = std::max(c[0], 0.25);
  return ToeplitzStrategy(n, std::move(c), drawn(0, 1) == 0 ? ColumnScaling::None : ColumnScaling::Normalized);
}

Strategy blt(Index n) {
  const Index buffers = drawn(1, 3);
  // 2 m different ones of 31 decays.
  std::vector<Index> ticks(31);
  std::iota(ticks.begin(), ticks.end(), Index{1});
  std::vector<double> decays;
  for (Index i = 0; i < 2 * buffers; ++i) {
    const auto at = ticks.begin() + drawn(0, static_cast<Index>(ticks.size()) - 1);
    decays.push_back(static_cast<double>(*at) / 32);
    ticks.erase(at);
  }
  const auto half = decays.begin() + buffers;
  return BltStrategy(n, {decays.begin(), half}, {half, decays.end()});
}

}  // namespace

rc::Gen<Strategy> randomStrategy(Index most) {
  return rc::gen::exec([most]() -> Strategy {
    const Index n = drawn(1, most);
    const bool nonNegative = drawn(0, 1) == 0;
    switch (drawn(0, 9)) {
      case 0:
      case 1: return banded(n, nonNegative);
      case 2:
      case 3: return dense(n, nonNegative);
      case 4:
        return InverseToeplitzStrategy(n, coefficients(drawn(1, n), false),
                                       drawn(0, 1) == 0 ? ColumnScaling::None : ColumnScaling::Normalized);
      case 5: return blt(n);
      case 6: return drawn(0, 1) == 0 ? Strategy(TreeStrategy(n)) : someRecursion(n, drawn(2, 5));
      case 7: return drawn(0, 9) == 0 ? Strategy(IdentityStrategy(n)) : toeplitz(n, nonNegative);
      default: return toeplitz(n, nonNegative);
    }
  });
}

rc::Gen<Participation> randomParticipation(Index iterations) {
  return rc::gen::exec([iterations] {
    const Index k = drawn(1, 7);
    const Index s = drawn(0, 2) == 0 ? drawn(1, iterations + 1) : drawn(1, 3);
    switch (drawn(0, 4)) {
      case 0: return Participation::single();
      case 1:
      case 2: return Participation::fixedEpochOrder(k, s);
      default: return Participation::minSeparation(k, s);
    }
  });
}

std::ostream& operator<<(std::ostream& out, const Strategy& strategy) {
  out << strategy.kindName() << ", n = " << strategy.iterations() << ", b = " << strategy.bands() << "\n";
  for (Index i = 0; i < strategy.rows(); ++i) {
    for (Index j = 0; j < strategy.iterations(); ++j) out << strategy.entry(i, j) << ' ';
    out << '\n';
  }
  return out;
}

std::ostream& operator<<(std::ostream& out, const Participation& participation) {
  return out << toString(participation.schema) << ", k = " << participation.participations
             << ", s = " << participation.separation;
}

}  // namespace noiseloom
