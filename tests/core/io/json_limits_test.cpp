#include <ctime>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/base/errors.h"
#include "core/io/json_reader.h"
#include "core/io/session.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

constexpr std::size_t kSize = std::size_t{8} << 20;

std::string repeated(std::string text, const std::function<std::string(std::size_t)>& item, const std::string& end) {
  for (std::size_t i = 0; text.size() < kSize; ++i) text += item(i);
  return text + end;
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

std::string field(std::size_t name) {
  return joined({"\"", std::to_string(name), "\":1,"});
}

std::string list(const std::string& item) {
  return repeated(
      "[", [&](std::size_t) { return item + ","; }, item + "]");
}

// Any shape of text is read or refused in linear time: a session of 100 MB in seconds.
TEST(JsonLimits, NoShapeOfTextTakesLong) {
  const std::string longest(kSize, 'a');
  const std::string digits(kSize, '1');
  const std::string deepest = std::string(15, '[') + std::string(15, ']');
  const std::pair<const char*, std::string> shapes[] = {
      {"objects", list("{}")},
      {"lists", list("[]")},
      {"small objects", list(R"({"a":1,"b":"c"})")},
      {"all levels", list(deepest)},
      {"integers", list("1")},
      {"fractions", list("0.12345678901234567")},
      {"texts", list("\"\"")},
      {"escapes", repeated(
                      "[\"", [](std::size_t) { return "\\u00e4"; }, "\"]")},
      {"fields in order", repeated(
                              "{", [](std::size_t i) { return field(i); }, "\"z\":1}")},
      {"fields in none", repeated(
                             "{", [](std::size_t i) { return field(i * 7919 % 1000003); }, "\"z\":1}")},
      {"a field again and again", repeated(
                                      "{", [](std::size_t) { return "\"a\":1,"; }, "\"a\":1}")},
      {"one text", joined({"[\"", longest, "\"]"})},
      {"one name", joined({"{\"", longest, "\":1}"})},
      {"one number", joined({"[", digits, "]"})},
      {"one fraction", joined({"[0.", digits, "]"})},
      {"an unfinished text", joined({"[\"", longest})},
      {"a text that is not UTF-8", joined({"[\"", longest, "\xff\"]"})},
      {"spaces", joined({std::string(kSize, ' '), "{}"})},
      {"nesting", std::string(kSize, '[')},
      {"anything", std::string(kSize, '\xff')}};
  for (const auto& [name, text] : shapes) {
    const std::clock_t before = std::clock();
    try {
      (void)parseJson(text, "f.json", "session");
    } catch (const FormatError& error) {
      EXPECT_LT(std::string(error.what()).size(), 1000U) << name;
    }
    // A 12th of 100 MB, with ten times the time that it should take.
    EXPECT_LT(std::clock() - before, 4 * CLOCKS_PER_SEC) << name;
  }
}

TEST(JsonLimits, WhatNoFileNeedsIsRefusedByName) {
  const auto refusal = [](const std::string& text) {
    return messageOf<FormatError>([&] { parseJson(text, "f.json", "session"); });
  };
  const auto fields = [](int count) {
    std::string text = "{";
    for (int i = 0; i < count; ++i) text += field(static_cast<std::size_t>(i));
    return text + "\"z\":1}";
  };
  EXPECT_NO_THROW(parseJson(fields(4095), "f.json", "session"));
  EXPECT_THAT(refusal(fields(4096)), HasSubstr("f.json: session: has an object of more than 4096 fields"));
  EXPECT_NO_THROW(parseJson(std::string(16, '[') + std::string(16, ']'), "f.json", "session"));
  EXPECT_THAT(refusal(std::string(17, '[') + std::string(17, ']')), HasSubstr("nested deeper"));
  // What a text takes in memory is many times its length where its values are short.
  std::string numbers = "[";
  for (int i = 0; i < 1 << 24; ++i) numbers += "1,";
  EXPECT_THAT(refusal(numbers + "1]"), HasSubstr("they would take over 512 MiB of memory"));
}

// The longest list of objects that is written: the shards of a plan for the most machines.
TEST(JsonLimits, AMillionMachinesAreRead) {
  constexpr std::size_t kMachines = 1'000'000;
  std::string text = "[";
  for (std::size_t i = 0; i < kMachines; ++i) {
    text += joined({i == 0 ? "" : ",", R"({"machine":"machine-)", std::to_string(i),
                    R"(","begin":1000000,"end":2000000,"buffer_bytes":12000000})"});
  }
  EXPECT_EQ(parseJson(text + "]", "f.json", "plan").size(), kMachines);
}

// What a message quotes is a file's own and may be as long as the file.
TEST(JsonLimits, MessagesShowTheBeginningOfWhatIsLong) {
  const std::string longest(100'000, 'q');
  const auto json =
      parseJson(joined({"{\"", longest, "\":\"", longest, "\",\"a\":\"", longest, "\"}"}), "f.json", "plan");
  const std::string twice = joined({"{\"", longest, "\":1,\"", longest, "\":1}"});
  JsonObject object(json, "f.json", "plan");
  for (const std::string& message :
       {messageOf<FormatError>([&] { object.expect("a", "b"); }), messageOf<FormatError>([&] { object.finish(); }),
        messageOf<FormatError>([&] { parseJson(twice, "f.json", "plan"); })}) {
    EXPECT_THAT(message, HasSubstr("qqq..."));
    EXPECT_LT(message.size(), 1000U);
  }
}

}  // namespace
}  // namespace noiseloom
