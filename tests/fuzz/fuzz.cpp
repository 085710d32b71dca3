// Gives the readers of everything that comes from outside broken input, the same in every run:
//   noiseloom_fuzz [--reader NAME] [--runs N] [--seed S] [FOLDER]
// Each reader (of all, unless one is named) gets its examples, the files in FOLDER/NAME, and N inputs that are changed
// from these (1000 unless told). An input that does harm is kept as noiseloom-fuzz-NAME in the working folder; the exit
// code is 1 then. What was fixed stays in tests/fuzz/kept/NAME.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <random>
#include <stdexcept>

#include "tests/fuzz/fuzz_reader.h"
#include "tests/fuzz/random_changes.h"

namespace noiseloom::fuzz {
namespace {

struct Options {
  std::string reader = {};
  long long runs = 1000;
  unsigned long long seed = 1;
  std::filesystem::path folder = {};
};

// The input that is tried, in a file, as what crashes keeps nothing. Gone with the object unless it is told to stay.
class KeptInput {
 public:
  explicit KeptInput(const Reader& reader)
      : m_name("noiseloom-fuzz-" + std::string(reader.name)),
        m_descriptor(::open(m_name.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600)) {}
  KeptInput(const KeptInput&) = delete;
  KeptInput& operator=(const KeptInput&) = delete;
  ~KeptInput() {
    ::close(m_descriptor);
    if (!m_stays) std::filesystem::remove(m_name);
  }
  const std::string& name() const { return m_name; }
  void set(std::string_view bytes) const {
    if (::ftruncate(m_descriptor, 0) != 0 ||
        ::pwrite(m_descriptor, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
      throw std::runtime_error("cannot write " + m_name);
  }
  void stay() { m_stays = true; }

 private:
  std::string m_name;
  int m_descriptor;
  bool m_stays = false;
};

std::vector<std::string> inputsOf(const Reader& reader, const Options& options) {
  std::vector<std::string> inputs = reader.examples();
  const std::filesystem::path kept = options.folder / reader.name;
  if (options.folder.empty() || !std::filesystem::is_directory(kept)) return inputs;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kept)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) inputs.push_back(bytesOf(file));
  return inputs;
}

bool passes(const Reader& reader, const Options& options) {
  const std::vector<std::string> inputs = inputsOf(reader, options);
  std::mt19937_64 random(options.seed);
  if (inputs.empty()) throw std::logic_error(std::string(reader.name) + " has no examples");
  const auto whole = static_cast<long long>(inputs.size());
  KeptInput kept(reader);
  for (long long i = 0; i < whole + options.runs; ++i) {
    const std::string bytes = i < whole ? inputs[static_cast<std::size_t>(i)] : changed(inputs, random);
    kept.set(bytes);
    try {
      tryReader(reader, bytes);
    } catch (const std::exception& wrong) {
      std::printf("%s: %s (kept as %s)\n", std::string(reader.name).c_str(), wrong.what(), kept.name().c_str());
      kept.stay();
      return false;
    }
  }
  std::printf("%s: %lld examples and files, %lld changed\n", std::string(reader.name).c_str(), whole, options.runs);
  std::fflush(stdout);
  return true;
}

Options optionsOf(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const bool takes = i + 1 < argc;
    if (takes && std::strcmp(argv[i], "--reader") == 0)
      options.reader = argv[++i];
    else if (takes && std::strcmp(argv[i], "--runs") == 0)
      options.runs = std::atoll(argv[++i]);
    else if (takes && std::strcmp(argv[i], "--seed") == 0)
      options.seed = std::strtoull(argv[++i], nullptr, 10);
    else if (std::filesystem::is_directory(argv[i]))
      options.folder = argv[i];
    else
      throw std::invalid_argument(std::string("'") + argv[i] + "' is no option and no folder");
  }
  return options;
}

}  // namespace
}  // namespace noiseloom::fuzz

int main(int argc, char** argv) {
  using namespace noiseloom::fuzz;
  const Options options = optionsOf(argc, argv);
  if (!options.reader.empty() && readerOf(options.reader) == nullptr) {
    std::fprintf(stderr, "'%s' is no reader: use", options.reader.c_str());
    for (const Reader* reader : allReaders()) std::fprintf(stderr, " %s", std::string(reader->name).c_str());
    std::fputs("\n", stderr);
    return 2;
  }
  bool pass = true;
  for (const Reader* reader : allReaders()) {
    if (options.reader.empty() || options.reader == reader->name) pass = passes(*reader, options) && pass;
  }
  return pass ? 0 : 1;
}
