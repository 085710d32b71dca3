#pragma once

#include <optional>

#include "core/accounting/fourier/fourier_accountant.h"

namespace noiseloom {

/// log delta of T compositions in one direction, where few or rare participations leave nearly all of the loss's mass
/// close to the least loss, T log(1 - q): an atom whose transform never decays and towers over delta, so that the plain
/// inversion (fourierDelta) settles slowly or not at all.
///
/// One step's transform is split smoothly by outcome, M = A + B + C. Sums of A-steps alone stay below the barrier b,
/// but for a probability that is negligible against delta, and a single C-step puts any sum above it. So both are paid
/// exactly: to remove, A pays nothing and sums with a C-step pay (1 - (1 - C(1))^T) - e^epsilon (1 - (1 - C(0))^T); to
/// add, C pays nothing and A-steps alone pay A(0)^T - e^epsilon A(1)^T. What is left to integrate along a contour is
/// (A + B)^T - A^T, the transform of sums with at least one B-step and no C-step: a smooth measure around the barrier.
/// It is evaluated as A^T ((1 + B/A)^T - 1), to full relative accuracy however rare B-steps are, through the saddle
/// point of its own. Not for replace-one, whose rare participations move the loss both ways.
///
/// Accurate to about `accuracy`, 1e-10 to 1e-2, in log delta but not certified; less accuracy is cheaper, because it
/// allows a higher cut. Empty when it does not settle either, or when no cut separates the atom. expectedLogDelta: log
/// delta or less; what is neglected is relative to it, and below it by more than 3 the result may be Chernoff's bound.
std::optional<FourierDelta> atomFreeDelta(const SubsampledGaussian& step, Direction direction, double epsilon,
                                          Index compositions, double expectedLogDelta, double accuracy);

}  // namespace noiseloom
