// Prints what the window copies of a strategy file's design: its command line, and with --programs its three programs.
//
// usage: noiseloom_snippets_of FILE.npz [--programs]

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "core/io/strategy_file.h"
#include "core/search/designer.h"
#include "core/snippet/copied_command.h"
#include "core/snippet/python_snippet.h"

int main(int argc, char** argv) {
  using namespace noiseloom;
  const bool programs = argc == 3 && std::string_view(argv[2]) == "--programs";
  if (argc != 2 && !programs) return 2;
  try {
    StrategyFile file = readStrategyFile(argv[1]);
    file.scenario.mechanism = file.mechanism;
    const Design design = *evaluate(file.scenario, file.strategy);
    std::string text = commandLine(design.scenario) + "\n";
    if (programs) {
      for (const PythonLibrary library : {PythonLibrary::NumPy, PythonLibrary::Jax, PythonLibrary::PyTorch})
        text += pythonSnippet(design, library);
    }
    std::fputs(text.c_str(), stdout);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
