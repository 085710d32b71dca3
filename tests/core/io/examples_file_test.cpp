#include "core/io/examples_file.h"

#include <zlib.h>

#include <cmath>

#include "core/base/errors.h"
#include "core/io/npy.h"
#include "core/train/training_run.h"
#include "core/train/training_summary.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/train/training_fixture.h"
#include "tests/matchers.h"
#include "tests/processor_time.h"

namespace noiseloom {
namespace {

std::string idx(char type, const std::vector<std::uint32_t>& shape, const std::string& bytes) {
  std::string text{'\0', '\0', type, static_cast<char>(shape.size())};
  for (const std::uint32_t length : shape) {
    for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(length >> static_cast<unsigned>(shift));
  }
  return text + bytes;
}

template <class Number>
std::string npy(const std::string& descr, const std::vector<Index>& shape, const std::vector<Number>& values) {
  return npyPreamble({descr, shape}) +
         std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number));
}

std::string gzipped(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

class ExamplesFile : public ScratchFolder {
 protected:
  std::filesystem::path put(const std::string& name, const std::string& content) const {
    putContent(file(name), content);
    return file(name);
  }
  ExampleTable read(const std::string& content, const std::optional<std::string>& labelColumn = {}) const {
    return *readExamples({put("data", content), {}, labelColumn});
  }
  template <class Kind = FormatError>
  std::string refusal(const std::string& content, const std::optional<std::string>& labelColumn = {}) const {
    return messageOf<Kind>([&] { read(content, labelColumn); });
  }
};

TEST_F(ExamplesFile, CsvWithAndWithoutAHeader) {
  const std::string rows = "1,2.5,-1\r\n3e1, 0.25 ,7\n\n\"4\",0,7";
  for (const std::string& text : {rows, "a,b,label\n" + rows, "\xEF\xBB\xBF" + rows, gzipped(rows)}) {
    const ExampleTable table = read(text);
    EXPECT_EQ(table.features, 2);
    EXPECT_EQ(table.values, (std::vector<float>{1, 2.5, 30, 0.25, 4, 0}));
    EXPECT_EQ(table.labels, (std::vector<double>{-1, 7, 7}));
    EXPECT_TRUE(table.classNames.empty());
  }
  for (const std::string& text : {std::string("1;2;3\n4;5;6\n"), std::string("1\t2\t3\n4\t5\t6\n")})
    EXPECT_EQ(read(text).values, (std::vector<float>{1, 2, 4, 5}));
}

TEST_F(ExamplesFile, CsvLabelsAreAnyColumnAndWords) {
  const std::string text = "kind,length,width\nwasp,1,2\nant,3,4\nwasp,5,6\n\"bee, black\",7,8\n";
  for (const char* column : {"kind", "1"}) {
    const ExampleTable table = read(text, column);
    EXPECT_EQ(table.values, (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(table.classNames, (std::vector<std::string>{"ant", "bee, black", "wasp"}));
    EXPECT_EQ(table.labels, (std::vector<double>{2, 0, 2, 1}));
  }
  EXPECT_EQ(read("a,b\n1,2\n", "2").labels, (std::vector<double>{2}));
  EXPECT_THAT(refusal<InvalidArgument>(text, "4"),
              HasSubstr("label_column = 4 is not allowed: use a number from 1 to 3"));
  EXPECT_THAT(refusal<InvalidArgument>(text, "colour"), HasSubstr("colour"));
}

TEST_F(ExamplesFile, CsvWithDecimalCommas) {
  for (const std::string& text : {std::string("Länge;Breite;Art\n1,5;2;a\n-3e-1;0,25;b\n"),
                                  std::string("1,5;2;a\n-0,3;0,25;b\n"), std::string("1,5\t2\ta\n-0,3\t0,25\tb\n")}) {
    const ExampleTable table = read(text);
    EXPECT_EQ(table.values, (std::vector<float>{1.5, 2, -0.3F, 0.25}));
    EXPECT_TRUE(table.notes.decimalCommas);
  }
  EXPECT_FALSE(read("1.5;2;3\n").notes.decimalCommas);
  EXPECT_THAT(refusal("1,5;1\n1.5;2\n"), HasSubstr("line 2: mixes decimal commas and decimal points"));
  EXPECT_THAT(refusal("1.000,5;1\n1,5;2\n1.000,5;2\n"), HasSubstr("line 3, column 1"));
}

TEST_F(ExamplesFile, CsvWithWordsAndGaps) {
  const auto file =
      put("people", "age,city,income,kind\n31,Berlin,2.5,a\n,Rome,3,b\n47,\"Berlin\",NA,a\n52,Oslo,4,b\n");
  const auto table = [&](CsvChoices choices, const std::optional<std::string>& label = {}) {
    return *readExamples({file, {}, label, std::move(choices)});
  };
  EXPECT_THAT(messageOf<FormatError>([&] { table({}); }), HasSubstr("column 2: \"Berlin\""));
  const ExampleTable without = table({.words = CsvWords::LeaveOut, .gaps = CsvGaps::LeaveOutRows});
  EXPECT_EQ(without.features, 2);
  EXPECT_EQ(without.values, (std::vector<float>{31, 2.5, 52, 4}));
  EXPECT_EQ(without.classNames, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(without.notes.columns, (std::vector<std::string>{"city"}));
  EXPECT_EQ(without.notes.rows, 2);
  // Berlin, Oslo, Rome: also words of rows that are left out have their place.
  const ExampleTable with = table({.words = CsvWords::Indicators, .gaps = CsvGaps::LeaveOutRows});
  EXPECT_EQ(with.values, (std::vector<float>{31, 1, 0, 0, 2.5, 52, 0, 1, 0, 4}));
  EXPECT_EQ(with.notes.indicators, (std::vector<std::string>{"city"}));
  // Gaps of a column that is left out cost no row.
  const ExampleTable fewer = table({{"city", "1"}, CsvWords::Refuse, CsvGaps::LeaveOutRows});
  EXPECT_EQ(fewer.values, (std::vector<float>{2.5, 3, 4}));
  EXPECT_EQ(fewer.notes.rows, 1);
  EXPECT_EQ(fewer.notes.columns, (std::vector<std::string>{"city", "1"}));
  // A label that is missing leaves its row out, too.
  EXPECT_EQ(table({{"city", "kind"}, CsvWords::Refuse, CsvGaps::LeaveOutRows}, "age").labels,
            (std::vector<double>{31, 52}));
}

TEST_F(ExamplesFile, CsvChoicesThatCannotBeAreRefusedByName) {
  const auto refused = [&](const std::string& text, const CsvChoices& choices) {
    const auto file = put("data", text);
    return messageOf<InvalidArgument>([&] { readExamples({file, {}, {}, choices}); });
  };
  EXPECT_THAT(refused("a,b,c\n1,2,3\n", {{"d"}}), HasSubstr("leave_out = d is not allowed: use a number from 1 to 3"));
  EXPECT_THAT(refused("a,b,c\n1,2,3\n", {{"3"}}), HasSubstr("another column than that of the labels"));
  EXPECT_THAT(refused("a,b,c\n1,2,3\n", {{"a", "b"}}), HasSubstr("0 features"));
  std::string many = "word,x,y\n";
  for (std::size_t i = 0; i <= kMostIndicators; ++i) many += "w" + std::to_string(i) + ",1,2\n";
  EXPECT_THAT(refused(many, {.words = CsvWords::Indicators}), HasSubstr("indicators of column word"));
  const auto array = put("array", npy<float>("<f4", {1, 2}, {1, 2}));
  EXPECT_THROW(readExamples({array, {}, {}, {.gaps = CsvGaps::LeaveOutRows}}), InvalidArgument);
  EXPECT_THROW(surveyCsv(array), FormatError);
  const auto gaps = put("gaps", "x,y\n,1\nNA,2\n");
  EXPECT_THAT(messageOf<FormatError>([&] {
                readExamples({gaps, {}, {}, {.gaps = CsvGaps::LeaveOutRows}});
              }),
              HasSubstr("2 are left out"));
  for (const CsvWords words : {CsvWords::Refuse, CsvWords::LeaveOut, CsvWords::Indicators})
    EXPECT_EQ(fromName<CsvWords>(toString(words)), words);
  for (const CsvGaps each : {CsvGaps::Refuse, CsvGaps::LeaveOutRows})
    EXPECT_EQ(fromName<CsvGaps>(toString(each)), each);
  EXPECT_EQ(fromName<CsvWords>("drop"), std::nullopt);
}

TEST_F(ExamplesFile, ASurveySaysWhatEachColumnHolds) {
  const auto file = put("people", "age;city;label\n31;Rome;1,5\n;Berlin;2\n47;Rome;?\n");
  const CsvSurvey survey = *surveyCsv(file);
  EXPECT_TRUE(survey.header);
  EXPECT_TRUE(survey.decimalCommas);
  EXPECT_EQ(survey.rows, 3);
  ASSERT_EQ(survey.columns.size(), 3U);
  EXPECT_EQ(survey.columns[0].name, "age");
  EXPECT_EQ(survey.columns[0].numbers, 2);
  EXPECT_EQ(survey.columns[0].gaps, 1);
  EXPECT_EQ(survey.columns[1].words, 3);
  EXPECT_EQ(survey.columns[1].values, (std::vector<std::string>{"Berlin", "Rome"}));
  EXPECT_EQ(survey.columns[2].gaps, 1);
  EXPECT_FALSE(surveyCsv(put("bare", "1,a\n2,b\n"))->header);
}

TEST_F(ExamplesFile, CsvIsRefusedBySentencesWithLineAndColumn) {
  EXPECT_THAT(refusal(""), HasSubstr("holds no example"));
  EXPECT_THAT(refusal("a,b,c\n"), HasSubstr("holds no example"));
  EXPECT_THAT(refusal("1\n2\n"), HasSubstr("line 1: has one cell"));
  EXPECT_THAT(refusal("1,2,3\n4,5\n"), HasSubstr("line 2: has 2 cells where the first line has 3"));
  EXPECT_THAT(refusal("1,2,3\n4,oops,6\n"), HasSubstr("line 2, column 2: \"oops\" is not a number"));
  EXPECT_THAT(refusal("1,2,3\n4,nan,6\n"), HasSubstr("line 2, column 2"));
  EXPECT_THAT(refusal("1,2,3\n4,1e39,6\n"), HasSubstr("line 2, column 2"));  // beyond single precision
  EXPECT_THAT(refusal("1,2,3\n4,,6\n"), HasSubstr("line 2, column 2"));
  EXPECT_THAT(refusal("1,2,3\n4,5,word\n"), HasSubstr("line 2, column 3: \"word\" is not a number, as the labels"));
  EXPECT_THAT(refusal("x,y\n" + std::string(2 << 20, '7')), HasSubstr("line 2: is longer than 1 MiB"));
  EXPECT_THAT(refusal(std::string(3 << 20, '\0')), HasSubstr("line 1: is longer than 1 MiB"));
  std::string wide = "1";
  for (int i = 0; i < 65537; ++i) wide += ",1";
  EXPECT_THAT(refusal(wide + "\n"), HasSubstr("65538 cells"));
  std::string words;
  for (int i = 0; i < 1001; ++i) words += "1,w" + std::to_string(i) + "\n";
  EXPECT_THAT(refusal(words), HasSubstr("line 1001, column 2"));
}

TEST_F(ExamplesFile, NpyOfAnyNumberType) {
  const auto values = [&](const std::string& content) { return read(content).values; };
  const std::vector<float> expected{1, 2, 4, 5};
  EXPECT_EQ(values(npy<float>("<f4", {2, 3}, {1, 2, 3, 4, 5, 6})), expected);
  EXPECT_EQ(values(npy<double>("<f8", {2, 3}, {1, 2, 3, 4, 5, 6})), expected);
  EXPECT_EQ(values(npy<std::uint8_t>("|u1", {2, 3}, {1, 2, 3, 4, 5, 6})), expected);
  EXPECT_EQ(values(npy<std::int64_t>("<i8", {2, 3}, {1, 2, 3, 4, 5, 6})), expected);
  EXPECT_EQ(values(npy<std::int16_t>("<i2", {2, 3}, {-1, 2, 3, 4, 5, 6}))[0], -1);
  EXPECT_EQ(read(gzipped(npy<float>("<f4", {2, 3}, {1, 2, 3, 4, 5, 6}))).labels, (std::vector<double>{3, 6}));
  const auto labels = put("labels.npy", npy<std::int32_t>("<i4", {3}, {7, 8, 9}));
  const auto data = put("x.npy", npy<float>("<f4", {3, 2}, {1, 2, 3, 4, 5, 6}));
  const ExampleTable table = *readExamples({data, labels});
  EXPECT_EQ(table.features, 2);
  EXPECT_EQ(table.labels, (std::vector<double>{7, 8, 9}));
  const auto few = put("few.npy", npy<std::int32_t>("<i4", {2}, {7, 8}));
  EXPECT_THAT(messageOf<FormatError>([&] { readExamples({data, few}); }), HasSubstr("2 labels for 3 examples"));
  EXPECT_THAT(refusal(npy<float>("<f4", {2}, {1, 2})), HasSubstr("one dimension"));
  EXPECT_THAT(refusal(npy<float>("<f4", {2, 1}, {1, 2})), HasSubstr("one column"));
  EXPECT_THAT(refusal(npy<float>("<c8", {1, 2}, {1, 2, 3, 4})), HasSubstr("'<c8'"));
  EXPECT_THAT(refusal(npy<float>("<f4", {2, 2}, {1, NAN, 3, 4})), HasSubstr("example 0, feature 1"));
  EXPECT_THAT(refusal(npy<float>("<f4", {0, 2}, {})), HasSubstr("empty"));
  EXPECT_THAT(refusal(npy<float>("<f4", {4, 2}, {1, 2, 3, 4})), HasSubstr("ends early"));
  EXPECT_THAT(refusal(npy<float>("<f4", {2, 2}, {1, 2, 3, 4, 5})), HasSubstr("more bytes than its header says"));
  EXPECT_THAT(refusal(npy<float>("<f4", {1'000'000'000'000, 2}, {1, 2})), HasSubstr("more than the"));
  EXPECT_THAT(refusal(npy<float>("<f4", {100'000'000, 2}, {1, 2})), HasSubstr("more than the file has"));
  EXPECT_THAT(refusal(npy<float>("<f4", {2, 100'000}, {1, 2})), HasSubstr("features that are read"));
}

TEST_F(ExamplesFile, IdxWithItsLabelsBesideIt) {
  const std::string pixels = idx(8, {3, 2, 1}, {'\0', '\xFF', '\x33', '\x66', '\x01', '\x02'});
  const std::string labels = idx(8, {3}, {'\x05', '\x00', '\x09'});
  put("t-images-idx3-ubyte", pixels);
  put("t-labels-idx1-ubyte", labels);
  put("other", labels);
  put("z-images-idx3-ubyte.gz", gzipped(pixels));
  put("z-labels-idx1-ubyte.gz", gzipped(labels));
  put("p", pixels);
  for (const ExamplesSource& source :
       {ExamplesSource{file("t-images-idx3-ubyte")}, ExamplesSource{file("z-images-idx3-ubyte.gz")},
        ExamplesSource{file("p"), file("other")}}) {
    const ExampleTable table = *readExamples(source);
    EXPECT_EQ(table.features, 2);
    EXPECT_EQ(table.values, (std::vector<float>{0, 1, 0.2F, 0.4F, 1 / 255.0F, 2 / 255.0F}));
    EXPECT_EQ(table.labels, (std::vector<double>{5, 0, 9}));
    EXPECT_TRUE(holdsPixels(source.data));
  }
  EXPECT_THAT(messageOf<InvalidArgument>([&] { readExamples({file("p")}); }), HasSubstr("labels of p"));
  // Big-endian floats are as they stand.
  const std::string floats = idx(0x0D, {2, 1}, {'\x3F', '\x80', '\0', '\0', '\xC0', '\0', '\0', '\0'});
  EXPECT_EQ(readExamples({put("f", floats), put("fl", idx(8, {2}, {1, 2}))})->values, (std::vector<float>{1, -2}));
  EXPECT_FALSE(holdsPixels(file("f")));
}

// Every file that is cut short is refused by a sentence, and every file of which a byte is changed is read or refused.
TEST_F(ExamplesFile, DamageIsRefusedAndNothingElseHappens) {
  const auto labels = put("labels", idx(8, {3}, {1, 2, 3}));
  for (const std::string& whole : {idx(8, {3, 2}, {1, 2, 3, 4, 5, 6}), gzipped(idx(8, {3, 2}, {1, 2, 3, 4, 5, 6})),
                                   npy<float>("<f4", {3, 2}, {1, 2, 3, 4, 5, 6})}) {
    for (std::size_t bytes = 2; bytes < whole.size(); ++bytes) {
      const auto path = put("cut", whole.substr(0, bytes));
      EXPECT_THROW(readExamples({path, labels}), Error) << bytes;
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
      for (const int change : {1, 128, 255}) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ change);
        try {
          readExamples({put("damaged", damaged), labels});
        } catch (const Error& error) {
          EXPECT_STRNE(error.what(), "");
        }
      }
    }
  }
  EXPECT_THAT(messageOf<FormatError>([&] { readExamples({put("g", gzipped("1,2\n") + "junk")}); }),
              HasSubstr("damaged"));
  EXPECT_THROW(readExamples({folder()}), IoError);
  EXPECT_THROW(readExamples({file("none")}), IoError);
}

TEST_F(ExamplesFile, AStopIsHeard) {
  EXPECT_EQ(readExamples({put("data", "1,2\n3,4\n")}, stoppedAtOnce()), std::nullopt);
}

// As large as MNIST: loads in two seconds of processor time, and a softmax learns from it.
TEST_F(ExamplesFile, MnistsSizeLoadsSoonAndTrains) {
  constexpr std::uint32_t kCount = 60000, kPixels = 784;
  std::string pixels(std::size_t{kCount} * kPixels, '\0'), labels(kCount, '\0');
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::size_t digit = i % 10;
    labels[i] = static_cast<char>(digit);
    for (std::size_t p = 0; p < kPixels; ++p) {
      state = state * 1664525U + 1013904223U;
      const bool lit = p / 78 == digit;  // each digit has a stripe of its own, under noise
      pixels[i * kPixels + p] = static_cast<char>((state >> 25U) + (lit ? 100U : 0U));
    }
  }
  put("train-images-idx3-ubyte", idx(8, {kCount, 28, 28}, pixels));
  put("train-labels-idx1-ubyte", idx(8, {kCount}, labels));
  const double start = processorSeconds();
  auto table = readExamples({file("train-images-idx3-ubyte")});
  const auto data = dataSet(std::move(*table), {.scaling = FeatureScaling::None, .testShare = 0.1});
  EXPECT_LT(processorSeconds() - start, 2);
  EXPECT_EQ(data->train.size(), 54000U);
  EXPECT_EQ(data->classes, 10);
  const auto task = std::make_shared<LearningTask>(data, ModelKind::Softmax);
  Scenario scenario = trainingScenario(27, 1, 54000);
  TrainingRun run({task, design(scenario), 1}, 1, {.evaluateEvery = 27, .evaluateAtMost = 2000});
  ASSERT_TRUE(run.advance(27));
  EXPECT_GT(run.state().history.evaluations.back().accuracy, 0.9);
}

}  // namespace
}  // namespace noiseloom
