// Lessons and help pages in other languages: the same files with other texts, and nothing else.

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "ui/help/help_book.h"
#include "ui/lessons/lesson.h"
#include "ui/lessons/lesson_catalogue.h"
#include "ui/style/icons.h"

namespace noiseloom {
namespace {

using Json = nlohmann::json;

const QString kLessons = QStringLiteral(":/lessons");
const QString kHelp = QStringLiteral(":/help");

/// What people read in a lesson; everything else steers the window and must be the same in every language.
constexpr std::array<std::string_view, 7> kTexts{"title", "summary", "text", "prompt", "explanation", "place", "unit"};
/// Of these, the ones that may be the same in two languages: "GB", "Proposition 2.1".
constexpr std::array<std::string_view, 2> kMayBeSame{"place", "unit"};

bool isOneOf(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

QStringList languagesIn(const QString& folder) {
  ensureResources();
  return QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
}

QString contentOf(const QString& path) {
  QFile file(path);
  EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString() << " is missing";
  return QString::fromUtf8(file.readAll());
}

/// All matches of the pattern, sorted: languages put them in different orders.
std::vector<std::string> all(const QString& pattern, const QString& text) {
  std::vector<std::string> found;
  for (auto match = QRegularExpression(pattern).globalMatch(text); match.hasNext();) {
    found.push_back(match.next().captured(0).toStdString());
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::string> placeholdersIn(const QString& text) {
  return all(QStringLiteral("\\{[^{}]*\\}"), text);
}

/// Quotation marks in pairs of the language, and decimal points as everywhere in the window.
void expectTypography(const QString& language, const QString& text) {
  EXPECT_TRUE(all(QStringLiteral("\\d,\\d"), text).empty()) << text.toStdString();
  if (language != QStringLiteral("de")) return;
  EXPECT_FALSE(text.contains(QLatin1Char('"'))) << text.toStdString();
  EXPECT_EQ(text.count(QStringLiteral("„")), text.count(QStringLiteral("“"))) << text.toStdString();
}

void expectTranslation(const QString& language, std::string_view key, const QString& english, const QString& other) {
  EXPECT_FALSE(other.trimmed().isEmpty());
  EXPECT_EQ(placeholdersIn(english), placeholdersIn(other)) << other.toStdString();
  // Options of a question go on where it stopped.
  const QString dots = QStringLiteral("…");
  EXPECT_EQ(english.startsWith(dots), other.startsWith(dots)) << other.toStdString();
  EXPECT_EQ(english.endsWith(dots), other.endsWith(dots)) << other.toStdString();
  EXPECT_TRUE(isOneOf(kMayBeSame, key) || english != other) << "not translated: " << other.toStdString();
  expectTypography(language, other);
}

/// The same tree of names and values, but for texts.
void expectSameTree(const QString& language, const Json& english, const Json& other, const std::string& where,
                    std::string_view key) {
  SCOPED_TRACE(where);
  ASSERT_EQ(english.type(), other.type());
  if (english.is_object()) {
    std::vector<std::string> names;
    std::vector<std::string> otherNames;
    for (const auto& [name, value] : english.items()) names.push_back(name);
    for (const auto& [name, value] : other.items()) otherNames.push_back(name);
    ASSERT_EQ(names, otherNames);
    for (const std::string& name : names) {
      expectSameTree(language, english[name], other[name], where + "." + name, name);
    }
  } else if (english.is_array()) {
    ASSERT_EQ(english.size(), other.size());
    for (std::size_t i = 0; i < english.size(); ++i) {
      expectSameTree(language, english[i], other[i], where + "[" + std::to_string(i) + "]", key);
    }
  } else if (english.is_string() && isOneOf(kTexts, key)) {
    expectTranslation(language, key, QString::fromStdString(english.get<std::string>()),
                      QString::fromStdString(other.get<std::string>()));
  } else {
    EXPECT_EQ(english, other);
  }
}

TEST(TranslatedPages, ThereAreSomeForEveryLanguageOfEither) {
  EXPECT_TRUE(languagesIn(kLessons).contains(QStringLiteral("de")));
  EXPECT_EQ(languagesIn(kLessons), languagesIn(kHelp));
}

TEST(TranslatedPages, LessonsDifferInTheirTextsOnly) {
  for (const QString& language : languagesIn(kLessons)) {
    const QString folder = kLessons + QLatin1Char('/') + language;
    EXPECT_EQ(QDir(folder).entryList({QStringLiteral("*.json")}), QDir(kLessons).entryList({QStringLiteral("*.json")}));
    for (const QString& id : lessonIds()) {
      const QString name = QLatin1Char('/') + id + QStringLiteral(".json");
      const Json english = Json::parse(contentOf(kLessons + name).toStdString());
      const Json other = Json::parse(contentOf(folder + name).toStdString());
      expectSameTree(language, english, other, (language + QLatin1Char('/') + id).toStdString(), {});
      EXPECT_NO_THROW(readLesson(other.dump(), (folder + name).toStdString()));
    }
  }
}

QHash<QString, QString> pagesIn(const QString& folder) {
  QHash<QString, QString> pages;
  for (const QString& name : QDir(folder).entryList({QStringLiteral("*.md")})) {
    pages[name.chopped(3)] = contentOf(folder + QLatin1Char('/') + name);
  }
  return pages;
}

/// The same anchors in the same order, and in each section the same links, fixed text and items of lists.
void expectSamePage(const QString& language, const HelpPage& english, const HelpPage& other) {
  ASSERT_EQ(english.sections.size(), other.sections.size());
  const QString item = QStringLiteral("\n(- |\\d+\\. )");
  EXPECT_EQ(all(item, english.markdown), all(item, other.markdown));
  for (std::size_t i = 0; i < english.sections.size(); ++i) {
    const HelpSection& source = english.sections[i];
    const HelpSection& section = other.sections[i];
    SCOPED_TRACE(source.anchor.toStdString());
    EXPECT_EQ(source.anchor.toStdString(), section.anchor.toStdString());
    EXPECT_EQ(source.level, section.level);
    for (const char* same : {"\\]\\([^)]*\\)", "`[^`]*`", "\\*\\*", "[εδστβα²³⁻ᵀ√‖≤≥]"}) {
      const QString pattern = QString::fromUtf8(same);
      EXPECT_EQ(all(pattern, source.text), all(pattern, section.text)) << section.text.toStdString();
    }
    EXPECT_FALSE(section.title.isEmpty());
    // Titles of papers stay as they are.
    const bool same = source.text.trimmed().isEmpty() || source.anchor == QStringLiteral("papers");
    EXPECT_TRUE(same || source.text != section.text) << "not translated";
    expectTypography(language, section.title + QLatin1Char(' ') + section.text);
  }
}

TEST(TranslatedPages, HelpHasTheSameAnchorsAndLinks) {
  const QByteArray map = contentOf(kHelp + QStringLiteral("/map.json")).toUtf8();
  const HelpBook english(map, pagesIn(kHelp));
  for (const QString& language : languagesIn(kHelp)) {
    const HelpBook book(map, pagesIn(kHelp + QLatin1Char('/') + language));
    ASSERT_EQ(book.pages().size(), english.pages().size());
    for (std::size_t i = 0; i < book.pages().size(); ++i) {
      SCOPED_TRACE((language + QLatin1Char('/') + book.pages()[i].name).toStdString());
      expectSamePage(language, english.pages()[i], book.pages()[i]);
    }
    for (const QString& name : book.explainedObjects()) EXPECT_TRUE(book.has(book.topicOf(name))) << name.toStdString();
  }
}

}  // namespace
}  // namespace noiseloom
