#pragma once

#include <span>

namespace noiseloom {

// Upper bounds on the mean mu of independent draws x_i in [0, 1], by betting against a mean of m or more: with a stake
// 0 <= lambda <= 1/(1 - m) that does not depend on the draws, wealth_n = prod_{i<=n} (1 + lambda (m - x_i)) never goes
// below 0, and for m = mu it is a martingale that begins at 1. By Ville's inequality it ever reaches 1/beta with a
// probability of at most beta. It grows with m, so whoever sees wealth >= 1/beta for some m may conclude mu < m, at any
// time and however often they looked, and errs with a probability of at most beta. With a good stake this needs no more
// draws than the Gaussian limit, log(1/beta) 2 Var/(m - mu)^2, and no split of beta. Source: betting-means.

/// The stake that makes log wealth grow fastest for draws like those of a pilot, and that growth a draw.
struct Bet {
  double stake = 1;
  double growth = 0;  ///< <= 0: the pilot does not suggest that mu < m
};
/// mostStake: at most 1/(1 - m). Above 1 no bound below 1 - 1/stake is found, however little the draws are.
Bet planBet(std::span<const double> pilot, double m, double mostStake = 1);

/// Adds sum of log(1 + stake (m - x_i)) over further draws.
double logWealth(std::span<const double> draws, double m, double stake);

/// The least m, of those for which the stake is allowed, whose wealth after all these draws is at least e^logOdds, or
/// 1: mu is below it but for a probability of e^-logOdds.
double bettingUpperBound(std::span<const double> draws, double stake, double logOdds);

}  // namespace noiseloom
