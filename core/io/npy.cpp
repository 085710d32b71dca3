#include "core/io/npy.h"

#include <charconv>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

// A cursor over the dictionary's text, which is a Python literal of a fixed pattern.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : m_text(text) {}

  bool skip(std::string_view expected) {
    skipSpaces();
    if (!m_text.starts_with(expected)) return false;
    m_text.remove_prefix(expected.size());
    return true;
  }
  void expect(std::string_view expected) {
    if (!skip(expected)) throw Error({Core::tr("its header should continue with %1"), expected});
  }
  std::string quoted() {
    expect("'");
    const std::size_t end = m_text.find('\'');
    if (end > 32) throw Error(Core::tr("its header has an unfinished or long text"));
    std::string value(m_text.substr(0, end));
    m_text.remove_prefix(end + 1);
    return value;
  }
  Index number() {
    skipSpaces();
    Index value = 0;
    const auto [end, error] = std::from_chars(m_text.data(), m_text.data() + m_text.size(), value);
    if (error != std::errc() || value < 0) throw Error(Core::tr("its header has a shape that is no list of counts"));
    m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
    return value;
  }
  std::string_view rest() const { return m_text; }

 private:
  void skipSpaces() {
    while (m_text.starts_with(' ')) m_text.remove_prefix(1);
  }
  std::string_view m_text;
};

}  // namespace

std::string npyPreamble(const NpyHeader& header) {
  std::string shape = "(";
  for (std::size_t i = 0; i < header.shape.size(); ++i) {
    if (i > 0) shape += ", ";
    shape += std::to_string(header.shape[i]);
  }
  shape += header.shape.size() == 1 ? ",)" : ")";
  std::string dictionary = "{'descr': '" + header.descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
  const std::size_t used = kNpyMagicBytes + dictionary.size() + 1;
  dictionary.append((64 - used % 64) % 64, ' ').push_back('\n');

  std::string preamble(kMagic);
  preamble += '\x01';
  preamble += '\x00';
  preamble += static_cast<char>(dictionary.size() & 0xFF);
  preamble += static_cast<char>(dictionary.size() >> 8);
  return preamble + dictionary;
}

std::size_t npyDictionaryBytes(std::span<const std::byte> magic) {
  const std::string_view text(reinterpret_cast<const char*>(magic.data()), magic.size());
  if (text.size() != kNpyMagicBytes || !text.starts_with(kMagic)) throw Error(Core::tr("is not a .npy array"));
  if (text[6] != 1 || text[7] != 0) throw Error(Core::tr("is a .npy array of another version than 1.0"));
  return std::to_integer<std::size_t>(magic[8]) | (std::to_integer<std::size_t>(magic[9]) << 8);
}

NpyHeader parseNpyDictionary(std::string_view text, NpyDialect dialect) {
  Cursor cursor(text);
  NpyHeader header;
  cursor.expect("{");
  cursor.expect("'descr':");
  if (cursor.skip("[")) throw Error(Core::tr("is a structured array: only numbers and texts are read"));
  header.descr = cursor.quoted();
  cursor.expect(",");
  cursor.expect("'fortran_order':");
  header.fortranOrder = cursor.skip("True");
  if (!header.fortranOrder) cursor.expect("False");
  if (header.fortranOrder && dialect == NpyDialect::Own)
    throw Error(Core::tr("is in Fortran order: only C order is read"));
  cursor.expect(",");
  cursor.expect("'shape':");
  cursor.expect("(");
  while (!cursor.skip(")")) {
    if (header.shape.size() == 2) throw Error(Core::tr("has more than two dimensions"));
    header.shape.push_back(cursor.number());
    if (!cursor.skip(",")) {
      cursor.expect(")");
      break;
    }
  }
  (void)cursor.skip(",");
  cursor.expect("}");
  if (cursor.rest().find_first_not_of(' ') != cursor.rest().size() - 1 || !cursor.rest().ends_with('\n'))
    throw Error(Core::tr("its header goes on after the closing brace"));
  return header;
}

}  // namespace noiseloom
