#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "core/base/text.h"
#include "core/io/input_file.h"

namespace noiseloom {

/// The bytes of a regular file one after another, inflated where it is a gzip file (RFC 1952, of any number of
/// members).
class ByteSource {
 public:
  explicit ByteSource(const std::filesystem::path& path);
  ~ByteSource();

  const std::filesystem::path& path() const { return m_file.path(); }
  bool deflated() const { return m_inflater != nullptr; }
  /// No more than so many bytes can come: the file's own, or 1032 times as many of what is deflated.
  std::uint64_t mostBytes() const { return deflated() ? m_file.size() * 1032 : m_file.size(); }
  /// Fills `out` as far as there are bytes; fewer only at the end. Throws FormatError for a damaged gzip file.
  std::size_t read(std::span<std::byte> out);
  /// Fills all of `out`, or throws FormatError: `where` ends early.
  void readAll(std::span<std::byte> out, const Text& where);

 private:
  class Inflater;

  InputFile m_file;
  std::uint64_t m_position = 0;  // in the file
  std::unique_ptr<Inflater> m_inflater;
};

}  // namespace noiseloom
