#include "core/owners/owner_table_file.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

class OwnerTableFile : public ScratchFolder {
 protected:
  OwnerTable read(const std::string& text, std::optional<Index> examples = {}) const {
    putContent(file("owners.csv"), text);
    return readOwnerTable(file("owners.csv"), examples);
  }
  std::string refusal(const std::string& text, std::optional<Index> examples = {}) const {
    return messageOf<Error>([&] { read(text, examples); });
  }
};

TEST_F(OwnerTableFile, ListsHaveALineAnExample) {
  for (const char* text : {"ann,bob\n\nJane Doe\nbob , ann,bob\n", "ann\tbob\r\n \r\nJane Doe\r\nbob;ann\tbob"}) {
    const OwnerTable table = read(text);
    EXPECT_EQ(table.examples(), 4);
    EXPECT_EQ(table.namedOwners(), 3);
    EXPECT_EQ(table.unowned(), 1);
    EXPECT_EQ(table.repeated(), 1);
    EXPECT_THAT(table.of(0), ElementsAre(0, 1));
    EXPECT_THAT(table.of(1), ElementsAre(3));
    EXPECT_THAT(table.of(2), ElementsAre(2));
    EXPECT_THAT(table.of(3), ElementsAre(0, 1));
  }
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "ann\nann\n")
                .namedOwners(),
            1);
  EXPECT_EQ(read("ann\nAnn\n").namedOwners(), 2);
  EXPECT_EQ(read("ann\n\n", 2).unowned(), 1);
  EXPECT_EQ(read("example,owner,too\n").namedOwners(), 3);
}

TEST_F(OwnerTableFile, PairsComeInAnyOrder) {
  for (const std::string between : {",", ";", "\t"}) {
    const OwnerTable table = read("example" + between + "owner\n3" + between + "ann\n0" + between + "bob\n3" + between +
                                      "bob\n3" + between + "ann\n",
                                  5);
    EXPECT_EQ(table.examples(), 5);
    EXPECT_EQ(table.repeated(), 1);
    EXPECT_EQ(table.unowned(), 3);
    EXPECT_THAT(table.of(0), ElementsAre(1));
    EXPECT_THAT(table.of(3), ElementsAre(0, 1));
  }
}

TEST_F(OwnerTableFile, MistakesAreNamedWithTheirLine) {
  EXPECT_THAT(refusal("ann\nann,,bob\n"), HasSubstr("line 2: has an owner without a name"));
  EXPECT_THAT(refusal("ann,\n"), HasSubstr("line 1: has an owner without a name"));
  EXPECT_THAT(refusal("ann\nbob\n\"Doe, Jane\"\n"), HasSubstr("line 3: has a quote"));
  EXPECT_THAT(refusal(""), HasSubstr("end of file: no owner"));
  EXPECT_THAT(refusal("\n\n"), HasSubstr("end of file: no owner"));
  EXPECT_THAT(refusal("ann\nbob\n", 3), HasSubstr("end of file: 2 lines for 3 examples"));
  EXPECT_THAT(refusal("ann\nbob\n", 1), HasSubstr("line 2: is of one example more than the 1"));
  EXPECT_THAT(refusal("ann\n" + std::string(2 << 20, 'a')), HasSubstr("line 2: is longer than 1 MiB"));
  EXPECT_THAT(refusal("example,owner\n0,ann\n"), HasSubstr("dataset_size"));
  EXPECT_THAT(refusal("example,owner\n", 4), HasSubstr("end of file: no owner"));
  EXPECT_THAT(refusal("example,owner\n0,ann\n4,bob\n", 4), HasSubstr("line 3: \"4\" is no example: use 0 to 3"));
  EXPECT_THAT(refusal("example,owner\n-1,ann\n", 4), HasSubstr("line 2: \"-1\" is no example"));
  EXPECT_THAT(refusal("example,owner\n1.0,ann\n", 4), HasSubstr("line 2: \"1.0\" is no example"));
  EXPECT_THAT(refusal("example,owner\n1\n", 4), HasSubstr("line 2: is no pair"));
  EXPECT_THAT(refusal("example,owner\n\n", 4), HasSubstr("line 2: is no pair"));
  EXPECT_THAT(refusal("example,owner\n1,ann,bob\n", 4), HasSubstr("line 2: has more than an example and an owner"));
  EXPECT_THAT(refusal("example,owner\n1,\n", 4), HasSubstr("line 2: has an owner without a name"));
  EXPECT_THAT(refusal("ann\n", 0), HasSubstr("dataset_size"));
  EXPECT_THROW(readOwnerTable("/nowhere/owners", {}), IoError);
}

}  // namespace
}  // namespace noiseloom
