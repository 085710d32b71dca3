#include "core/audit/audit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/audit/canary_scores.h"
#include "core/audit/tail_bounds.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/index.h"
#include "core/scenario/batch_size.h"

namespace noiseloom {
namespace {

// How far the rows of noise are from being independent (math: section 10.13).
struct Whiteness {
  double bound = 1;  // on the probability of correlations as large as the largest
  Index first = 0;   // the two rows that correlate most, or, if they are `lagged`, two of those that do
  Index second = 0;
  bool lagged = false;     // all rows at that distance do
  double correlation = 0;  // of them
};

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

// rows: count x size, row-major, count >= 2: symmetric about zero and independent where nothing is wrong. Takes
// count^2 size / 2 products.
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

constexpr Index kLeastGuesses = 10;
constexpr Index kMostProducts = Index{1} << 33;
constexpr Index kMostRows = Index{1} << 14;

double shown(double value, int digits = 3) {
  return rounded(value, digits);
}

class RunAudit {
 public:
  RunAudit(const CanaryRun& run, const StrategyFile& design, const CanaryRun* against, double confidence,
           const RunControl& control)
      : m_run(run),
        m_design(design),
        m_against(against),
        m_control(control),
        m_stddev(design.figures.stddev),
        m_sampled(canarySteps(design.scenario, design.strategy.bands())),
        m_whitened(whitened(run, design.strategy, control.part(0, 0.3))) {
    m_made.confidence = confidence;
    m_made.canaries = run.count();
    m_made.present = std::ranges::count(run.present, true);
    m_made.steps = run.steps;
    m_made.iterations = design.strategy.iterations();
    // Each of these may be wrong with this probability.
    m_level = (1 - confidence) / (4 + (hasCoins() ? 1 : 0) + (against != nullptr ? 1 : 0));
  }

  /// Incomplete when stopped: whatever was whitened or scored until then is looked at no further.
  Audit run() {
    for (const auto check :
         {&RunAudit::checkEpsilon, &RunAudit::checkNoise, &RunAudit::checkContribution, &RunAudit::checkGaussianPair,
          &RunAudit::checkWhiteness, &RunAudit::checkParticipations, &RunAudit::checkOtherRun}) {
      if (m_control.stopRequested()) return std::move(m_made);
      (this->*check)();
    }
    m_made.notChecked.emplace_back(
        Core::tr("that the sums of the file are those that the run released, and that nothing else was released"));
    return std::move(m_made);
  }

 private:
  void leaveOut(Text check) { m_made.notChecked.push_back(std::move(check)); }
  bool hasCoins() const { return m_sampled && m_sampled->coins && m_sampled->probability < 1; }
  bool absent(std::size_t canary) const { return !m_run.present[canary]; }
  double valueAt(std::size_t canary, Index step) const {
    return m_whitened.rows[canary * static_cast<std::size_t>(m_run.steps) + static_cast<std::size_t>(step)];
  }

  // The surest guesses, as many as one of several numbers: each has its part of the level.
  void checkEpsilon() {
    const std::vector<double> scores = canaryScores(m_run, m_whitened, m_design, m_control.part(0.3, 0.6));
    if (m_control.stopRequested()) return;
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t j) { return std::abs(scores[j]); });
    std::vector<Index> numbers;
    for (Index guesses = m_run.count(); guesses >= kLeastGuesses; guesses /= 2) numbers.push_back(guesses);
    const double level = m_level / static_cast<double>(numbers.size());
    const double delta = m_design.scenario.delta;
    double most = 0;
    Index guessed = numbers.front();
    Index rightOnes = 0;
    for (const Index guesses : numbers) {
      const Index right = std::count_if(order.begin(), order.begin() + guesses,
                                        [&](std::size_t j) { return (scores[j] > 0) == m_run.present[j]; });
      const double epsilon = epsilonOfGuesses(m_run.count(), guesses, right, delta, level);
      if (guesses == numbers.front()) rightOnes = right;
      if (epsilon > most) {
        most = epsilon;
        guessed = guesses;
        rightOnes = right;
      }
    }
    const double claimed = m_design.scenario.epsilon;
    m_made.checks.push_back({"epsilon",
                             most,
                             claimed,
                             most <= claimed,
                             {Core::tr("The run shows an epsilon of at least %1 at delta %2, whatever its noise (%3 of "
                                       "%4 guesses are right); the claim is %5."),
                              shown(most), delta, rightOnes, guessed, claimed}});
  }

  void checkNoise() {
    double squares = 0;
    Index count = 0;
    for (std::size_t j = 0; j < m_run.examples.size(); ++j) {
      if (!absent(j)) continue;
      for (Index i = 0; i < m_run.steps; ++i) squares += valueAt(j, i) * valueAt(j, i);
      count += m_run.steps;
    }
    const double meanSquare = squares / static_cast<double>(count) / (m_stddev * m_stddev);
    const auto [least, most] = varianceInterval(count, meanSquare, m_level);
    const double ratio = std::sqrt(meanSquare);
    m_mostStddev = m_stddev * std::sqrt(most);
    m_made.checks.push_back({"noise",
                             ratio,
                             1,
                             varianceBound(count, meanSquare) > m_level,
                             {Core::tr("The noise has %1 times its stated standard deviation (%2 to %3)."),
                              shown(ratio), shown(std::sqrt(least)), shown(std::sqrt(most))},
                             std::sqrt(least),
                             std::sqrt(most)});
  }

  // A least squares estimate of what each present canary added to a sum.
  void checkContribution() {
    double products = 0;
    for (std::size_t j = 0; j < m_run.examples.size(); ++j) {
      if (absent(j)) continue;
      products += m_whitened.products[j];
      m_squares += m_whitened.squares[j];
      m_mostSquare = std::max(m_mostSquare, m_whitened.squares[j]);
    }
    if (m_squares == 0) return leaveOut(Core::tr("contributions: no present canary took part"));
    m_contribution = products / m_squares;
    const double error = normalDistance(m_level) * (m_stddev / std::sqrt(m_squares));
    const double clip = m_run.clipNorm;
    const double least = (m_contribution - error) / clip;
    const double most = (m_contribution + error) / clip;
    m_made.checks.push_back({"contribution",
                             m_contribution / clip,
                             1,
                             std::abs(m_contribution - clip) < error,
                             {Core::tr("A canary, which is longer than the clip norm, adds %1 clip norms to a sum (%2 "
                                       "to %3 for the stated noise)."),
                              shown(m_contribution / clip), shown(least), shown(most)},
                             least,
                             most});
  }

  // Compares with a Gaussian mechanism of that noise and those contributions, which adds no statement of its own.
  void checkGaussianPair() {
    if (m_sampled)
      return leaveOut(Core::tr("epsilon of a Gaussian pair: batches are secret, so that no pair is Gaussian"));
    if (m_squares == 0 || m_mostStddev == 0)
      return leaveOut(Core::tr("epsilon of a Gaussian pair: no present canary took part, or there is no noise"));
    const double least = m_contribution - normalDistance(m_level) * m_mostStddev / std::sqrt(m_squares);
    const double mu = least * std::sqrt(m_mostSquare) / m_mostStddev;
    const double delta = m_design.scenario.delta;
    const double epsilon = mu > 0 ? gaussianEpsilon(mu, delta) : 0;
    const double claimed = m_design.scenario.epsilon;
    m_made.checks.push_back(
        {"gaussian_pair",
         epsilon,
         claimed,
         epsilon <= claimed,
         {Core::tr(
              "If its noise is Gaussian, and independent after C, the run shows an epsilon of at least %1 at delta "
              "%2; the claim is %3."),
          shown(epsilon), delta, claimed}});
  }

  void checkWhiteness() {
    std::vector<std::size_t> used;
    for (std::size_t j = 0; j < m_run.examples.size(); ++j) {
      if (absent(j)) used.push_back(j);
    }
    const Index steps = std::min(m_run.steps, kMostRows);
    if (steps < 2) return leaveOut(Core::tr("whiteness: the file has a single step"));
    const std::size_t all = used.size();
    used.resize(std::min(all, static_cast<std::size_t>(2 * kMostProducts / (steps * steps))));
    if (used.size() < all || steps < m_run.steps) {
      m_made.notChecked.push_back(
          {Core::tr("whiteness beyond %1 steps of %2 absent canaries"), steps, std::ssize(used)});
    }
    std::vector<double> rows;
    rows.reserve(used.size() * static_cast<std::size_t>(steps));
    for (Index i = 0; i < steps; ++i) {
      for (const std::size_t j : used) rows.push_back(valueAt(j, i));
    }
    const Whiteness found = whitenessOf(rows, std::ssize(used), m_control.part(0.6, 1));
    const Text sentence =
        found.lagged
            ? Text(Core::tr("The noise of steps that are %1 apart, which correlates most, has a correlation of "
                            "%2."),
                   found.second, shown(found.correlation))
            : Text(Core::tr("The noise of steps %1 and %2, which correlates most after C, has a correlation of "
                            "%3."),
                   found.first, found.second, shown(found.correlation));
    m_made.checks.push_back({"whiteness", found.correlation, 0, found.bound > m_level, sentence});
  }

  // A share w q (1 - q)^(w - 1) of all spans of w = 1/q steps that may take a canary takes it once; each span does
  // where examples are shuffled.
  void checkParticipations() {
    if (!hasCoins()) return leaveOut(Core::tr("participations: verify --job looks at them, with the key"));
    const double q = m_sampled->probability;
    const Index cycle = std::max<Index>(1, std::llround(1 / q));
    Index trials = 0, total = 0, cycles = 0, once = 0, elsewhere = 0;
    for (std::size_t j = 0; j < m_run.examples.size(); ++j) {
      const Index first = m_run.examples[j] % m_sampled->parts;
      const Index eligible = std::max<Index>(0, (m_run.steps - first + m_sampled->parts - 1) / m_sampled->parts);
      std::vector<Index> times(static_cast<std::size_t>(eligible / cycle));
      for (const Index step : m_run.taken[j]) {
        if ((step - first) % m_sampled->parts != 0) {
          ++elsewhere;
        } else if (const auto at = static_cast<std::size_t>((step - first) / m_sampled->parts / cycle);
                   at < times.size()) {
          ++times[at];
        }
      }
      trials += eligible;
      total += std::ssize(m_run.taken[j]);
      cycles += std::ssize(times);
      once += std::ranges::count(times, 1);
    }
    const auto w = static_cast<double>(cycle);
    const double share = w * q * std::pow(1 - q, w - 1);
    const double bound = 3 * std::min({binomialTail(trials, q, total), 1 - binomialTail(trials, q, total + 1),
                                       cycle > 1 ? binomialTail(cycles, share, once) : 1.0});
    const Text sentence(
        Core::tr("Canaries took part %1 times, and %2 are expected; exactly once in %3 of %4 spans of %5 "
                 "of their steps, and %6 are expected."),
        total, shown(q * static_cast<double>(trials), 4), once, cycles, cycle,
        shown(share * static_cast<double>(cycles), 4));
    m_made.checks.push_back(
        {"participations", static_cast<double>(total), q * static_cast<double>(trials),
         elsewhere == 0 && bound > m_level,
         elsewhere > 0 ? Text(Core::tr("%1 They took part %2 times at steps of another part."), sentence, elsewhere)
                       : sentence});
  }

  void checkOtherRun() {
    if (m_against == nullptr) return;
    const WhitenedRun other = whitened(*m_against, m_design.strategy, m_control.quiet());
    if (m_control.stopRequested()) return;
    const Index steps = std::min(m_run.steps, m_against->steps);
    double products = 0, squares = 0, own = 0, others = 0;
    for (std::size_t j = 0; j < std::min(m_run.examples.size(), m_against->examples.size()); ++j) {
      if (!absent(j) || m_against->present[j]) continue;
      for (Index i = 0; i < steps; ++i) {
        const double one = valueAt(j, i);
        const double two = other.rows[static_cast<Index>(j) * m_against->steps + i];
        products += one * two;
        squares += one * two * one * two;
        own += one * one;
        others += two * two;
      }
    }
    if (squares == 0)
      return leaveOut(Core::tr("the other run: no canary is absent in both, or one of them has no noise"));
    const double correlation = own > 0 && others > 0 ? products / std::sqrt(own * others) : 0;
    m_made.checks.push_back({"other_run",
                             correlation,
                             0,
                             signsBound(products, squares) > m_level,
                             {Core::tr("The noise of the two runs has a correlation of %1, which is 1 for two runs "
                                       "with one key."),
                              shown(correlation)}});
  }

  const CanaryRun& m_run;
  const StrategyFile& m_design;
  const CanaryRun* m_against;
  const RunControl& m_control;
  double m_stddev;
  std::optional<CanarySteps> m_sampled;
  WhitenedRun m_whitened;
  double m_level = 0;
  double m_mostStddev = 0;
  double m_contribution = 0;
  double m_squares = 0;     // of C p of all present canaries
  double m_mostSquare = 0;  // of one
  Audit m_made;
};

void checkOf(const CanaryRun& run, const StrategyFile& design, std::string_view sha256, const char* argument) {
  if (run.strategySha256 != sha256)
    throw InvalidArgument(
        argument, std::string(sha256.substr(0, 12)) + "...",
        {Core::tr("a run and its own strategy file, of SHA-256 %1..."), run.strategySha256.substr(0, 12)});
  const Scenario& scenario = design.scenario;
  if (run.steps > scenario.iterations)
    throw InvalidArgument("steps", run.steps, {Core::tr("at most %1, as the design has"), scenario.iterations});
  if (run.clipNorm != scenario.clipNorm) throw InvalidArgument("clip_norm", run.clipNorm, scenario.clipNorm);
  checkStatedSize(scenario, run.datasetSize);
}

}  // namespace

bool Audit::passed() const {
  return std::ranges::all_of(checks, &AuditCheck::passed);
}

Audit auditOf(const CanaryRun& run, const StrategyFile& design, std::string_view sha256, const CanaryRun* against,
              double confidence, const RunControl& control) {
  checkOpenInterval("confidence", confidence, 0.5, 1);
  checkOf(run, design, sha256, "strategy");
  if (against != nullptr) checkOf(*against, design, sha256, "against");
  if (!design.strategy.rowsAreSteps())
    throw InvalidArgument("strategy", design.strategy.kindName(),
                          Core::tr("a kind whose noise has a row for each step: any but the trees"));
  return RunAudit(run, design, against, confidence, control).run();
}

}  // namespace noiseloom
