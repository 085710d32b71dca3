// The translations themselves: complete, in agreement with their sources, and for what core says, too.

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QFile>
#include <QLibraryInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <limits>
#include <set>

#include "core/accounting/calibration/calibration.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/expression.h"
#include "core/batching/list.h"
#include "core/claim/claim.h"
#include "core/io/session.h"
#include "core/search/designer.h"
#include "core/workload/learning_rates.h"
#include "tests/core/scenarios.h"
#include "tests/thorough.h"
#include "tests/ui/translation_file.h"
#include "ui/settings/language.h"
#include "ui/settings/preferences.h"
#include "ui/style/core_text.h"

namespace noiseloom {
namespace {

std::multiset<QString> placeholdersOf(const QString& text) {
  static const QRegularExpression placeholder(QStringLiteral("%(L?[0-9]+|n)"));
  std::multiset<QString> found;
  for (auto match = placeholder.globalMatch(text); match.hasNext();) found.insert(match.next().captured());
  return found;
}

int mnemonicsOf(const QString& text) {
  static const QRegularExpression mnemonic(QStringLiteral("&(?=[^& ;]+)(?![a-z]+;)"));
  return static_cast<int>(text.count(mnemonic));
}

QString edgesOf(const QString& text) {
  static const QRegularExpression begin(QStringLiteral("^\\s*"));
  static const QRegularExpression end(QStringLiteral("\\s*(:|…|\\.\\.\\.)?\\s*$"));
  return begin.match(text).captured() + QLatin1Char('|') + end.match(text).captured();
}

TEST(Translation, IsComplete) {
  const QList<TranslatedMessage> messages = translationFile(QStringLiteral("de"));
  EXPECT_GT(messages.size(), 1000);
  for (const TranslatedMessage& message : messages) {
    EXPECT_EQ(message.type, QString()) << message.source.toStdString();
    EXPECT_FALSE(message.translations.isEmpty()) << message.source.toStdString();
    for (const QString& text : message.translations) EXPECT_FALSE(text.isEmpty()) << message.source.toStdString();
    const bool plural = message.source.contains(QLatin1String("%n"));
    EXPECT_EQ(message.translations.size(), plural ? 2 : 1) << message.source.toStdString();
  }
}

TEST(Translation, AgreesWithItsSources) {
  for (const TranslatedMessage& message : translationFile(QStringLiteral("de"))) {
    for (const QString& text : message.translations) {
      SCOPED_TRACE(message.source.toStdString() + " -> " + text.toStdString());
      EXPECT_EQ(placeholdersOf(message.source), placeholdersOf(text));
      EXPECT_EQ(mnemonicsOf(message.source), mnemonicsOf(text));
      EXPECT_EQ(edgesOf(message.source), edgesOf(text));
      EXPECT_EQ(message.source.count(QLatin1String(";;")), text.count(QLatin1String(";;")));
      EXPECT_EQ(message.source.count(QLatin1Char('\n')), text.count(QLatin1Char('\n')));
      EXPECT_EQ(message.source.count(QLatin1String("<b>")), text.count(QLatin1String("<b>")));
    }
  }
}

TEST(Translation, TypographyIsGerman) {
  for (const TranslatedMessage& message : translationFile(QStringLiteral("de"))) {
    for (const QString& text : message.translations) {
      SCOPED_TRACE(text.toStdString());
      EXPECT_EQ(text.count(QChar(0x201E)), text.count(QChar(0x201C)));
      EXPECT_FALSE(text.contains(QChar(0x201D)));
      EXPECT_FALSE(text.contains(QChar(0x2014)));
      EXPECT_FALSE(text.contains(QLatin1String("  ")) && !message.source.contains(QLatin1String("  ")));
    }
  }
}

TEST(Translation, EnglishHasPluralsOnly) {
  const QList<TranslatedMessage> messages = translationFile(QStringLiteral("en"));
  EXPECT_GE(messages.size(), 5);
  std::set<QString> known;
  for (const TranslatedMessage& message : messages) {
    known.insert(message.source);
    EXPECT_EQ(message.type, QString()) << message.source.toStdString();
    ASSERT_EQ(message.translations.size(), 2) << message.source.toStdString();
    for (const QString& text : message.translations) {
      EXPECT_EQ(placeholdersOf(message.source), placeholdersOf(text)) << text.toStdString();
      EXPECT_FALSE(text.contains(QLatin1String("(s)"))) << text.toStdString();
    }
  }
  for (const TranslatedMessage& message : translationFile(QStringLiteral("de"))) {
    const bool plural = message.source.contains(QLatin1String("%n"));
    EXPECT_TRUE(!plural || known.contains(message.source)) << message.source.toStdString();
  }
}

TEST(Translation, KnowsEveryTextOfTheSources) {
  QStringList folders{QLibraryInfo::path(QLibraryInfo::BinariesPath),
                      QLibraryInfo::path(QLibraryInfo::LibraryExecutablesPath)};
  const QString tool = QStandardPaths::findExecutable(QStringLiteral("lupdate"), folders);
  if (tool.isEmpty()) GTEST_SKIP() << "lupdate is not installed";
  for (const QString& language : {QStringLiteral("de"), QStringLiteral("en")}) {
    const QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("noiseloom_%1.ts").arg(language));
    ASSERT_TRUE(QFile::copy(translationPath(language), copy));
    QStringList arguments{QStringLiteral("-silent"), QStringLiteral("-locations"), QStringLiteral("none"),
                          QStringLiteral("-I"),      QStringLiteral("."),          QStringLiteral("ui"),
                          QStringLiteral("core"),    QStringLiteral("-ts"),        copy};
    if (language == QLatin1String("en")) arguments.prepend(QStringLiteral("-pluralonly"));
    QProcess process;
    process.setWorkingDirectory(sourceFolder());
    process.start(tool, arguments);
    ASSERT_TRUE(process.waitForFinished(60'000));
    ASSERT_EQ(process.exitCode(), 0) << process.readAllStandardError().toStdString();
    QFile before(translationPath(language));
    QFile after(copy);
    ASSERT_TRUE(before.open(QIODevice::ReadOnly) && after.open(QIODevice::ReadOnly));
    const QByteArrayList was = before.readAll().split('\n');
    const QByteArrayList is = after.readAll().split('\n');
    for (qsizetype i = 0; i < std::min(was.size(), is.size()); ++i) {
      ASSERT_EQ(was[i].toStdString(), is[i].toStdString())
          << "line " << i + 1 << ": run lupdate as docs/translation.md says, and translate what is new";
    }
    EXPECT_EQ(was.size(), is.size());
  }
}

/// What core says, asked for in German.
class GermanCore : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(installLanguage(*QCoreApplication::instance(), Language::German), QStringLiteral("de"));
  }
  void TearDown() override { removeLanguage(*QCoreApplication::instance()); }

  /// Words that no German sentence of ours has.
  static void expectGerman(const QString& text) {
    static const QRegularExpression english(
        QStringLiteral("\\b(the|of|with|not|use|than|must|every|each|which|at least|at most|number|from|and|step|"
                       "steps|bands|any|example|above|below|under|are|is|by)\\b"));
    EXPECT_FALSE(english.match(text).hasMatch()) << text.toStdString();
  }
  static void expectTranslated(const Text& text) {
    const QString german = coreText(text);
    EXPECT_NE(german.toStdString(), text.english());
    expectGerman(german);
  }
};

// With Translation.KnowsEveryTextOfTheSources: every phrase that stands in the sources.
TEST_F(GermanCore, EveryPhraseIsGerman) {
  int phrases = 0;
  for (const TranslatedMessage& message : translationFile(QStringLiteral("de"))) {
    if (message.context != QLatin1String("Core")) continue;
    ++phrases;
    SCOPED_TRACE(message.source.toStdString());
    const QString german = QCoreApplication::translate("Core", message.source.toUtf8().constData());
    EXPECT_EQ(german, message.translations.value(0));
    // Names of arguments and files stay.
    static const QRegularExpression quoted(QStringLiteral("'[^']*'"));
    expectGerman(QString(german).remove(quoted));
  }
  EXPECT_GT(phrases, 450);
}

TEST_F(GermanCore, TextsAreGermanWithTheirArguments) {
  const Text range(Core::tr("an integer from %1 to %2"), 1, 100);
  EXPECT_EQ(coreText(range), QStringLiteral("eine ganze Zahl von 1 bis 100"));
  EXPECT_EQ(coreText(Text(Core::tr("%1 (%2)"), range, Core::tr("the iterations"))),
            QStringLiteral("eine ganze Zahl von 1 bis 100 (die Iterationen)"));
  EXPECT_EQ(coreText(Text(Core::tr("an integer from %1 to %2"), std::string("%2"), 3)),
            QStringLiteral("eine ganze Zahl von %2 bis 3"));
  EXPECT_EQ(coreText(Text(Core::tr("an integer from %1 to %2"), 1)), QStringLiteral("eine ganze Zahl von 1 bis %2"));
  EXPECT_EQ(coreText(std::string("is missing")), QStringLiteral("is missing"));
  EXPECT_EQ(coreText(Core::tr("is missing")), QStringLiteral("fehlt"));
  EXPECT_EQ(coreText({}), QString());
}

TEST_F(GermanCore, NamesAreGerman) {
  for (const Mechanism* kind : offeredMechanisms()) {
    const std::string_view name = kind->name.english();
    // Names of papers stay.
    EXPECT_EQ(coreText(kind->name).toStdString() == name, name.starts_with("DP-")) << name;
  }
  for (const Batching* batching : allBatchings())
    EXPECT_NE(coreText(batching->name).toStdString(), batching->name.english());
  for (const JobBatching* batching : allJobBatchings())
    EXPECT_NE(coreText(batching->name).toStdString(), batching->name.english());
}

TEST_F(GermanCore, RefusedArgumentsAreGerman) {
  const auto refused = [](auto call) {
    try {
      call();
      ADD_FAILURE() << "nothing was refused";
    } catch (const InvalidArgument& problem) {
      SCOPED_TRACE(problem.what());
      expectTranslated(problem.allowed());
      const QString german = errorText(problem);
      EXPECT_TRUE(german.contains(QLatin1String("ist nicht erlaubt"))) << german.toStdString();
      EXPECT_TRUE(german.startsWith(QString::fromStdString(problem.argument()))) << german.toStdString();
    }
  };
  refused([] { checkInteger("n", 0, 1, kNoLimit); });
  refused([] { checkInteger("n", 0, 1, 9); });
  refused([] { checkInteger("n", 0, 1, 9, Core::tr("the iterations")); });
  refused([] { checkFinite("x", std::numeric_limits<double>::infinity()); });
  refused([] { checkPositive("x", 0); });
  refused([] { checkOpenInterval("x", 1, 0, 1); });
  refused([] { checkClosedInterval("x", 2, 0, 1); });
}

TEST_F(GermanCore, ProblemsOfScenariosAreGerman) {
  std::set<std::string> arguments;
  const auto examine = [&arguments](const Changes& change) {
    const auto problems = with(Scenario({.iterations = 64, .epochs = 4}), change).problems();
    EXPECT_FALSE(problems.empty());
    for (const InvalidArgument& problem : problems) {
      SCOPED_TRACE(problem.what());
      arguments.insert(problem.argument());
      expectTranslated(problem.allowed());
    }
  };
  examine({.iterations = 0});
  examine({.iterations = Index(1) << 60});
  examine({.epochs = 100});
  examine({.epsilon = -1});
  examine({.delta = 1});
  examine({.delta = 1e-300});
  examine({.bands = 40});
  examine({.clipNorm = 0});
  examine({.datasetSize = 0});
  examine({.deployment = Deployment{.machines = 0}});
  examine({.deployment = Deployment{.parameters = 0}});
  examine({.robustFrom = 1000});
  examine({.batching = &batchings::minSeparation, .minSeparation = 100});
  examine({.batching = &batchings::ballsInBins, .adjacency = Adjacency::ReplaceOne});
  examine({.batching = &batchings::ballsInBins, .tau = 0.5});
  EXPECT_GE(arguments.size(), 10U);
  // What a mechanism cannot run, as the ranking of mechanisms says it.
  for (const Batching* batching : allBatchings()) {
    for (const Mechanism* kind : allMechanisms()) {
      Scenario scenario({.iterations = 20'000'000, .mechanism = kind, .batching = batching});
      for (const InvalidArgument& problem : scenario.problems()) expectTranslated(problem.allowed());
      if (const auto reason = mechanismProblem(scenario)) expectTranslated(reason->allowed());
    }
  }
}

TEST_F(GermanCore, ClaimsAreGerman) {
  int pair = 0;
  for (const Batching* batching : allBatchings()) {
    for (const JobBatching* job : allJobBatchings()) {
      int round = pair++;
      for (const PrivacyUnit unit : {PrivacyUnit::Example, PrivacyUnit::User, PrivacyUnit::Device}) {
        if (round++ % thorough(3, 1) != 0) continue;  // by default one unit of each pair, in turn
        Scenario scenario({.iterations = 16,
                           .epochs = batching == &batchings::single ? 1.0 : 2.0,
                           .mechanism = *mechanismFromName("bsr"),
                           .bands = 4,
                           .batching = batching,
                           .jobBatching = job,
                           .unit = unit});
        if (batching == &batchings::ballsInBins || batching == &batchings::randomAllocation ||
            batching == &batchings::balancedIterations) {
          scenario = with(scenario, {.mechanism = *mechanismFromName("dp-sgd"), .bands = std::nullopt});
        }
        scenario.adjacency = unit == PrivacyUnit::User     ? Adjacency::ZeroOut
                             : unit == PrivacyUnit::Device ? Adjacency::AddRemove
                             : batching->replaceOne        ? Adjacency::ReplaceOne
                                                           : Adjacency::AddRemove;
        const auto solved = design(scenario);
        ASSERT_TRUE(solved);
        const PrivacyClaim claim = claimOf(*solved);
        SCOPED_TRACE(claimSentence(*solved).english());
        for (const Text& text :
             {claimSentence(*solved), claim.statement, claim.setting, claim.dataAccesses, claim.notCovered,
              claim.outputs, claim.unitText, claim.adjacencyText, claim.accountant.method, claim.howToVerify}) {
          expectTranslated(text);
        }
        for (const Assumption& assumption : claim.assumptions) {
          expectTranslated(assumption.text);
          if (!assumption.remedy.empty()) expectTranslated(assumption.remedy);
        }
      }
    }
  }
}

TEST_F(GermanCore, ExpressionsAndFilesAreGerman) {
  for (const char* text : {"", "1+", "1,5", "(1", "1/0", "abc", "1e400", "9^9^9^9"}) {
    const auto parsed = evaluateExpression(text);
    ASSERT_FALSE(parsed.value) << text;
    SCOPED_TRACE(parsed.error);
    expectTranslated(parsed.error);
  }
  EXPECT_EQ(errorText(IoError("a.npz", {Core::tr("cannot be written: there is no folder %1"), std::string("b")})),
            QStringLiteral("a.npz: kann nicht geschrieben werden: Es gibt keinen Ordner b"));
  EXPECT_EQ(
      errorText(FormatError("a.txt", {Core::tr("line %1"), 3},
                            {Core::tr("\"%1\" is not a learning rate: use finite numbers above 0"), std::string("x")})),
      QStringLiteral("a.txt: Zeile 3: „x“ ist keine Lernrate: Verwenden Sie endliche Zahlen über 0"));
}

// What a session holds in English is shown in German again.
TEST_F(GermanCore, EndingsAreGermanAfterASessionWasRead) {
  Scenario scenario({.iterations = 64, .epochs = 4});
  const auto solved = design(scenario);
  ASSERT_TRUE(solved);
  Session session;
  session.scenario = scenario;
  session.designs.push_back(sessionDesign(1, "A", true, *solved));
  const Session read = parseSession(sessionText(session), "a.noiseloom");
  ASSERT_EQ(read.designs.size(), 1U);
  EXPECT_EQ(read.designs[0].optimizer.message, solved->optimizer.message);
  EXPECT_EQ(coreText(read.designs[0].optimizer.message), coreText(solved->optimizer.message));
  expectTranslated(read.designs[0].optimizer.message);
}

TEST(CoreTexts, AreEnglishWithoutATranslation) {
  const Text text(Core::tr("an integer from %1 to %2"), 1, 9);
  EXPECT_EQ(coreText(text), QStringLiteral("an integer from 1 to 9"));
  installLanguage(*QCoreApplication::instance(), Language::German);
  {
    const SourceTexts english;
    EXPECT_EQ(coreText(text), QStringLiteral("an integer from 1 to 9"));
    EXPECT_EQ(QCoreApplication::translate("noiseloom::ClaimDialog", "Close"), QStringLiteral("Close"));
  }
  EXPECT_EQ(coreText(text), QStringLiteral("eine ganze Zahl von 1 bis 9"));
  removeLanguage(*QCoreApplication::instance());
}

}  // namespace
}  // namespace noiseloom
