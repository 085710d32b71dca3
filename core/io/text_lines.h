#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/index.h"
#include "core/base/text.h"
#include "core/io/input_file.h"

namespace noiseloom {

/// The lines of a text file one after another, whatever its size; none may be longer than 1 MiB, so that an endless one
/// does not fill the memory.
class TextLines {
 public:
  /// tooLong: what is wrong with a longer line. Throws IoError.
  TextLines(const std::filesystem::path& path, Text tooLong);

  /// The number of the line that next() gave last, the first being 1.
  Index number() const { return m_number; }
  /// The next line without its end, "\n"; false at the end of the file. Throws FormatError naming the line, and
  /// IoError.
  bool next(std::string& line);

 private:
  bool refill();

  InputFile m_file;
  Text m_tooLong;
  std::uint64_t m_offset = 0;
  std::string m_piece;
  std::size_t m_at = 0;  // in the piece
  Index m_number = 0;
};

}  // namespace noiseloom
