#include "core/io/text_lines.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr std::size_t kLongestTextLine = std::size_t{1} << 20;
constexpr std::size_t kTextPieceBytes = std::size_t{1} << 16;

}  // namespace

TextLines::TextLines(const std::filesystem::path& path, Text tooLong) : m_file(path), m_tooLong(std::move(tooLong)) {}

bool TextLines::next(std::string& line) {
  line.clear();
  ++m_number;
  for (;;) {
    const std::size_t end = m_piece.find('\n', m_at);
    line.append(m_piece, m_at, std::min(end, m_piece.size()) - m_at);
    if (line.size() > kLongestTextLine) throw FormatError(m_file.path(), {Core::tr("line %1"), m_number}, m_tooLong);
    m_at = end + 1;
    if (end != std::string::npos) return true;
    if (!refill()) return !line.empty();
  }
}

bool TextLines::refill() {
  m_piece.resize(std::min<std::uint64_t>(kTextPieceBytes, m_file.size() - m_offset));
  m_file.readAt(m_offset, std::as_writable_bytes(std::span(m_piece)));
  m_offset += m_piece.size();
  m_at = 0;
  return !m_piece.empty();
}

}  // namespace noiseloom
