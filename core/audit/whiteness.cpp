#include "core/audit/whiteness.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/audit/tail_bounds.h"

namespace noiseloom {
namespace {

struct Sums {
  double products = 0;
  double squares = 0;  // of the products
  // How far `products` is from 0; the bound falls with it.
  double distance() const { return squares > 0 ? products * products / squares : 0; }
};

struct Furthest {
  Sums sums;
  Index first = 0;
  Index second = 0;
  void take(const Sums& found, Index one, Index other) {
    if (found.distance() > sums.distance()) *this = {found, one, other};
  }
};

}  // namespace

Whiteness whitenessOf(std::span<const double> rows, Index size, const RunControl& control) {
  const Index count = std::ssize(rows) / size;
  const auto rowAt = [&](Index i) { return rows.data() + i * size; };
  const auto norm = [&](Index from, Index to) {
    return std::sqrt(std::inner_product(rowAt(from), rowAt(to), rowAt(from), 0.0));
  };
  Furthest pair;
  Furthest lag;
  for (Index distance = 1; distance < count && !control.stopRequested(); ++distance) {
    Sums all;
    for (Index i = 0; i + distance < count; ++i) {
      Sums one;
      for (Index x = 0; x < size; ++x) {
        const double each = rowAt(i)[x] * rowAt(i + distance)[x];
        one.products += each;
        one.squares += each * each;
      }
      pair.take(one, i, i + distance);
      all.products += one.products;
      all.squares += one.squares;
    }
    lag.take(all, 0, distance);
    control.report(static_cast<double>(distance) / static_cast<double>(count), std::string("comparing noise of steps"));
  }
  const auto n = static_cast<double>(count);
  const double ofPair = n * (n - 1) / 2 * signsBound(pair.sums.products, pair.sums.squares);
  const double ofLag = (n - 1) * signsBound(lag.sums.products, lag.sums.squares);
  const bool lagged = ofLag < ofPair;
  const Furthest& found = lagged ? lag : pair;
  const double norms = lagged ? norm(0, count - lag.second) * norm(lag.second, count)
                              : norm(pair.first, pair.first + 1) * norm(pair.second, pair.second + 1);
  return {std::min(1.0, 2 * std::min(ofPair, ofLag)), found.first, found.second, lagged,
          norms > 0 ? found.sums.products / norms : 0};
}

}  // namespace noiseloom
