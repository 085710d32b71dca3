#include "ui/plots/matrix_window.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr double kFewest = 4;

}  // namespace

MatrixWindow::MatrixWindow(Index size) : m_size(size), m_span(static_cast<double>(size)) {
  checkInteger("size", size, 1, kNoLimit);
}

Index MatrixWindow::rowBegin() const {
  return static_cast<Index>(std::floor(m_row));
}
Index MatrixWindow::columnBegin() const {
  return static_cast<Index>(std::floor(m_column));
}
Index MatrixWindow::rowEnd() const {
  return std::min(m_size, static_cast<Index>(std::ceil(m_row + m_span)));
}
Index MatrixWindow::columnEnd() const {
  return std::min(m_size, static_cast<Index>(std::ceil(m_column + m_span)));
}

void MatrixWindow::zoom(double factor, QPointF anchor) {
  checkPositive("factor", factor);
  const double whole = static_cast<double>(m_size);
  const double span = std::clamp(m_span / factor, std::min(kFewest, whole), whole);
  m_column += anchor.x() * (m_span - span);
  m_row += anchor.y() * (m_span - span);
  m_span = span;
  clamp();
}

void MatrixWindow::pan(QPointF share) {
  m_column += share.x() * m_span;
  m_row += share.y() * m_span;
  clamp();
}

void MatrixWindow::reset() {
  *this = MatrixWindow(m_size);
}

MatrixWindow MatrixWindow::adaptedTo(Index size) const {
  MatrixWindow adapted(size);
  if (isWhole()) return adapted;
  const double ratio = static_cast<double>(size) / static_cast<double>(m_size);
  adapted.m_span = std::clamp(m_span * ratio, std::min(kFewest, static_cast<double>(size)), static_cast<double>(size));
  adapted.m_row = m_row * ratio;
  adapted.m_column = m_column * ratio;
  adapted.clamp();
  return adapted;
}

void MatrixWindow::clamp() {
  const double most = static_cast<double>(m_size) - m_span;
  m_row = std::clamp(m_row, 0.0, std::max(0.0, most));
  m_column = std::clamp(m_column, 0.0, std::max(0.0, most));
}

}  // namespace noiseloom
