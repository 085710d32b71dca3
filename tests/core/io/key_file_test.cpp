#include "core/io/key_file.h"

#include <algorithm>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

using std::filesystem::perms;

class KeyFile : public ScratchFolder {
 protected:
  std::filesystem::path holding(const std::string& content, perms mode = perms::owner_read | perms::owner_write) {
    const auto path = file("key");
    std::filesystem::remove(path);
    putContent(path, content);
    std::filesystem::permissions(path, mode);
    return path;
  }
};

TEST_F(KeyFile, HoldsBytesOrDigits) {
  const std::string digits = "000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F";
  std::string bytes;
  for (char c = 0; c < 32; ++c) bytes += c;
  for (const std::string& end : std::vector<std::string>{"", "\n", "\r\n"}) {
    const SecretKey key = readKeyFile(holding(digits + end));
    EXPECT_TRUE(std::equal(key.secret().begin(), key.secret().end(), bytes.begin(), bytes.end()));
  }
  const SecretKey key = readKeyFile(holding(bytes, perms::owner_read));
  EXPECT_TRUE(std::equal(key.secret().begin(), key.secret().end(), bytes.begin(), bytes.end()));
}

TEST_F(KeyFile, IsReadByNobodyElse) {
  for (const perms mode : {perms::group_read, perms::others_read, perms::group_write, perms::others_write}) {
    const std::string message = messageOf<FormatError>(
        [&] { readKeyFile(holding(std::string(32, 'k'), perms::owner_read | perms::owner_write | mode)); });
    EXPECT_THAT(message, HasSubstr("0600"));
  }
}

TEST_F(KeyFile, RefusesOtherContentWithoutShowingIt) {
  const auto refused = [this](const std::string& content) {
    const std::string message = messageOf<FormatError>([&] { readKeyFile(holding(content)); });
    EXPECT_THAT(message, HasSubstr("32 bytes"));
    EXPECT_THAT(message, Not(HasSubstr("kkkk")));
  };
  for (const std::size_t size : {0, 31, 33, 63, 64, 65, 66, 67, 128}) refused(std::string(size, 'k'));
  for (const char* end : {"  ", "\n\n", "\n\n\n", "a"}) refused(std::string(64, 'a').append(end));
  EXPECT_THROW(readKeyFile(file("none")), IoError);
  EXPECT_THROW(readKeyFile(folder()), IoError);
}

// The expected digits are those of Python's hashlib (blake2b with key, salt and person).
TEST_F(KeyFile, IdentifierTellsKeysApart) {
  const SecretKey key = readKeyFile(holding(std::string(32, 'k')));
  EXPECT_EQ(keyIdentifier(key), "c117ae03e57cda5e3ecd3523be605bd5");
  EXPECT_EQ(keyIdentifier(readKeyFile(holding(std::string(32, 'k')))), keyIdentifier(key));
  EXPECT_NE(keyIdentifier(readKeyFile(holding(std::string(32, 'l')))), keyIdentifier(key));
}

}  // namespace
}  // namespace noiseloom
