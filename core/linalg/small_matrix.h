#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace noiseloom {

/// Row-major square matrix of a few rows. In the functions below, "lower" marks a matrix whose upper half is zero and
/// never read; all sizes agree.
class SmallMatrix {
 public:
  explicit SmallMatrix(std::size_t rows, double value = 0) : m_rows(rows), m_values(rows * rows, value) {}
  double* operator[](std::size_t row) { return m_values.data() + row * m_rows; }
  const double* operator[](std::size_t row) const { return m_values.data() + row * m_rows; }
  std::size_t rows() const { return m_rows; }

 private:
  std::size_t m_rows;
  std::vector<double> m_values;
};

/// lower * full
inline SmallMatrix leftProduct(const SmallMatrix& lower, const SmallMatrix& full) {
  const std::size_t size = lower.rows();
  SmallMatrix out(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t l = 0; l <= i; ++l) {
      const double factor = lower[i][l];
      for (std::size_t j = 0; j < size; ++j) out[i][j] += factor * full[l][j];
    }
  }
  return out;
}

/// out += lower^T * full
inline void addTransposedProduct(const SmallMatrix& lower, const SmallMatrix& full, SmallMatrix& out) {
  const std::size_t size = lower.rows();
  for (std::size_t l = 0; l < size; ++l) {
    for (std::size_t i = 0; i <= l; ++i) {
      const double factor = lower[l][i];
      for (std::size_t j = 0; j < size; ++j) out[i][j] += factor * full[l][j];
    }
  }
}

/// out += full * lower^T
inline void addProductWithTransposed(const SmallMatrix& full, const SmallMatrix& lower, SmallMatrix& out) {
  const std::size_t size = lower.rows();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      double sum = 0;
      for (std::size_t l = 0; l <= j; ++l) sum += full[i][l] * lower[j][l];
      out[i][j] += sum;
    }
  }
}

/// out += scale * other
inline void addScaled(const SmallMatrix& other, double scale, SmallMatrix& out) {
  const std::size_t size = out.rows();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) out[i][j] += scale * other[i][j];
  }
}

/// out += scale * x x^T
inline void addSquare(const std::vector<double>& x, double scale, SmallMatrix& out) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) out[i][j] += scale * x[i] * x[j];
  }
}

inline std::vector<double> times(const SmallMatrix& matrix, const std::vector<double>& x) {
  std::vector<double> out(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = std::inner_product(x.begin(), x.end(), matrix[i], 0.0);
  return out;
}

inline std::vector<double> transposedTimes(const SmallMatrix& lower, const std::vector<double>& x) {
  std::vector<double> out(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) out[j] += lower[i][j] * x[i];
  }
  return out;
}

}  // namespace noiseloom
