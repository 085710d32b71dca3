#include "ui/main/start_options.h"

#include <gtest/gtest.h>

#include "core/base/version.h"

namespace noiseloom {
namespace {

StartOptions parse(const QStringList& arguments) {
  return parseStartOptions(QStringList{QStringLiteral("noiseloom")} + arguments);
}

TEST(StartOptions, ReadsWhatItIsGiven) {
  const StartOptions options =
      parse({QStringLiteral("--screenshot"), QStringLiteral("a.png"), QStringLiteral("--dark"),
             QStringLiteral("--size"), QStringLiteral("1366x768"), QStringLiteral("mine.npz")});
  EXPECT_EQ(options.error, QString());
  EXPECT_EQ(options.screenshotFile, QStringLiteral("a.png"));
  EXPECT_EQ(options.appearance, Appearance::Dark);
  EXPECT_EQ(options.size, QSize(1366, 768));
  EXPECT_EQ(options.file, QStringLiteral("mine.npz"));
  EXPECT_FALSE(parse({}).appearance);
  EXPECT_NE(parse({QStringLiteral("--help")}).exitText, QString());
  EXPECT_EQ(
      parse({QStringLiteral("--version")}).exitText,
      QStringLiteral("noiseloom %1 (%2)\n").arg(QLatin1String(NOISELOOM_VERSION), QLatin1String(builtFromCommit())));
}

TEST(StartOptions, Languages) {
  EXPECT_FALSE(parse({}).language);
  EXPECT_EQ(parse({QStringLiteral("--language"), QStringLiteral("de")}).language, Language::German);
  EXPECT_EQ(parse({QStringLiteral("--language=en")}).language, Language::English);
  EXPECT_EQ(parse({QStringLiteral("--language=system")}).language, Language::System);
}

TEST(StartOptions, SessionsAndFolders) {
  const StartOptions options = parse({QStringLiteral("--session=a.noiseloom"), QStringLiteral("--data-folder"),
                                      QStringLiteral("kept"), QStringLiteral("--print-scenario")});
  EXPECT_EQ(options.error, QString());
  EXPECT_EQ(options.file, QStringLiteral("a.noiseloom"));
  EXPECT_EQ(options.dataFolder, QStringLiteral("kept"));
  EXPECT_TRUE(options.printScenario);
}

// As a file manager names a selection.
TEST(StartOptions, TheFirstOfSeveralFilesIsOpened) {
  const StartOptions options = parse({QStringLiteral("a.npz"), QStringLiteral("b.npz"), QStringLiteral("c.noiseloom")});
  EXPECT_EQ(options.error, QString());
  EXPECT_EQ(options.file, QStringLiteral("a.npz"));
  EXPECT_EQ(options.otherFiles, 2);
}

TEST(StartOptions, QtDoesNotTakeTheSession) {
  const auto given = [](std::vector<const char*> arguments) {
    return argumentsForQt(static_cast<int>(arguments.size()), arguments.data());
  };
  using Arguments = std::vector<std::string>;
  EXPECT_EQ(given({"noiseloom", "--dark", "--session", "a b.noiseloom", "--light"}),
            (Arguments{"noiseloom", "--dark", "--session=a b.noiseloom", "--light"}));
  EXPECT_EQ(given({"noiseloom", "--session=a"}), (Arguments{"noiseloom", "--session=a"}));
  EXPECT_EQ(given({"noiseloom", "--session"}), (Arguments{"noiseloom", "--session"}));
  EXPECT_EQ(given({"noiseloom", "--", "--session", "a"}), (Arguments{"noiseloom", "--", "--session", "a"}));
  EXPECT_EQ(given({"noiseloom", "-session", "id"}), (Arguments{"noiseloom", "-session", "id"}));  // a session manager's
}

TEST(StartOptions, NamesWhatIsWrong) {
  for (const auto& [arguments, named] :
       {std::pair(QStringList{QStringLiteral("--colour")}, "colour"),
        std::pair(QStringList{QStringLiteral("a.npz"), QStringLiteral("b.npz"), QStringLiteral("--print-scenario")},
                  "file"),
        std::pair(QStringList{QStringLiteral("--size"), QStringLiteral("big")}, "size = big"),
        std::pair(QStringList{QStringLiteral("--scale=nan")}, "scale = nan"),
        std::pair(QStringList{QStringLiteral("--session=a"), QStringLiteral("b")}, "session"),
        std::pair(QStringList{QStringLiteral("--data-folder=")}, "data-folder"),
        std::pair(QStringList{QStringLiteral("--language=fr")}, "language = fr"),
        std::pair(QStringList{QStringLiteral("--light"), QStringLiteral("--dark")}, "dark")}) {
    EXPECT_TRUE(parse(arguments).error.contains(QLatin1String(named))) << parse(arguments).error.toStdString();
  }
}

}  // namespace
}  // namespace noiseloom
