#include "tests/fuzz/fuzz_reader.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "core/base/errors.h"
#include "tests/cli/zip_retouch.h"

namespace noiseloom::fuzz {
namespace {

// A file in memory: readers take paths, and a disk would set the pace.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : m_descriptor(memfd_create("input", 0)) {
    if (m_descriptor < 0 || fchmod(m_descriptor, 0600) != 0 ||
        ::write(m_descriptor, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      throw std::runtime_error("no file in memory");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(m_descriptor); }
  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

 private:
  int m_descriptor;
};

// With the check sums that its members would have; unchanged where it is too broken to have members.
std::string withCheckSums(std::string_view bytes) {
  try {
    if (bytes.size() >= 22)
      return test::retouchZip(std::string(bytes), [](const std::string&, std::string content) { return content; });
  } catch (const std::exception&) {
  }
  return std::string(bytes);
}

bool isOdd(std::string_view bytes) {
  unsigned sum = 0;
  for (const char c : bytes) sum += static_cast<unsigned char>(c);
  return sum % 2 == 1;
}

}  // namespace

std::vector<const Reader*> allReaders() {
  std::vector<const Reader*> all;
  for (const auto readers : {fileReaders(), textReaders(), windowReaders()}) {
    for (const Reader& reader : readers) all.push_back(&reader);
  }
  return all;
}

const Reader* readerOf(std::string_view name) {
  for (const Reader* reader : allReaders()) {
    if (reader->name == name) return reader;
  }
  return nullptr;
}

void tryReader(const Reader& reader, std::string_view bytes) {
  const std::string repaired = reader.archive && isOdd(bytes) ? withCheckSums(bytes) : std::string(bytes);
  const MemoryFile file(repaired);
  try {
    reader.read(repaired, file.path());
  } catch (const Error&) {
    // A sentence that says what is wrong is what a reader owes.
  } catch (const std::exception& other) {
    throw std::logic_error(std::string(reader.name) + " threw what it may not: " + other.what());
  }
}

std::string bytesOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace noiseloom::fuzz
