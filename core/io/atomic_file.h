#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace noiseloom {

/// Who may read a file that is written.
enum class FileReaders {
  Usual,  ///< as the system makes new files; an existing one keeps its permissions
  Owner   ///< its owner alone (0600), also where it existed
};

/// A file that appears under its name only once it is complete: written under a temporary name in the same folder,
/// flushed to the disk, then renamed. Until commit() returns, whatever stood under the name stays untouched; a file
/// that is never committed leaves nothing behind, and what the writer of a killed process left in the folder goes with
/// the next one. An existing file keeps its permissions; a link is followed to its target. Every failure is an IoError
/// that says what stood in the way.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path, FileReaders readers = FileReaders::Usual);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  const std::filesystem::path& path() const { return m_path; }
  void write(std::span<const std::byte> bytes);
  /// Flushes, closes and renames; nothing may be written afterwards.
  void commit();

 private:
  void discard() noexcept;

  std::filesystem::path m_path;       // as the caller named it, for messages
  std::filesystem::path m_target;     // where a link leads
  std::filesystem::path m_temporary;  // empty once renamed or removed
  int m_descriptor = -1;
};

/// True if both paths lead to one file however they are spelled: relative or not, through links, also where the file is
/// yet to be made.
bool sameFile(const std::filesystem::path& a, const std::filesystem::path& b);

/// What a link leads to, through all links; the path itself where it is none. Throws IoError.
std::filesystem::path linkTarget(const std::filesystem::path& path);
/// Makes a file's new name survive a power cut; it stands there already, so a refusal is no failure.
void flushFolderOf(const std::filesystem::path& path);
[[noreturn]] void cannotWrite(const std::filesystem::path& path, int error);

/// The folder that a file is in, "." where its path names none.
std::filesystem::path folderOf(const std::filesystem::path& path);

/// Makes a folder, and those above it, where they are not there. Throws IoError.
void makeFolders(const std::filesystem::path& folder);

/// Writes the whole text as one atomic file.
void writeFileAtomically(const std::filesystem::path& path, std::string_view text);

}  // namespace noiseloom
