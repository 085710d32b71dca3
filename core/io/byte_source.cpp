#include "core/io/byte_source.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <vector>

#include "core/base/errors.h"

namespace noiseloom {

class ByteSource::Inflater {
 public:
  Inflater() {
    if (inflateInit2(&m_stream, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&m_stream); }

  std::size_t read(const InputFile& file, std::uint64_t& position, std::span<std::byte> out) {
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    std::size_t made = 0;
    while (made < out.size()) {
      if (m_stream.avail_in == 0 && position < file.size()) {
        m_input.resize(std::min<std::uint64_t>(kPiece, file.size() - position));
        file.readAt(position, m_input);
        position += m_input.size();
        m_stream.next_in = reinterpret_cast<Bytef*>(m_input.data());
        m_stream.avail_in = static_cast<uInt>(m_input.size());
      }
      if (m_between) {
        if (m_stream.avail_in == 0) return made;
        if (inflateReset(&m_stream) != Z_OK) throw std::bad_alloc();
        m_between = false;
      }
      const auto room = static_cast<uInt>(std::min<std::size_t>(out.size() - made, std::size_t{1} << 30));
      m_stream.next_out = reinterpret_cast<Bytef*>(out.data() + made);
      m_stream.avail_out = room;
      const int result = inflate(&m_stream, Z_NO_FLUSH);
      made += room - m_stream.avail_out;
      m_between = result == Z_STREAM_END;
      const bool starved = result == Z_BUF_ERROR && m_stream.avail_in == 0 && position == file.size();
      if (starved || (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR))
        throw FormatError(file.path(), Core::tr("file"), Core::tr("is damaged: it cannot be inflated"));
    }
    return made;
  }

 private:
  z_stream m_stream{};
  std::vector<std::byte> m_input;
  bool m_between = false;  // after the end of a member
};

ByteSource::ByteSource(const std::filesystem::path& path) : m_file(path) {
  std::byte magic[2]{};
  if (m_file.size() >= 2) m_file.readAt(0, magic);
  if (magic[0] == std::byte{0x1F} && magic[1] == std::byte{0x8B}) m_inflater = std::make_unique<Inflater>();
}

ByteSource::~ByteSource() = default;

std::size_t ByteSource::read(std::span<std::byte> out) {
  if (m_inflater) return m_inflater->read(m_file, m_position, out);
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_file.size() - m_position));
  m_file.readAt(m_position, out.first(count));
  m_position += count;
  return count;
}

void ByteSource::readAll(std::span<std::byte> out, const Text& where) {
  if (read(out) < out.size()) throw FormatError(path(), where, Core::tr("ends early"));
}

}  // namespace noiseloom
