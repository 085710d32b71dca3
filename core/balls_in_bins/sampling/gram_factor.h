#pragma once

#include <memory>

#include "core/balls_in_bins/bin_gram.h"
#include "core/base/index.h"
#include "core/base/interface.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// Turns independent standard normals into normals whose covariance is a Gram matrix G, kLanes vectors at once.
class GramFactor : public Interface {
 public:
  /// Standard normals that a vector takes, at least the size of G.
  virtual Index inputs() const = 0;
  /// Cost of one product, as so many multiply-adds.
  virtual Index work() const = 0;
  /// in: inputs() normals a vector, overwritten; out: as many values as G has rows. Value i of vector l at i kLanes +
  /// l, 64-byte aligned, in is not out. Vectors that are independent stay so, though two may be made of the normals of
  /// both. Any number of threads.
  virtual void multiply(double* in, double* out) const = 0;
};

/// The cheapest factor of the bins' Gram matrix, which may be raised for it: entries, by less than 1e-5 of the
/// greatest, never lowered. The privacy of the bins is no better for that: E f(mean_i e^{Y_i - G_ii / 2}), with normals
/// Y of covariance G and a convex f, as a hockey-stick divergence has, does not fall when an entry of G grows. Source:
/// gaussian-comparison. Empty when stopped. Throws InvalidArgument naming gram when it is not positive semidefinite.
std::shared_ptr<const GramFactor> gramFactor(BinGram& gram, const RunControl& control);

}  // namespace noiseloom
