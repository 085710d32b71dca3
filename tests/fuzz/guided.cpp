// The readers of everything that comes from outside under Clang's libFuzzer, which keeps the inputs that reach new
// code:
//   noiseloom_fuzz_guided --reader=NAME [options of libFuzzer: -help=1] CORPUS...
// Into an empty folder CORPUS the reader's examples go first. What a run finds it keeps as libFuzzer does, under
// -artifact_prefix; installer/checks.sh fuzz runs all readers.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/fuzz_reader.h"

namespace {

const noiseloom::fuzz::Reader* reader = nullptr;

void addExamples(const std::filesystem::path& corpus) {
  int number = 0;
  for (const std::string& example : reader->examples()) {
    const auto file = corpus / ("example-" + std::to_string(number++));
    std::ofstream(file, std::ios::binary).write(example.data(), static_cast<std::streamsize>(example.size()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr std::string_view kOption = "--reader=";
  for (int i = 1; i < *argc; ++i) {
    const std::string_view argument = (*argv)[i];
    if (argument.starts_with(kOption)) reader = noiseloom::fuzz::readerOf(argument.substr(kOption.size()));
  }
  if (reader == nullptr) {
    std::fputs("noiseloom_fuzz_guided: --reader=NAME has to be one of\n", stderr);
    for (const noiseloom::fuzz::Reader* known : noiseloom::fuzz::allReaders())
      std::fprintf(stderr, "%s\n", std::string(known->name).c_str());
    std::exit(2);
  }
  for (int i = 1; i < *argc; ++i) {
    if (std::filesystem::is_directory((*argv)[i]) && std::filesystem::is_empty((*argv)[i])) addExamples((*argv)[i]);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    noiseloom::fuzz::tryReader(*reader, {reinterpret_cast<const char*>(data), size});
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "%s\n", wrong.what());
    std::abort();
  }
  return 0;
}
