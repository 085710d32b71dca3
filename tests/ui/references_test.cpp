// What people see of docs/references.md: authors and years, and no key. tests/docs/check_references.py reads the
// sources.

#include <gtest/gtest.h>

#include <QApplication>
#include <QMetaProperty>
#include <QRegularExpression>
#include <set>

#include "core/base/errors.h"
#include "core/scenario/scenario.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/design_text.h"
#include "ui/document/examples.h"
#include "ui/help/help_book.h"
#include "ui/lessons/lesson_catalogue.h"
#include "ui/lessons/lesson_player.h"
#include "ui/plots/coefficients/coefficients_model.h"
#include "ui/settings/language.h"
#include "ui/settings/preferences.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

TEST(References, AreCitedByAuthorsAndYear) {
  EXPECT_EQ(cited("scaling-bandmf", QStringLiteral("section 3.2")), QStringLiteral("McKenna 2024, section 3.2"));
  EXPECT_EQ(cited("analytic-calibration"), QStringLiteral("Balle and Wang 2018"));
  EXPECT_EQ(cited("gaussian-dp"), QStringLiteral("Dong, Roth and Su 2022"));
  EXPECT_EQ(cited("amplified-bandmf"), QStringLiteral("Choquette-Choo et al. 2023"));
  EXPECT_EQ(citedInFull("gaussian-dp"), QStringLiteral("Dong, Roth and Su, Gaussian Differential Privacy, 2022"));
  EXPECT_TRUE(isReference("streaming-blt"));
  EXPECT_FALSE(isReference("nobody"));
  EXPECT_THROW(cited("nobody"), InvalidArgument);
  EXPECT_THROW(citedInFull("key"), InvalidArgument);  // the head of the table is no row
}

TEST(References, ReplaceTheirMarks) {
  EXPECT_EQ(withCitations(QStringLiteral("(@scaling-bandmf, appendix J; @gaussian-dp)")),
            QStringLiteral("(McKenna 2024, appendix J; Dong, Roth and Su 2022)"));
  EXPECT_EQ(withCitations(QStringLiteral("me@example @scaling-bandmf-2")),
            QStringLiteral("me@example @scaling-bandmf-2"));
  const QString list = withCitations(QStringLiteral("@references"));
  EXPECT_TRUE(list.contains(QStringLiteral("- **McKenna 2024:** Scaling up the Banded Matrix"))) << list.toStdString();
  EXPECT_GT(list.count(QLatin1Char('\n')), 20);
}

TEST(References, SpeakTheLanguageOfTheWindow) {
  installLanguage(*qApp, Language::German);
  EXPECT_EQ(cited("gaussian-dp"), QStringLiteral("Dong, Roth und Su 2022"));
  removeLanguage(*qApp);
}

/// The keys in a text.
std::set<std::string> keysIn(const QString& text) {
  static const QRegularExpression word(QStringLiteral("(?<![\\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\\w-])"));
  std::set<std::string> keys;
  for (auto match = word.globalMatch(text); match.hasNext();) {
    const std::string found = match.next().captured().toStdString();
    if (isReference(found)) keys.insert(found);
  }
  return keys;
}

const std::set<std::string> kNone;

TEST(References, HelpAndExamplesShowNoKey) {
  EXPECT_EQ(keysIn(QStringLiteral("(scaling-bandmf, appendix J)")), std::set<std::string>{"scaling-bandmf"});
  for (const Language language : {Language::English, Language::German}) {
    installLanguage(*qApp, language);
    for (const HelpPage& page : HelpBook::instance().pages()) {
      EXPECT_EQ(keysIn(page.markdown), kNone) << page.name.toStdString();
      EXPECT_FALSE(page.markdown.contains(QLatin1Char('@'))) << page.name.toStdString();
    }
  }
  removeLanguage(*qApp);
  for (const ExampleScenario& example : exampleScenarios()) {
    EXPECT_EQ(keysIn(example.citation), kNone) << example.citation.toStdString();
    EXPECT_FALSE(example.citation.contains(QLatin1Char('@'))) << example.citation.toStdString();
  }
}

class ReferencesInTheWindow : public WindowTest {};

TEST_F(ReferencesInTheWindow, AreNeverKeys) {
  ASSERT_TRUE(waitUntilSolved());
  window->lessonPlayer().start(shippedLesson(QStringLiteral("memory")));
  int texts = 0;
  bool cites = false;
  for (const QObject* object : window->findChildren<QObject*>()) {
    for (int i = 0; i < object->metaObject()->propertyCount(); ++i) {
      const QMetaProperty property = object->metaObject()->property(i);
      if (property.metaType() != QMetaType::fromType<QString>()) continue;
      const QString text = property.read(object).toString();
      EXPECT_EQ(keysIn(text), kNone) << object->metaObject()->className() << "." << property.name();
      cites = cites || text.contains(QStringLiteral("McKenna"));
      ++texts;
    }
  }
  EXPECT_GT(texts, 1000);
  EXPECT_TRUE(cites);
}

TEST(References, EveryMechanismIsCited) {
  for (const Mechanism* kind : offeredMechanisms()) {
    // What stands for others has no source of its own.
    if (kind == &bestMechanism() || kind == &importedMechanism()) continue;
    EXPECT_FALSE(coefficientsCitation(kind).isEmpty()) << mechanismName(kind).toStdString();
    EXPECT_EQ(keysIn(coefficientsCitation(kind)), kNone);
  }
}

}  // namespace
}  // namespace noiseloom
