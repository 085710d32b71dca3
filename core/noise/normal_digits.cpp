#include "core/noise/normal_digits.h"

#include <algorithm>
#include <optional>

namespace noiseloom {
namespace {

__extension__ using Wide = unsigned __int128;

/// A number in [0, 1): a lower bound in digits of 64 bits, and the most by which it is too low, in units of the last.
struct Bounded {
  std::vector<std::uint64_t> low;
  std::uint64_t error = 0;
};

// x += units of the last digit; a carry to 1 does not occur here and would be lost.
void addUnits(std::vector<std::uint64_t>& x, std::uint64_t units) {
  for (std::size_t i = x.size(); i-- > 0 && units != 0;) {
    x[i] += units;
    units = x[i] < units ? 1 : 0;
  }
}

void add(std::vector<std::uint64_t>& x, const std::vector<std::uint64_t>& y) {
  std::uint64_t carry = 0;
  for (std::size_t i = x.size(); i-- > 0;) {
    const Wide sum = Wide{x[i]} + y[i] + carry;
    x[i] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64U);
  }
}

void subtract(std::vector<std::uint64_t>& x, const std::vector<std::uint64_t>& y) {
  std::uint64_t borrow = 0;
  for (std::size_t i = x.size(); i-- > 0;) {
    const Wide difference = Wide{x[i]} - y[i] - borrow;
    x[i] = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> 64U) != 0 ? 1 : 0;
  }
}

// x = (rest + x) / divisor, truncated, where rest < divisor.
void divide(std::vector<std::uint64_t>& x, std::uint64_t divisor, std::uint64_t rest = 0) {
  for (std::uint64_t& digit : x) {
    const Wide number = (Wide{rest} << 64U) | digit;
    digit = static_cast<std::uint64_t>(number / divisor);
    rest = static_cast<std::uint64_t>(number % divisor);
  }
}

// Factors are below 1, so that their errors at most add up; truncating the product adds less than a unit.
Bounded product(const Bounded& x, const Bounded& y) {
  const std::size_t size = x.low.size();
  std::vector<std::uint64_t> whole(2 * size);
  for (std::size_t i = size; i-- > 0;) {
    std::uint64_t carry = 0;
    for (std::size_t j = size; j-- > 0;) {
      const Wide sum = Wide{x.low[i]} * y.low[j] + whole[i + j + 1] + carry;
      whole[i + j + 1] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64U);
    }
    whole[i] = carry;
  }
  whole.resize(size);
  return {whole, x.error + y.error + 1};
}

// e^(-1/512) = 1 - 1/512 + 1/(2 512^2) - ..; each term is truncated by less than two units, and all omitted terms
// together are less than the last one, which is 0 in these digits.
Bounded smallPower(std::size_t digits) {
  std::vector<std::uint64_t> sum(digits);
  std::vector<std::uint64_t> term(digits);
  divide(term, 512, 1);
  subtract(sum, term);  // 1 is represented by 0
  std::uint64_t terms = 2;
  while (std::any_of(term.begin(), term.end(), [](std::uint64_t digit) { return digit != 0; })) {
    divide(term, 512 * terms);
    if (terms % 2 == 0) {
      add(sum, term);
    } else {
      subtract(sum, term);
    }
    ++terms;
  }
  std::vector<std::uint64_t> error(digits);
  error.back() = 2 * terms;
  subtract(sum, error);
  return {sum, 4 * terms};
}

/// S(0), S(1), .. one after another, to a number of digits.
class Sums {
 public:
  explicit Sums(std::size_t digits) : m_ratio(smallPower(digits)), m_change(product(m_ratio, m_ratio)) {
    m_term.low.resize(digits);
    divide(m_term.low, 21, 1);
    m_term.error = 1;
    m_sum = m_term;
  }
  void next() {  // e^(-(j+1)^2 / 512) = e^(-j^2 / 512) e^(-(2j+1) / 512)
    m_term = product(m_term, m_ratio);
    m_ratio = product(m_ratio, m_change);
    add(m_sum.low, m_term.low);
    m_sum.error += m_term.error;
    ++m_index;
  }
  Index index() const { return m_index; }
  const Bounded& sum() const { return m_sum; }
  std::vector<std::uint64_t> upper() const {
    std::vector<std::uint64_t> upper = m_sum.low;
    addUnits(upper, m_sum.error);
    return upper;
  }
  /// From here on each term is less than half the one before, so that all later terms together are less than the last.
  bool tailIsKnown() const { return m_index >= 256; }
  std::vector<std::uint64_t> upperOfAll() const {
    std::vector<std::uint64_t> upper = this->upper();
    add(upper, m_term.low);
    addUnits(upper, m_term.error);
    return upper;
  }
  bool termIsGone() const {
    return std::all_of(m_term.low.begin(), m_term.low.end(), [](std::uint64_t digit) { return digit == 0; });
  }

 private:
  Bounded m_ratio;   // e^(-(2j+1) / 512) for j = m_index
  Bounded m_change;  // e^(-2 / 512)
  Bounded m_term;    // e^(-j^2 / 512) / 21
  Bounded m_sum;
  Index m_index = 0;
};

// The cell by these digits, or kNone; nullopt if later digits decide.
std::optional<Index> decided(const std::vector<std::uint64_t>& digits) {
  std::vector<std::uint64_t> above = digits;
  addUnits(above, 1);  // the number is less than this
  for (Sums sums(digits.size());; sums.next()) {
    if (above <= sums.sum().low) return sums.index();
    if (digits < sums.upper()) return {};
    if (!sums.tailIsKnown()) continue;
    if (digits >= sums.upperOfAll()) return NormalCells::kNone;
    if (sums.termIsGone()) return {};
  }
}

}  // namespace

NormalCells::NormalCells() {
  constexpr std::size_t kDigits = 3;
  Sums sums(kDigits);
  for (std::uint64_t& bound : m_bounds) {
    bound = sums.sum().low[0];
    sums.next();
  }
  while (!sums.tailIsKnown()) sums.next();
  m_beyond = sums.upperOfAll()[0];
  for (std::size_t i = 0; i < m_guide.size(); ++i) {
    const auto least = static_cast<std::uint64_t>(i) << kGuideShift;
    const auto* const cell = std::upper_bound(m_bounds.begin(), m_bounds.end(), least);
    m_guide[i] = static_cast<std::uint8_t>(cell - m_bounds.begin());
  }
}

const NormalCells& NormalCells::get() {
  static const NormalCells cells;
  return cells;
}

Index NormalCells::decide(std::uint64_t first, const std::function<std::uint64_t()>& next) {
  if (first > get().m_beyond) return kNone;
  std::vector<std::uint64_t> digits{first};
  for (;;) {
    digits.push_back(next());
    if (const std::optional<Index> cell = decided(digits)) return *cell;
  }
}

}  // namespace noiseloom
