#include "core/io/json_reader.h"

#include <nlohmann/json.hpp>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

std::string refusal(const std::string& text) {
  return messageOf<FormatError>([&] { parseJson(text, "f.json", "plan"); });
}

TEST(JsonReader, RefusesWhatIsAmbiguousOrNotJson) {
  EXPECT_THAT(refusal("{\"a\": 1, \"b\": {\"a\": 2, \"a\": 3}}"), HasSubstr("f.json: plan: repeats the field \"a\""));
  EXPECT_THAT(refusal("{\"a\": 1"), HasSubstr("is not valid JSON at byte"));
  EXPECT_THAT(refusal("{} {}"), HasSubstr("is not valid JSON"));
  EXPECT_THAT(refusal("{\"a\": Nothing}"), HasSubstr("is not valid JSON"));
  EXPECT_THAT(refusal(std::string("{\"\xff\": 1}")), HasSubstr("is not valid JSON"));
  EXPECT_THAT(refusal(""), HasSubstr("is not valid JSON"));
  // Deep nesting must end at a limit and not at the end of the stack.
  EXPECT_THAT(refusal(std::string(1000000, '[')), HasSubstr("nested deeper"));
  EXPECT_NO_THROW(parseJson("{\"a\": {\"x\": 1}, \"b\": {\"x\": 1}}", "f.json", "plan"));
}

TEST(JsonReader, NamesTheFieldThatHasNoFiniteNumber) {
  EXPECT_THAT(refusal("{\"a\": 1e999}"), HasSubstr("plan: a: has a number beyond the range of double precision"));
  for (const char* word : {"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf", "+Inf"}) {
    const std::string value = word;
    EXPECT_THAT(refusal("{\"x\": {}, \"a\": " + value + "}"),
                HasSubstr("plan: a: has " + value + ", which is no finite number"));
    EXPECT_THAT(refusal("{\"o\": {\"p\": [1, " + value + "]}}"), HasSubstr("plan: o: p: has " + value));
    EXPECT_THAT(refusal("{\"o\": [{\"p\": " + value + "}]}"), HasSubstr("plan: o: p: has " + value));
    EXPECT_THAT(refusal("{\"o\": {\"p\": 1}, \"q\": " + value + "}"), HasSubstr("plan: q: has " + value));
  }
}

TEST(JsonReader, OfANewerVersionNamesTheProgramThatWroteIt) {
  const auto says = [](const std::string& text) {
    const auto json = parseJson(text, "f.json", "plan");
    return messageOf<FormatError>([&] { JsonObject(json, "f.json", "plan").version(2, 4); });
  };
  EXPECT_THAT(
      says(R"({"version": 9, "software": "noiseloom", "software_version": "3.1.0"})"),
      HasSubstr("version: 9 is newer than this program, which reads versions 2 to 4: noiseloom 3.1.0 wrote the file"));
  EXPECT_THAT(says(R"({"version": 9, "software": "noiseloom"})"), EndsWith("reads versions 2 to 4"));
  EXPECT_THAT(says(R"({"version": 1, "software": "noiseloom", "software_version": "0.1.0"})"),
              EndsWith("reads versions 2 to 4"));
  const auto json = parseJson(R"({"version": 3})", "f.json", "plan");
  EXPECT_EQ(JsonObject(json, "f.json", "plan").version(2, 4), 3);
}

TEST(JsonReader, NamesTheFieldThatIsWrong) {
  const auto json = parseJson(
      R"({"i": 5, "big": 18446744073709551615, "f": 2.5, "t": "x", "l": ["a", 1], "o": {"p": null}, "b": true})",
      "f.json", "plan");
  const auto says = [&](auto call) {
    return messageOf<FormatError>([&] {
      JsonObject object(json, "f.json", "plan");
      call(object);
    });
  };
  EXPECT_THAT(says([](JsonObject& o) { o.integer("none"); }), HasSubstr("plan: none: is missing"));
  EXPECT_THAT(says([](JsonObject& o) { o.integer("f"); }), HasSubstr("plan: f: must be an integer"));
  EXPECT_THAT(says([](JsonObject& o) { o.integer("big"); }), HasSubstr("must be an integer"));
  EXPECT_THAT(says([](JsonObject& o) { o.integer("i", 6, 9); }), HasSubstr("5 is not allowed: must be from 6 to 9"));
  EXPECT_THAT(says([](JsonObject& o) { o.number("t"); }), HasSubstr("must be a number"));
  EXPECT_THAT(says([](JsonObject& o) { o.text("i"); }), HasSubstr("must be a text"));
  EXPECT_THAT(says([](JsonObject& o) { o.flag("i"); }), HasSubstr("must be true or false"));
  EXPECT_THAT(says([](JsonObject& o) { o.texts("l"); }), HasSubstr("l[1]"));
  EXPECT_THAT(says([](JsonObject& o) { (void)o.objects("l")[0]; }), HasSubstr("l[0]"));
  EXPECT_THAT(says([](JsonObject& o) { o.objects("i"); }), HasSubstr("i: must be a list"));
  EXPECT_THAT(says([](JsonObject& o) { o.object("o").number("p"); }), HasSubstr("plan: o: p: must be a number"));
  EXPECT_THAT(says([](JsonObject& o) { o.expect("t", "y"); }), HasSubstr("'x' is not known: must be 'y'"));
  EXPECT_THAT(says([](JsonObject& o) { o.object("o").finish(); }),
              HasSubstr("plan: o: p: is a field that this version does not know"));
  JsonObject object(json, "f.json", "plan");
  EXPECT_EQ(object.integer("i"), 5);
  EXPECT_EQ(object.number("i"), 5.0);
  EXPECT_EQ(object.number("f"), 2.5);
  EXPECT_EQ(object.object("o").integerOrNull("p"), std::nullopt);
}

}  // namespace
}  // namespace noiseloom
