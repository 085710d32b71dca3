#include "core/io/atomic_file.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "core/base/errors.h"
#include "core/io/input_file.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

class AtomicFileTest : public ScratchFolder {};

std::span<const std::byte> bytes(const std::string& text) {
  return std::as_bytes(std::span(text));
}

TEST_F(AtomicFileTest, AppearsOnlyWhenCommitted) {
  AtomicFile out(file("a.txt"));
  out.write(bytes("one "));
  out.write(bytes("two"));
  EXPECT_FALSE(std::filesystem::exists(file("a.txt")));
  out.commit();
  EXPECT_EQ(contentOf(file("a.txt")), "one two");
  EXPECT_THAT(names(), ElementsAre("a.txt"));
  EXPECT_THROW(out.write(bytes("x")), IoError);
  EXPECT_THROW(out.commit(), IoError);
}

TEST_F(AtomicFileTest, AbandonedLeavesNothing) {
  { AtomicFile(file("a.txt")).write(bytes("half")); }
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(AtomicFileTest, ReplacesWholeAndKeepsPermissions) {
  putContent(file("a.txt"), "old and long");
  ::chmod(file("a.txt").c_str(), 0640);
  writeFileAtomically(file("a.txt"), "new");
  EXPECT_EQ(contentOf(file("a.txt")), "new");
  struct stat status {};
  ASSERT_EQ(::stat(file("a.txt").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640U);
}

TEST_F(AtomicFileTest, FollowsALinkInsteadOfReplacingIt) {
  putContent(file("target"), "old");
  std::filesystem::create_symlink("target", file("link"));
  writeFileAtomically(file("link"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(file("link")));
  EXPECT_EQ(contentOf(file("target")), "new");
}

TEST_F(AtomicFileTest, TakesTheLongestNames) {
  const std::string name(255, 'n');
  writeFileAtomically(file(name), "x");
  EXPECT_EQ(contentOf(file(name)), "x");
}

TEST_F(AtomicFileTest, SaysWhatStandsInTheWay) {
  const auto refusal = [](const std::filesystem::path& path) {
    return messageOf<IoError>([&] { writeFileAtomically(path, "x"); });
  };
  EXPECT_THAT(refusal(file("missing/a.txt")), HasSubstr("there is no folder " + file("missing").string()));
  EXPECT_THAT(refusal(folder()), HasSubstr("it is a folder"));
  EXPECT_THAT(refusal(""), HasSubstr("names no file"));
  EXPECT_THAT(refusal(folder().string() + "/"), HasSubstr("names no file"));
  EXPECT_THAT(refusal(file(std::string(300, 'n'))), HasSubstr("too long"));
  // A device must neither be written nor replaced by a file.
  EXPECT_THAT(refusal("/dev/full"), HasSubstr("not a regular file"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  // No privilege makes a file there.
  EXPECT_THAT(refusal("/proc/noiseloom.txt"), HasSubstr("/proc/noiseloom.txt: cannot be written"));
  EXPECT_THAT(names(), IsEmpty());
}

// A limit on the file size makes write() fail midway, as a full disk does.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t bytes) {
    m_handler = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &m_before);
    rlimit limit = m_before;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &m_before);
    std::signal(SIGXFSZ, m_handler);
  }

 private:
  rlimit m_before{};
  void (*m_handler)(int) = nullptr;
};

TEST_F(AtomicFileTest, FailureMidwayKeepsTheOldFileAndNoPart) {
  putContent(file("a.txt"), "old");
  {
    const SizeLimit limit(4096);
    EXPECT_THAT(messageOf<IoError>([&] { writeFileAtomically(file("a.txt"), std::string(10000, 'x')); }),
                HasSubstr("cannot be written"));
  }
  EXPECT_EQ(contentOf(file("a.txt")), "old");
  EXPECT_THAT(names(), ElementsAre("a.txt"));
}

TEST_F(AtomicFileTest, WhatAKilledWriterLeftGoesWithTheNextOne) {
  const pid_t writer = ::fork();
  ASSERT_GE(writer, 0);
  if (writer == 0) {
    AtomicFile out(file("a.txt"));
    out.write(bytes("half"));
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(writer, &status, 0), writer);
  ASSERT_TRUE(WIFSIGNALED(status));
  ASSERT_EQ(names().size(), 1U);  // the part
  writeFileAtomically(file("b.txt"), "whole");
  EXPECT_THAT(names(), ElementsAre("b.txt"));
}

TEST_F(AtomicFileTest, WhatIsBeingWrittenAndWhatIsNotOursStays) {
  putContent(file(".noiseloom-0123456789abcdef.parts"), "of somebody else");
  putContent(file(".noiseloom-0123456789abcdeg.part"), "of somebody else");
  std::filesystem::create_directory(file(".noiseloom-0000000000000000.part"));
  putContent(file("target"), "behind a link");
  std::filesystem::create_symlink("target", file(".noiseloom-1111111111111111.part"));
  ASSERT_EQ(::mkfifo(file(".noiseloom-2222222222222222.part").c_str(), 0600), 0);
  const std::size_t before = names().size();
  {
    AtomicFile first(file("a.txt"));
    first.write(bytes("one"));
    AtomicFile second(file("b.txt"));
    second.write(bytes("two"));
    writeFileAtomically(file("c.txt"), "three");
    EXPECT_EQ(names().size(), before + 3);
    first.commit();
    second.commit();
  }
  EXPECT_EQ(names().size(), before + 3);
  EXPECT_EQ(contentOf(file("a.txt")) + contentOf(file("b.txt")), "onetwo");
  EXPECT_EQ(contentOf(file("target")), "behind a link");
}

// Two writers at a time, each of which looks for what the other left behind.
TEST_F(AtomicFileTest, WritersInOneFolderDoNotDisturbEachOther) {
  const auto writeMany = [&](const char* name) {
    for (int i = 0; i < 2000; ++i) writeFileAtomically(file(name), std::to_string(i));
  };
  const pid_t other = ::fork();
  ASSERT_GE(other, 0);
  if (other == 0) {
    try {
      writeMany("b.txt");
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  EXPECT_NO_THROW(writeMany("a.txt"));
  int status = 0;
  ASSERT_EQ(::waitpid(other, &status, 0), other);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_THAT(names(), UnorderedElementsAre("a.txt", "b.txt"));
}

TEST_F(AtomicFileTest, InputRefusesWhatCouldBlock) {
  EXPECT_THAT(messageOf<IoError>([&] { InputFile in(file("none")); }), HasSubstr("cannot be read"));
  EXPECT_THAT(messageOf<IoError>([&] { InputFile in(folder()); }), HasSubstr("it is a folder"));
  EXPECT_THAT(messageOf<IoError>([&] { InputFile in("/dev/zero"); }), HasSubstr("not a regular file"));
  ASSERT_EQ(::mkfifo(file("pipe").c_str(), 0600), 0);
  EXPECT_THAT(messageOf<IoError>([&] { InputFile in(file("pipe")); }), HasSubstr("not a regular file"));
  putContent(file("long"), "12345");
  EXPECT_THAT(messageOf<FormatError>([&] { readTextFile(file("long"), 4); }), HasSubstr("has 5 bytes"));
  EXPECT_EQ(readTextFile(file("long"), 5), "12345");
}

}  // namespace
}  // namespace noiseloom
