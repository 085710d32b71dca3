#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "tests/core/io/scratch_folder.h"
#include "tests/faults/system_calls.h"

namespace noiseloom {

inline constexpr int kMostCalls = 1000;  ///< more than any of these writers makes

/// Calls in a copy of this process, with a fault at call `at`; true where it came to its end. In a program of one
/// thread: of more only the one that calls goes on in the copy, and what the others had locked stays locked.
bool survives(int at, const std::function<void()>& work);

/// What the system says of the fault.
const char* reasonOf(Fault fault);

/// Calls with a fault from call `at` on; the message of what it throws, or nothing where it did not notice.
std::string messageWith(Fault fault, int at, const std::function<void()>& work);

/// One that writes a file, or several that belong together, whole: in two versions.
struct Writer {
  std::string name;
  /// `file`: where the first one goes; others stand beside it or in folders beside it.
  std::function<void(const std::filesystem::path& file, int version)> write;
};

/// What has to hold of every such writer, in a folder of its own. Of several files that belong together each is the
/// older or the newer one; a single one is as it was wherever the writer has refused.
class WholeFiles : public ScratchFolder {
 protected:
  using Files = std::map<std::string, std::string>;  ///< by their paths in the folder

  explicit WholeFiles(const Writer& writer);
  /// `survives(at)`: writes the newer version to target() in a process of its own, with a fault at that call.
  void killedAtEveryCall(const std::function<bool(int at)>& survives) const;
  void withoutSpaceOrPermission() const;
  void halfWrites() const;
  std::filesystem::path target() const { return file("a"); }
  void writeNewer() const { m_writer.write(target(), 2); }

 private:
  void putOlder(bool there) const;
  /// All files, hidden ones too.
  Files files() const;
  /// Whether each file is whole, and all are there that were.
  void expectWhole(const Files& now, bool there, int at) const;

  const Writer& m_writer;
  Files m_older, m_newer;
};

}  // namespace noiseloom
