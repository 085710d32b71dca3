#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace noiseloom {

/// A folder of its own for each test, removed with everything in it.
class ScratchFolder : public ::testing::Test {
 public:
  ~ScratchFolder() override {
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
  }

 protected:
  ScratchFolder() {
    // In memory where there is such a place: thousands of flushed files would wait for the disk.
    const std::filesystem::path memory = "/dev/shm";
    const bool inMemory = ::access(memory.c_str(), W_OK) == 0;
    std::string pattern =
        ((inMemory ? memory : std::filesystem::temp_directory_path()) / "noiseloom-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no scratch folder");
    m_folder = pattern;
  }

  std::filesystem::path file(const std::string& name) const { return m_folder / name; }
  const std::filesystem::path& folder() const { return m_folder; }
  /// Names in the folder, hidden ones too.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder))
      found.push_back(entry.path().filename().string());
    return found;
  }

 private:
  std::filesystem::path m_folder;
};

inline std::string contentOf(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline void putContent(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

}  // namespace noiseloom
