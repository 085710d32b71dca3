#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace noiseloom::fuzz {

/// A reader of what comes from outside, to be given any bytes: it may throw noiseloom::Error, and nothing else.
struct Reader {
  std::string_view name;
  /// Reads bytes that stand both in memory and in a file that its owner alone may read. What could be read is written
  /// and read again where there is a writer; a difference is a std::logic_error.
  void (*read)(std::string_view bytes, const std::filesystem::path& file);
  /// Files as the project's own writers and others make them, from which changes begin.
  std::vector<std::string> (*examples)();
  /// Zip archives: half of what is tried gets the right check sums, so that it is read beyond them.
  bool archive = false;
};

/// Strategy files, NumPy's arrays and archives, plans, records.
std::span<const Reader> fileReaders();
/// Scenarios, sessions, schedules, spectra, expressions, tables of examples.
std::span<const Reader> textReaders();
/// Those of the window: lessons, and scenarios inside pictures. None where it is not built.
std::span<const Reader> windowReaders();

/// nullptr for a name that is none.
const Reader* readerOf(std::string_view name);
std::vector<const Reader*> allReaders();

/// Lets the reader try the bytes. Throws std::logic_error saying what it did wrong; what crashes crashes.
void tryReader(const Reader& reader, std::string_view bytes);

/// What a writer leaves in a file.
std::string bytesOf(const std::filesystem::path& file);

}  // namespace noiseloom::fuzz
