#include "core/workload/workload.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/power_series.h"

namespace noiseloom {
namespace {

// Products with given coefficients of so few terms keep the digits of each, and take no transforms.
constexpr std::size_t kDirectTerms = 256;

void checkRational(const Workload& workload) {
  if (!workload.isRational())
    throw InvalidArgument("workload", workload.name(), Core::tr("one without a window, and not from a file, here"));
}

[[noreturn]] void refuseWindow(Index window) {
  throw InvalidArgument("averaging_window", window, Core::tr("1 (the last iterate) with learning rates that change"));
}

// values[i] becomes the mean of the last `window` values up to it, with zeros before the first. Within blocks of
// `window` values a mean is a sum over the end of a block and over the start of the next: nothing cancels.
void averageOver(Index window, std::span<double> values) {
  const std::size_t size = values.size(), block = std::min(static_cast<std::size_t>(window), size);
  const double share = 1 / static_cast<double>(window);
  std::vector<double> ends(block, 0.0);  // of the block before: sums from each place to its end
  for (std::size_t first = 0; first < size; first += block) {
    const std::size_t count = std::min(block, size - first);
    const std::vector<double> own(values.begin() + static_cast<std::ptrdiff_t>(first),
                                  values.begin() + static_cast<std::ptrdiff_t>(first + count));
    double start = 0;
    for (std::size_t i = 0; i < count; ++i) {
      start += own[i];
      values[first + i] = share * (start + (i + 1 < block ? ends[i + 1] : 0));
    }
    double end = 0;
    for (std::size_t i = count; i-- > 0;) ends[i] = end += own[i];
  }
}

}  // namespace

void checkToeplitz(const Workload& workload) {
  if (workload.isToeplitz()) return;
  throw InvalidArgument("workload",
                        workload.isMatrix()      ? Core::tr("a matrix")
                        : workload.averagesAll() ? Core::tr("the mean of all iterates")
                                                 : Core::tr("a learning-rate schedule"),
                        Core::tr("a Toeplitz workload here"));
}

void checkNotToeplitz(const Workload& workload) {
  if (workload.isToeplitz())
    throw InvalidArgument("workload", std::string("Toeplitz"),
                          Core::tr("a learning-rate schedule or the mean of all iterates here"));
}

struct Workload::Given {
  std::vector<double> coefficients;
  std::string file;
};

struct Workload::Parts {
  Spectrum spectrum;
  std::vector<WorkloadComponent> components;
};

Workload::Workload(const Workload&) = default;
Workload::Workload(Workload&&) noexcept = default;
Workload& Workload::operator=(const Workload&) = default;
Workload& Workload::operator=(Workload&&) noexcept = default;
Workload::~Workload() = default;

Workload Workload::sharing(std::shared_ptr<const Parts> parts) const {
  Workload workload = *this;
  workload.m_parts = std::move(parts);
  return workload;
}

Workload Workload::withSpectrum(const Spectrum& spectrum) const {
  if (spectrum.empty()) return sharing(nullptr);
  Parts parts{spectrum, {}};
  const double sum = spectrum.weight();
  for (const Curvature& curvature : spectrum.curvatures()) {
    // 1 - eta lambda, rounded, may be 0 or 1.
    const double alpha = 1 - curvature.step;
    parts.components.push_back({curvature.weight / sum, alpha > 0 ? sgd(alpha, 0) : identity()});
  }
  return sharing(std::make_shared<const Parts>(std::move(parts)));
}

const Spectrum& Workload::spectrum() const {
  static const Spectrum none;
  return m_parts ? m_parts->spectrum : none;
}

std::span<const WorkloadComponent> Workload::components() const {
  if (!m_parts || name() != "prefix") return {};
  return m_parts->components;
}

Workload Workload::prefix() {
  return {};
}

Workload Workload::identity() {
  Workload workload;
  workload.m_alpha = 0;
  return workload;
}

Workload Workload::sgd(double alpha, double beta) {
  checkClosedInterval("weight_decay", alpha, 0, 1);
  checkPositive("weight_decay", alpha);
  checkClosedInterval("momentum", beta, 0, 1);
  if (beta >= alpha)
    throw InvalidArgument("momentum", beta, {Core::tr("a number from 0 to below the weight decay factor %1"), alpha});
  Workload workload;
  workload.m_alpha = alpha;
  workload.m_beta = beta;
  return workload;
}

Workload Workload::learningRates(std::vector<double> eta, double beta, double alpha) {
  checkInteger("size of learning_rates", std::ssize(eta), 1, kNoLimit);
  for (std::size_t i = 0; i < eta.size(); ++i) {
    // Building a name for each of a million valid rates would take most of the time.
    if (eta[i] > 0 && std::isfinite(eta[i])) continue;
    checkPositive("learning_rates[" + std::to_string(i) + "]", eta[i]);
  }
  Workload workload = sgd(alpha, beta);
  workload.m_eta = std::make_shared<const std::vector<double>>(std::move(eta));
  return workload;
}

Workload Workload::toeplitz(std::vector<double> coefficients, std::string file) {
  checkInteger("size of workload", std::ssize(coefficients), 1, kMostGivenCoefficients);
  checkAllFinite("workload", coefficients);
  checkPositive("workload[0]", coefficients[0]);
  Workload workload = identity();
  workload.m_given = std::make_shared<const Given>(Given{std::move(coefficients), std::move(file)});
  return workload;
}

Workload Workload::matrix(std::vector<double> rows, std::string file) {
  checkAllFinite("workload", rows);
  Index size = 0, end = 0;
  while (end < std::ssize(rows) && size < kMostMatrixRows) {
    end += ++size;
    if (end <= std::ssize(rows)) checkPositive("workload[" + std::to_string(size - 1) + ", same]", rows[end - 1]);
  }
  if (size == 0 || end != std::ssize(rows)) {
    throw InvalidArgument(
        "size of workload", std::ssize(rows),
        {Core::tr("n (n + 1) / 2 for the rows of a lower-triangular matrix, n at most %1"), kMostMatrixRows});
  }
  Workload workload = identity();
  workload.m_rows = size;
  workload.m_given = std::make_shared<const Given>(Given{std::move(rows), std::move(file)});
  return workload;
}

Workload Workload::withPoles(double alpha, double beta) const {
  Workload workload = sgd(alpha, beta);
  workload.m_averaging = m_averaging;
  workload.m_window = m_window;
  workload.m_eta = m_eta;
  return workload.sharing(m_parts);
}

void Workload::checkIterates(std::string_view argument, double value) const {
  if (m_alpha == 0)
    throw InvalidArgument(std::string(argument), value, {Core::tr("none with the workload %1"), name()});
}

Workload Workload::withMomentum(double beta) const {
  checkIterates("momentum", beta);
  return withPoles(m_alpha, beta);
}

Workload Workload::withWeightDecay(double alpha) const {
  checkIterates("weight_decay", alpha);
  return withPoles(alpha, m_beta);
}

Workload Workload::withAveraging(double gamma) const {
  checkIterates("averaging", gamma);
  checkFinite("averaging", gamma);
  if (gamma < 0 || gamma > 1)
    throw InvalidArgument("averaging", gamma,
                          Core::tr("a number from 0 (the last iterate) to 1 (the mean of all iterates)"));
  Workload workload = *this;
  workload.m_averaging = gamma;
  workload.checkOneMean();
  return workload;
}

void Workload::checkOneMean() const {
  if (m_window != 1 && averagesAll())
    throw InvalidArgument("averaging_window", m_window, Core::tr("1 (the last one) beside the mean of all iterates"));
}

Workload Workload::withWindow(Index window) const {
  checkIterates("averaging_window", static_cast<double>(window));
  checkInteger("averaging_window", window, 1, kMostGivenCoefficients);
  if (window != 1 && m_eta) refuseWindow(window);
  Workload workload = *this;
  workload.m_window = window;
  workload.checkOneMean();
  return workload;
}

Workload Workload::withRates(std::vector<double> eta) const {
  if (m_window != 1) refuseWindow(m_window);
  if (!isRational())
    throw InvalidArgument("learning_rates", name(), Core::tr("one learning rate beside a workload from a file"));
  Workload workload = learningRates(std::move(eta), m_beta, m_alpha);
  workload.m_averaging = m_averaging;
  return workload.sharing(m_parts);
}

Workload Workload::withoutRates() const {
  Workload workload = *this;
  workload.m_eta.reset();
  return workload;
}

Workload Workload::constant() const {
  return averagesAll() ? withoutRates().withAveraging(0) : withoutRates();
}

std::string_view Workload::name() const {
  if (m_given) return isMatrix() ? "matrix" : "toeplitz";
  if (m_alpha == 0) return "identity";
  return m_alpha == 1 && m_beta == 0 && m_averaging == 0 && m_window == 1 && !m_eta ? "prefix" : "sgd";
}

std::span<const double> Workload::given() const {
  return m_given ? std::span<const double>(m_given->coefficients) : std::span<const double>();
}

const std::string& Workload::file() const {
  static const std::string none;
  return m_given ? m_given->file : none;
}

std::span<const double> Workload::eta() const {
  return m_eta ? std::span<const double>(*m_eta) : std::span<const double>();
}

bool Workload::operator==(const Workload& other) const {
  return m_alpha == other.m_alpha && m_beta == other.m_beta && m_averaging == other.m_averaging &&
         m_window == other.m_window && m_rows == other.m_rows &&
         (m_given == other.m_given || std::ranges::equal(given(), other.given())) &&
         (m_eta == other.m_eta || std::ranges::equal(eta(), other.eta())) &&
         (m_parts == other.m_parts || spectrum() == other.spectrum());
}

Index Workload::fixedIterations() const {
  return m_eta ? static_cast<Index>(m_eta->size()) : m_rows;
}

double Workload::coefficient(Index lag) const {
  checkToeplitz(*this);
  if (lag < 0) return 0;
  if (m_averaging != 0 || !isRational()) {
    double value = 0;
    coefficients(lag, {&value, 1});
    return value;
  }
  if (m_beta == 0) return m_alpha == 1 ? 1 : std::pow(m_alpha, static_cast<double>(lag));
  const double order = static_cast<double>(lag + 1);
  return (std::pow(m_alpha, order) - std::pow(m_beta, order)) / (m_alpha - m_beta);
}

void Workload::coefficients(Index first, std::span<double> out) const {
  checkToeplitz(*this);
  if (m_given) {
    const auto known = given().subspan(std::min(given().size(), static_cast<std::size_t>(first)));
    const auto rest = std::ranges::copy(known.first(std::min(known.size(), out.size())), out.begin()).out;
    std::fill(rest, out.end(), 0.0);
    return;
  }
  if (m_window > 1) {
    const Index from = std::max<Index>(0, first - m_window + 1);
    std::vector<double> iterates(static_cast<std::size_t>(first - from) + out.size());
    withWindow(1).coefficients(from, iterates);
    averageOver(m_window, iterates);
    std::copy_n(iterates.end() - std::ssize(out), out.size(), out.begin());
    return;
  }
  if (m_averaging == 0) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = coefficient(first + static_cast<Index>(i));
    return;
  }
  const WorkloadTransition until = transition(first);
  WorkloadState state{until.mm, until.um + until.uu, until.am + until.au + (1 - m_averaging) * until.aa};
  for (double& value : out) {
    value = state.average;
    state.advance(*this, 0);
  }
}

double Workload::coefficientLimit() const {
  checkToeplitz(*this);
  return m_alpha == 1 ? 1 / (1 - m_beta) : 0;
}

Index Workload::ownLags() const {
  return m_given ? std::ssize(m_given->coefficients) : m_window > 1 ? m_window : 0;
}

// Nothing is negative, so nothing cancels.
WorkloadTransition Workload::transition(Index steps) const {
  checkRational(*this);
  checkToeplitz(*this);
  const double share = 1 - m_averaging;
  WorkloadTransition power{m_beta, m_beta, m_alpha, share * m_beta, share * m_alpha, m_averaging};
  WorkloadTransition whole;
  const auto product = [](const WorkloadTransition& b, const WorkloadTransition& a) {
    return WorkloadTransition{b.mm * a.mm,
                              b.um * a.mm + b.uu * a.um,
                              b.uu * a.uu,
                              b.am * a.mm + b.au * a.um + b.aa * a.am,
                              b.au * a.uu + b.aa * a.au,
                              b.aa * a.aa};
  };
  for (; steps > 0; steps /= 2) {
    if (steps % 2 == 1) whole = product(power, whole);
    power = product(power, power);
  }
  return whole;
}

Index Workload::inverseBands() const {
  return 2 + (m_beta != 0 ? 1 : 0) + (m_averaging != 0 ? 1 : 0);
}

void Workload::inverseRow(Index row, std::span<double> out) const {
  checkRational(*this);
  checkSize("out", std::ssize(out), inverseBands());
  const double here = 1 / step(row).rate;
  const double before = row > 0 ? 1 / step(row - 1).rate : 1;
  // Rows of Momentum^-1 diag(1/eta) Decay^-1.
  out[0] = here;
  out[1] = row >= 1 ? -(m_alpha * here + m_beta * before) : 0;
  const std::size_t last = out.size() - 1;
  if (last >= 2) out[2] = row >= 2 ? m_alpha * m_beta * before : 0;
  if (m_averaging == 0) return;
  // Times Average^-1, u = (a - kept a_before) / taken. Without momentum its last diagonal is in the place of the
  // momentum's.
  if (m_beta != 0) out[3] = 0;
  for (std::size_t lag = last; lag > 0; --lag) {
    const Index column = row - static_cast<Index>(lag);
    if (column < 0) {
      out[lag] = 0;
      continue;
    }
    const WorkloadStep next = step(column + 1);
    out[lag] = (next.taken / step(column).taken * out[lag] - next.kept * out[lag - 1]) / next.taken;
  }
  out[0] /= step(row).taken;
}

void Workload::multiply(std::span<const double> x, std::span<double> out) const {
  checkSize("out", std::ssize(out), std::ssize(x));
  if (isMatrix()) {
    if (out.data() != x.data()) std::ranges::copy(x, out.begin());
    multiplyColumns(out, 1);
    return;
  }
  if (m_eta) checkSize("x", std::ssize(x), fixedIterations());
  if (m_given) {
    const auto terms = given().first(std::min(given().size(), x.size()));
    if (terms.size() > kDirectTerms && !x.empty()) {
      std::ranges::copy(seriesProduct(terms, x, std::ssize(x)), out.begin());
      return;
    }
    for (std::size_t i = x.size(); i-- > 0;) {
      double sum = 0;
      for (std::size_t lag = 0; lag < std::min(terms.size(), i + 1); ++lag) sum += terms[lag] * x[i - lag];
      out[i] = sum;
    }
    return;
  }
  WorkloadState state;
  for (std::size_t i = 0; i < x.size(); ++i) {
    state.advance(*this, x[i], step(static_cast<Index>(i)));
    out[i] = state.average;
  }
  if (m_window > 1) averageOver(m_window, out);
}

// From the last row up, so that each replaces what no other needs.
void Workload::multiplyColumns(std::span<double> x, Index width) const {
  if (!isMatrix()) throw InvalidArgument("workload", name(), Core::tr("a matrix here"));
  checkInteger("width", width, 1, kNoLimit);
  checkInteger("size of x", std::ssize(x), width, m_rows * width, Core::tr("the rows of the matrix"));
  // Columns of C^-1 begin with zeros.
  const auto begin = std::ranges::find_if(x, [](double value) { return value != 0; }) - x.begin();
  const Index first = begin / width;
  std::vector<double> sums(width);
  for (Index row = std::ssize(x) / width - 1; row >= first; --row) {
    const double* entries = m_given->coefficients.data() + row * (row + 1) / 2;
    std::ranges::fill(sums, 0.0);
    for (Index j = first; j <= row; ++j) {
      const double entry = entries[j];
      const double* from = x.data() + j * width;
      for (Index c = 0; c < width; ++c) sums[c] += entry * from[c];
    }
    std::ranges::copy(sums, x.begin() + row * width);
  }
}

std::vector<double> Workload::lastRow(Index iterations) const {
  std::vector<double> row(iterations);
  if (isMatrix()) {
    checkInteger("iterations", iterations, 1, m_rows, Core::tr("the rows of the matrix"));
    std::copy_n(m_given->coefficients.begin() + (iterations - 1) * iterations / 2, iterations, row.begin());
    return row;
  }
  if (!isRational()) {
    coefficients(0, row);
    std::ranges::reverse(row);
    return row;
  }
  double kept = 1;      // by the average from step l to the last
  double decay = 0;     // what the average has of the iterate of step l
  double momentum = 0;  // sum_{l >= j} rate_l decay_l beta^(l-j)
  for (Index j = iterations - 1; j >= 0; --j) {
    const WorkloadStep own = step(j);
    decay = m_alpha * decay + kept * own.taken;
    kept *= own.kept;
    momentum = m_beta * momentum + own.rate * decay;
    row[j] = momentum;
  }
  return row;
}

}  // namespace noiseloom
