#include "app/cli/output_path.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "core/base/errors.h"
#include "core/io/atomic_file.h"

namespace noiseloom::cli {
namespace {

namespace fs = std::filesystem;

// Writers put a temporary file beside `path` and rename it: the folder must take new files, and what is renamed over
// must be a file (renaming over a device such as /dev/full would replace the device).
void checkOutput(const char* argument, const std::string& path) {
  const auto refuse = [&](const char* allowed) {
    throw InvalidArgument(argument, path.empty() ? "\"\"" : path, std::string(allowed));
  };
  const fs::path file(path);
  std::error_code error;
  if (path.empty() || !file.has_filename()) refuse("the name of a file");
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) refuse("a file in a folder that exists");
  if (fs::exists(file, error) && !fs::is_regular_file(file, error)) refuse("the name of a new or a regular file");
  if (access(folder.c_str(), W_OK | X_OK) != 0) refuse("a file in a folder that you may write to");
  if (fs::exists(file, error) && access(file.c_str(), W_OK) != 0) refuse("a file that you may write to");
}

}  // namespace

void checkOutputs(const std::vector<FileOption>& inputs, const std::vector<FileOption>& outputs) {
  std::vector<FileOption> others = inputs;
  for (const FileOption& output : outputs) {
    if (output.path) checkOutput(output.name, *output.path);
    for (const FileOption& other : others) {
      if (output.path && other.path && sameFile(*output.path, *other.path))
        throw InvalidArgument(output.name, *output.path, std::string("another file than --") + other.name);
    }
    others.push_back(output);
  }
}

}  // namespace noiseloom::cli
