#include "core/mechanism/dense/class_pencil.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/linalg/parallel.h"
#include "core/mechanism/dense/block_kernels.h"

namespace noiseloom {
namespace {

using Vector = std::vector<double>;

constexpr Index kPencilStrip = 64;
constexpr Index kMostStride = 256;  // keeps the work between two polls of the stop token short
constexpr double kRootError = 1e-8;
constexpr int kLeastNodes = 8;
constexpr int kMostNodes = 60;

// c += scale A B for square blocks of one stride.
void add(Index stride, double scale, const double* a, const double* b, double* c) {
  addProduct(stride, stride, stride, scale, a, stride, 1, b, stride, c, stride);
}

// target += scale source for rows of `columns` values.
void addRow(double scale, const double* source, Index columns, double* target) {
  for (Index c = 0; c < columns; ++c) target[c] += scale * source[c];
}

}  // namespace

ClassBlocks::ClassBlocks(Index n, Index s)
    : iterations(n), separation(s), classes(std::min(n, s)), stride(paddedToUnit((n - 1) / s + 1)) {}

// By part: D^-1 of its pivot D, and the border's entries V at its elimination; the last is the border's own inverse.
struct ClassPencil::Factor {
  double* inverseOf(Index part, Index stride) { return inverse.data() + part * stride * stride; }
  const double* inverseOf(Index part, Index stride) const { return inverse.data() + part * stride * stride; }
  double* borderOf(Index part, Index stride) { return border.data() + part * stride * stride; }
  const double* borderOf(Index part, Index stride) const { return border.data() + part * stride * stride; }
  Vector inverse;
  Vector border;
};

bool ClassPencil::suits(const ClassBlocks& blocks, Index lags) {
  return blocks.separation > 1 && blocks.members(0) * lags <= kMostStride;
}

ClassPencil::ClassPencil(const BandedPencil& pencil, const ClassBlocks& blocks)
    : m_blocks(blocks), m_pencil(&pencil), m_firstClass{0}, m_first{0} {
  const Index n = blocks.iterations, most = blocks.members(0);
  // E couples a class to at most the next two; a part has as many classes, or enough to fill a unit.
  const Index lags = pencil.lags();
  const Index together = std::max(lags, kBlockUnit / most);
  m_parts = std::max<Index>(1, blocks.classes / together);
  m_position.resize(n);
  Index position = 0;
  m_stride = 0;
  for (Index part = 0; part < m_parts; ++part) {
    const Index last = blocks.classes * (part + 1) / m_parts;
    for (Index o = m_firstClass.back(); o < last; ++o) {
      m_partOf.push_back(part);
      for (Index i = o; i < n; i += blocks.separation) m_position[i] = position++;
    }
    m_stride = std::max(m_stride, paddedToUnit(position - m_first.back()));
    m_firstClass.push_back(last);
    m_first.push_back(position);
  }
  const std::size_t parts = m_parts;
  m_inside.resize(parts), m_next.resize(parts), m_border.resize(parts);
  for (Index i = 0; i < n; ++i) {
    for (Index lag = 0; lag <= std::min(i, lags); ++lag) {
      const auto partOf = [&](Index step) { return static_cast<std::size_t>(m_partOf[step % blocks.separation]); };
      std::size_t low = partOf(i - lag), high = partOf(i);
      Index lowAt = m_position[i - lag], highAt = m_position[i];
      if (low > high) std::swap(low, high), std::swap(lowAt, highAt);
      lowAt -= m_first[low], highAt -= m_first[high];
      const double value = pencil.diagonal(lag)[i];
      if (low == high) {
        m_inside[low].push_back({lowAt, highAt, value});
        if (lag > 0) m_inside[low].push_back({highAt, lowAt, value});
      } else if (high + 1 == parts) {
        m_border[low].push_back({lowAt, highAt, value});
      } else {
        m_next[low].push_back({highAt, lowAt, value});
      }
    }
  }
}

std::vector<RootNode> ClassPencil::rootNodes(const Vector& m, const Vector& inverse) const {
  // M = D S D with a unit diagonal in S: its eigenvalues widen the bounds for D^2.
  Vector diagonal(static_cast<std::size_t>(m_blocks.iterations));
  double largest = 1, least = 1;
  for (Index o = 0; o < m_blocks.classes; ++o) {
    const double* block = m_blocks.block(m, o);
    const double* inverted = m_blocks.block(inverse, o);
    const auto at = [&](Index e) { return block[e * (m_blocks.stride + 1)]; };
    double trace = 0;
    for (Index e = 0; e < m_blocks.members(o); ++e) {
      diagonal[o + e * m_blocks.separation] = at(e);
      trace += at(e) * inverted[e * (m_blocks.stride + 1)];
      double sum = 0;
      for (Index f = 0; f < m_blocks.members(o); ++f)
        sum += std::abs(block[e * m_blocks.stride + f]) / std::sqrt(at(e) * at(f));
      largest = std::max(largest, sum);
    }
    least = std::min(least, 1 / trace);
  }
  const auto [from, to] = m_pencil->eigenvalueBounds(diagonal);
  const double span = std::log(to / from * largest / least) + 3;
  const double nodes = std::ceil(span * std::log(4 / kRootError) / (2 * std::numbers::pi * std::numbers::pi));
  return inverseRootNodes(from / largest, to / least,
                          std::clamp(static_cast<int>(std::min(nodes, 1e6)), kLeastNodes, kMostNodes));
}

// The part's diagonal block of E + shift M.
void ClassPencil::fill(const Vector& m, double shift, Index part, double* d) const {
  const std::size_t at = part;
  std::fill_n(d, m_stride * m_stride, 0.0);
  for (const Entry& entry : m_inside[at]) d[entry.row * m_stride + entry.column] += entry.value;
  Index offset = 0;
  for (Index o = m_firstClass[at]; o < m_firstClass[at + 1]; ++o) {
    const double* block = m_blocks.block(m, o);
    const Index members = m_blocks.members(o);
    for (Index e = 0; e < members; ++e)
      addRow(shift, block + e * m_blocks.stride, members, d + (offset + e) * m_stride + offset);
    offset += members;
  }
}

// out += weight times the blocks within classes of a part's block of the inverse.
void ClassPencil::addBlocks(const double* z, Index part, double weight, Vector& out) const {
  const std::size_t at = part;
  Index offset = 0;
  for (Index o = m_firstClass[at]; o < m_firstClass[at + 1]; ++o) {
    const Index members = m_blocks.members(o);
    double* block = m_blocks.block(out, o);
    for (Index e = 0; e < members; ++e) {
      for (Index f = 0; f < members; ++f) {
        block[e * m_blocks.stride + f] +=
            weight * 0.5 * (z[(offset + e) * m_stride + offset + f] + z[(offset + f) * m_stride + offset + e]);
      }
    }
    offset += members;
  }
}

MatrixOutcome ClassPencil::factor(const Vector& m, double shift, Factor& f, const RunControl& control) const {
  const Index square = m_stride * m_stride, last = m_parts - 1;
  f.inverse.resize(m_parts * square);
  f.border.assign(last * square, 0.0);
  Vector solved(static_cast<std::size_t>(square));  // D^-1 V of the part
  double* corner = f.inverseOf(last, m_stride);
  fill(m, shift, last, corner);
  for (Index part = 0; part < last; ++part) {
    if (control.stopRequested()) return MatrixOutcome::Stopped;
    double* d = f.inverseOf(part, m_stride);
    double* v = f.borderOf(part, m_stride);
    fill(m, shift, part, d);
    for (const Entry& entry : m_border[part]) v[entry.row * m_stride + entry.column] += entry.value;
    if (part > 0) {
      const auto& coupling = m_next[static_cast<std::size_t>(part) - 1];
      const double* before = f.inverseOf(part - 1, m_stride);
      for (const Entry& a : coupling) {
        for (const Entry& b : coupling)
          d[a.row * m_stride + b.row] -= a.value * b.value * before[a.column * m_stride + b.column];
        addRow(-a.value, solved.data() + a.column * m_stride, m_stride, v + a.row * m_stride);
      }
    }
    if (!invertPositive(size(part), m_stride, d)) return MatrixOutcome::NotPositive;
    std::fill(solved.begin(), solved.end(), 0.0);
    add(m_stride, 1, d, v, solved.data());
    addProduct(m_stride, m_stride, m_stride, -1, v, 1, m_stride, solved.data(), m_stride, corner, m_stride);
  }
  return invertPositive(size(last), m_stride, corner) ? MatrixOutcome::Done : MatrixOutcome::NotPositive;
}

// Takahashi's recursion by parts, from the last one up: with L the coupling to the next part, Z the inverse and U its
// entries between a part and the border, U = -D^-1 (L^T U' + V Z_border), and the part's own block is D^-1 + D^-1 (L^T
// Z' L + N V^T + V N^T) D^-1 with N = L^T U' + V Z_border / 2.
MatrixOutcome ClassPencil::inverseBlocks(const Factor& f, double weight, Vector& out, const RunControl& control) const {
  const Index square = m_stride * m_stride, last = m_parts - 1;
  const double* corner = f.inverseOf(last, m_stride);
  addBlocks(corner, last, weight, out);
  Vector room(static_cast<std::size_t>(7 * square));
  double *own = room.data(), *next = own + square, *border = next + square, *half = border + square;
  double *transposed = half + square, *product = transposed + square, *bracket = product + square;
  const auto clear = [&](double* block) { std::fill_n(block, square, 0.0); };
  for (Index part = last - 1; part >= 0; --part) {
    if (control.stopRequested()) return MatrixOutcome::Stopped;
    const double* inverse = f.inverseOf(part, m_stride);
    const double* v = f.borderOf(part, m_stride);
    clear(half), clear(bracket), clear(product);
    add(m_stride, 1, v, corner, product);
    if (part < last - 1) {
      const auto& coupling = m_next[part];
      for (const Entry& a : coupling) {
        addRow(a.value, border + a.row * m_stride, m_stride, half + a.column * m_stride);
        for (const Entry& b : coupling)
          bracket[a.column * m_stride + b.column] += a.value * b.value * next[a.row * m_stride + b.row];
      }
    }
    // It held part + 1 so far, and now holds this part.
    clear(border);
    for (Index i = 0; i < square; ++i) {
      const double whole = half[i] + product[i];
      half[i] += 0.5 * product[i];
      product[i] = whole;
    }
    add(m_stride, -1, inverse, product, border);
    for (Index i = 0; i < m_stride; ++i) {
      for (Index j = 0; j < m_stride; ++j) transposed[j * m_stride + i] = v[i * m_stride + j];
    }
    clear(product);
    add(m_stride, 1, half, transposed, product);
    for (Index i = 0; i < m_stride; ++i) {
      for (Index j = 0; j < m_stride; ++j)
        bracket[i * m_stride + j] += product[i * m_stride + j] + product[j * m_stride + i];
    }
    clear(product);
    add(m_stride, 1, inverse, bracket, product);
    std::copy_n(inverse, square, own);
    add(m_stride, 1, product, inverse, own);
    addBlocks(own, part, weight, out);
    std::swap(own, next);
  }
  return MatrixOutcome::Done;
}

MatrixOutcome ClassPencil::rootBlocks(const Vector& m, const std::vector<RootNode>& nodes, Vector& out,
                                      const RunControl& control) const {
  std::vector<Vector> parts(nodes.size());
  std::vector<MatrixOutcome> outcomes(nodes.size(), MatrixOutcome::Stopped);
  const bool finished = parallelFor(
      std::ssize(nodes), control,
      [&](Index task) {
        const std::size_t j = task;
        Factor f;
        outcomes[j] = factor(m, nodes[j].shift, f, control);
        if (outcomes[j] != MatrixOutcome::Done) return;
        parts[j].assign(m_blocks.size(), 0.0);
        outcomes[j] = inverseBlocks(f, nodes[j].weight, parts[j], control);
      },
      std::ssize(nodes) * m_blocks.iterations * m_stride);
  if (!finished) return MatrixOutcome::Stopped;
  for (const MatrixOutcome outcome : outcomes) {
    if (outcome != MatrixOutcome::Done) return outcome;
  }
  out.assign(m_blocks.size(), 0.0);
  for (const Vector& part : parts) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += part[i];
  }
  return MatrixOutcome::Done;
}

// strip <- the inverse times strip, kPencilStrip columns of m_stride rows per part, starting at the part before which
// all is zero; the rows before it are left unchanged.
void ClassPencil::solveStrip(const Factor& f, Index from, double* strip, Vector& room) const {
  const Index last = m_parts - 1, size = m_stride * kPencilStrip;
  room.assign(size, 0.0);
  double* border = strip + last * size;
  const auto times = [&](const double* block, const double* values) {
    std::fill(room.begin(), room.end(), 0.0);
    addProduct(m_stride, kPencilStrip, m_stride, 1, block, m_stride, 1, values, kPencilStrip, room.data(),
               kPencilStrip);
  };
  for (Index part = from; part < last; ++part) {
    times(f.inverseOf(part, m_stride), strip + part * size);
    for (const Entry& entry : m_next[part])
      addRow(-entry.value, room.data() + entry.column * kPencilStrip, kPencilStrip,
             strip + (part + 1) * size + entry.row * kPencilStrip);
    addProduct(m_stride, kPencilStrip, m_stride, -1, f.borderOf(part, m_stride), 1, m_stride, room.data(), kPencilStrip,
               border, kPencilStrip);
  }
  times(f.inverseOf(last, m_stride), border);
  std::copy(room.begin(), room.end(), border);
  for (Index part = last - 1; part >= from; --part) {
    double* values = strip + part * size;
    for (const Entry& entry : m_next[part])
      addRow(-entry.value, strip + (part + 1) * size + entry.row * kPencilStrip, kPencilStrip,
             values + entry.column * kPencilStrip);
    addProduct(m_stride, kPencilStrip, m_stride, -1, f.borderOf(part, m_stride), m_stride, 1, border, kPencilStrip,
               values, kPencilStrip);
    times(f.inverseOf(part, m_stride), values);
    std::copy(room.begin(), room.end(), values);
  }
}

MatrixOutcome ClassPencil::root(const Vector& m, const std::vector<RootNode>& nodes, SquareMatrix& out,
                                SquareMatrix& work, const RunControl& control) const {
  const Index n = m_blocks.iterations;
  // The lower triangle in the order of positions, by strips of columns.
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    Factor f;
    if (const MatrixOutcome outcome = factor(m, nodes[j].shift, f, control); outcome != MatrixOutcome::Done)
      return outcome;
    const bool finished =
        parallelFor((n + kPencilStrip - 1) / kPencilStrip, control,
                    [&](Index task) {
                      const Index column = task * kPencilStrip, width = std::min(kPencilStrip, n - column);
                      Vector strip(static_cast<std::size_t>(m_parts * m_stride * kPencilStrip), 0.0), room;
                      const auto rowOf = [&](Index part, Index position) {
                        return strip.data() + (part * m_stride + position - m_first[part]) * kPencilStrip;
                      };
                      Index from = 0;
                      while (m_first[static_cast<std::size_t>(from) + 1] <= column) ++from;
                      for (Index part = from, c = 0; c < width; ++c) {
                        while (m_first[static_cast<std::size_t>(part) + 1] <= column + c) ++part;
                        rowOf(part, column + c)[c] = nodes[j].weight;
                      }
                      solveStrip(f, from, strip.data(), room);
                      for (Index part = from, position = column; position < n; ++position) {
                        while (m_first[static_cast<std::size_t>(part) + 1] <= position) ++part;
                        double* row = work.row(position) + column;
                        const double* solved = rowOf(part, position);
                        for (Index c = 0; c < width; ++c) row[c] = solved[c] + (j == 0 ? 0 : row[c]);
                      }
                    },
                    n * n);
    if (!finished) return MatrixOutcome::Stopped;
  }
  const bool finished =
      parallelFor((n + kPencilStrip - 1) / kPencilStrip, control,
                  [&](Index task) {
                    for (Index i = task * kPencilStrip; i < std::min(n, (task + 1) * kPencilStrip); ++i) {
                      const Index row = m_position[i];
                      for (Index k = 0; k <= i; ++k) {
                        const Index column = m_position[k];
                        out.row(i)[k] = work.row(std::max(row, column))[std::min(row, column)];
                      }
                    }
                  },
                  n * n);
  return finished ? MatrixOutcome::Done : MatrixOutcome::Stopped;
}

}  // namespace noiseloom
