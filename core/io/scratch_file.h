#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace noiseloom {

/// A name for a file in a folder of its own, which nobody else may read and which goes with this object.
class ScratchFile {
 public:
  /// Throws IoError.
  explicit ScratchFile(const std::string& name);
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile();

  /// Nothing stands there at first.
  const std::filesystem::path& path() const { return m_path; }
  void write(std::string_view bytes) const;

 private:
  std::filesystem::path m_folder;
  std::filesystem::path m_path;
};

}  // namespace noiseloom
