#include "ui/plots/matrix/matrix_window.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr double kFewest = 4;

}  // namespace

MatrixWindow::MatrixWindow(Index rows, Index columns, bool band)
    : m_down{rows, 0, static_cast<double>(rows)}, m_across{columns, 0, static_cast<double>(columns)}, m_band(band) {
  checkInteger("rows", rows, 1, kNoLimit);
  checkInteger("columns", columns, 1, kNoLimit);
}

Index MatrixWindow::Side::begin() const {
  return static_cast<Index>(std::floor(from));
}

Index MatrixWindow::Side::end() const {
  return std::min(size, static_cast<Index>(std::ceil(from + span)));
}

void MatrixWindow::Side::moveTo(double first) {
  from = std::clamp(first, 0.0, std::max(0.0, static_cast<double>(size) - span));
}

void MatrixWindow::Side::include(Index index) {
  const double margin = std::min(1.0, std::max(0.0, (span - 1) / 2));
  const auto at = static_cast<double>(index);
  moveTo(std::clamp(from, at + 1 + margin - span, at - margin));
}

void MatrixWindow::zoom(double factor, QPointF anchor) {
  checkPositive("factor", factor);
  const double columns = m_across.span;
  const double rows = m_down.span;
  setSpan(zoomSpan() / factor);
  m_across.moveTo(m_across.from + anchor.x() * (columns - m_across.span));
  m_down.moveTo(m_down.from + anchor.y() * (rows - m_down.span));
}

void MatrixWindow::pan(QPointF share) {
  m_across.moveTo(m_across.from + share.x() * m_across.span);
  m_down.moveTo(m_down.from + share.y() * m_down.span);
}

void MatrixWindow::reset() {
  *this = MatrixWindow(rows(), columns(), m_band);
}

void MatrixWindow::place(double row, double column, double span) {
  checkFinite("row", row);
  checkFinite("column", column);
  checkPositive("span", span);
  setSpan(span);
  m_down.moveTo(row);
  m_across.moveTo(column);
}

void MatrixWindow::include(Index row, Index column) {
  m_down.include(row);
  m_across.include(column);
}

MatrixWindow MatrixWindow::adaptedTo(Index rows, Index columns) const {
  MatrixWindow adapted(rows, columns, m_band);
  if (isWhole()) return adapted;
  const double across = static_cast<double>(columns) / static_cast<double>(m_across.size);
  const double down = static_cast<double>(rows) / static_cast<double>(m_down.size);
  adapted.place(m_down.from * down, m_across.from * across, zoomSpan() * (m_band ? down : across));
  return adapted;
}

void MatrixWindow::setSpan(double span) {
  if (m_band) {
    const auto rows = static_cast<double>(m_down.size);
    m_down.span = std::clamp(span, std::min(kFewest, rows), rows);
    m_across.span = std::min(static_cast<double>(m_across.size), m_down.span);
    return;
  }
  const double whole = static_cast<double>(m_across.size);
  m_across.span = std::clamp(span, std::min(kFewest, whole), whole);
  m_down.span =
      m_down.size == m_across.size ? m_across.span : static_cast<double>(m_down.size) * (m_across.span / whole);
}

}  // namespace noiseloom
