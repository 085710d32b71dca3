#include "tests/faults/whole_files.h"
#include "tests/matchers.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <stdexcept>

namespace noiseloom {

namespace fs = std::filesystem;

bool survives(int at, const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    beginFault(Fault::Killed, at);
    try {
      work();
    } catch (...) {
      ::_exit(2);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  EXPECT_TRUE(code == 0 || code == kKilledCode) << "call " << at << ", status " << status;
  return code == 0;
}

const char* reasonOf(Fault fault) {
  return std::strerror(fault == Fault::NoSpace ? ENOSPC : EACCES);
}

std::string messageWith(Fault fault, int at, const std::function<void()>& work) {
  std::string message;
  beginFault(fault, at);
  try {
    work();
  } catch (const std::exception& error) {
    message = error.what();
  }
  endFault();
  return message;
}

WholeFiles::WholeFiles(const Writer& writer) : m_writer(writer) {
  for (const int version : {1, 2}) {
    putOlder(false);
    m_writer.write(target(), version);
    (version == 1 ? m_older : m_newer) = files();
  }
  EXPECT_FALSE(m_newer.empty());
  EXPECT_TRUE(m_newer.contains("a"));
  for (const auto& [name, content] : m_newer) EXPECT_NE(m_older[name], content) << name;
  EXPECT_EQ(m_older.size(), m_newer.size());
}

WholeFiles::Files WholeFiles::files() const {
  Files found;
  for (const auto& entry : fs::recursive_directory_iterator(folder())) {
    if (!entry.is_directory()) found[fs::relative(entry.path(), folder()).string()] = contentOf(entry.path());
  }
  return found;
}

void WholeFiles::putOlder(bool there) const {
  for (const auto& entry : fs::directory_iterator(folder())) fs::remove_all(entry.path());
  if (!there) return;
  for (const auto& [name, content] : m_older) {
    fs::create_directories(file(name).parent_path());
    putContent(file(name), content);
  }
}

void WholeFiles::expectWhole(const Files& now, bool there, int at) const {
  for (const auto& [name, content] : m_newer) {
    const auto found = now.find(name);
    if (found == now.end()) {
      EXPECT_FALSE(there) << name << ", call " << at;
    } else {
      EXPECT_TRUE(found->second == content || (there && found->second == m_older.at(name))) << name << ", call " << at;
    }
  }
}

void WholeFiles::killedAtEveryCall(const std::function<bool(int at)>& survives) const {
  for (const bool there : {false, true}) {
    int at = 0;
    bool ended = false;
    for (; !ended && at < kMostCalls; ++at) {
      putOlder(there);
      ended = survives(at);
      expectWhole(files(), there, at);
      // The next one takes away what was left, and comes to its end.
      writeNewer();
      EXPECT_EQ(files(), m_newer) << at;
    }
    EXPECT_TRUE(ended);
    EXPECT_GT(at, 3);
  }
}

void WholeFiles::withoutSpaceOrPermission() const {
  for (const Fault fault : {Fault::NoSpace, Fault::Forbidden}) {
    for (const bool there : {false, true}) {
      putOlder(there);
      beginFault(Fault::None, 0);
      writeNewer();
      const int calls = endFault();
      int refused = 0;
      for (int at = 0; at < calls; ++at) {
        putOlder(there);
        const std::string message = messageWith(fault, at, [&] { writeNewer(); });
        const Files now = files();
        if (message.empty()) {
          EXPECT_EQ(now, m_newer) << at;
          continue;
        }
        ++refused;
        EXPECT_THAT(message, AllOf(HasSubstr(target().string()), HasSubstr(reasonOf(fault))));
        expectWhole(now, there, at);
        if (m_newer.size() == 1) {
          EXPECT_EQ(now, there ? m_older : Files()) << at;
        }
        for (const auto& [name, content] : now) EXPECT_TRUE(m_newer.contains(name)) << name << " is left, call " << at;
      }
      EXPECT_GT(refused, 0);
    }
  }
}

void WholeFiles::halfWrites() const {
  putOlder(true);
  setHalfWrites(true);
  writeNewer();
  setHalfWrites(false);
  EXPECT_EQ(files(), m_newer);
}

}  // namespace noiseloom
