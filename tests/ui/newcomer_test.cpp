// newcomer.md beside this file, walked with somebody behind who reads every word: from a projector, in both languages.

#include <gtest/gtest.h>

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QPointer>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

#include "core/batching/list.h"
#include "tests/ui/window_fixture.h"
#include "tests/ui/words_cut.h"
#include "ui/dialogs/recommend_dialog.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/settings/language.h"
#include "ui/settings/preferences.h"
#include "ui/style/look.h"

namespace noiseloom {
namespace {

struct Look {
  const char* name;
  Language language;
  bool presenter;
  QSize size;
};

void PrintTo(const Look& look, std::ostream* out) {
  *out << look.name;
}

class Newcomer : public WindowTest, public testing::WithParamInterface<Look> {
 protected:
  void SetUp() override {
    installLanguage(*QCoreApplication::instance(), GetParam().language);
    WindowTest::SetUp();
    window->resize(GetParam().size);
    setPresenting(GetParam().presenter);
  }
  void TearDown() override {
    setPresenting(false);
    WindowTest::TearDown();
    removeLanguage(*QCoreApplication::instance());
  }
  /// Everything that stands in the window, or in a dialog of it, can be read whole.
  void expectWords(const char* station, const QWidget* dialog = nullptr) {
    QTest::qWait(150);
    const QStringList cut = wordsCut(dialog ? *dialog : *window, GetParam().size.width() < 1366);
    for (const QWidget* above = &window->plots(); above; above = above->parentWidget()) {
      const auto* scrolled = qobject_cast<const QScrollArea*>(above);
      EXPECT_TRUE(!scrolled || scrolled->horizontalScrollBar()->maximum() == 0)
          << station << ": the plots are too wide";
    }
    EXPECT_TRUE(cut.isEmpty()) << station << ":\n" << cut.join(QLatin1Char('\n')).toStdString();
  }
  void trigger(const char* action) { window->findChild<QAction*>(QString::fromLatin1(action))->trigger(); }
  template <class Kind = QDialog>
  Kind* shownDialog() {
    Kind* found = nullptr;
    EXPECT_TRUE(waitFor([&] {
      for (Kind* dialog : window->findChildren<Kind*>()) {
        if (dialog->isVisible()) found = dialog;
      }
      return found != nullptr;
    }));
    return found;
  }
};

TEST_P(Newcomer, ReadsEveryWordFromTheStartToTheExport) {
  document->reset(ScenarioDocument::defaultScenario());
  ASSERT_TRUE(waitUntilSolved());
  expectWords("start");
  type(Field::DatasetSize, QStringLiteral("60k"));
  type(Field::BatchSize, QStringLiteral("2^9"));
  type(Field::Epsilon, QStringLiteral("4"));
  ASSERT_TRUE(waitUntilSolved());
  expectWords("own numbers");
  chooseJobBatching(&jobs::shuffledEachEpoch);
  ASSERT_TRUE(waitUntilSolved());
  expectWords("a job that shuffles");
  document->undoStack().undo();
  ASSERT_TRUE(waitUntilSolved());
  trigger("pinDesign");
  type(Field::Epochs, QStringLiteral("10"));
  ASSERT_TRUE(waitUntilSolved());
  for (PlotPanel* panel : window->plots().panels()) {
    window->plots().bringForward(panel);
    ASSERT_TRUE(waitUntilSolved());
    expectWords(panel->objectName().toUtf8().constData());
  }
  auto& axes = *window->findChild<SegmentedButtons*>(QStringLiteral("rmseChoice"));
  const int map = 7;
  axes.setCurrent(map);
  expectWords("map");
  axes.setCurrent(0);
  window->showRecommend();
  if (const QPointer<QDialog> dialog = shownDialog<RecommendDialog>()) {
    expectWords("recommend", dialog);
    dialog->reject();
  }
  window->showExport();
  if (const QPointer<QDialog> dialog = shownDialog()) {
    expectWords("export", dialog);
    dialog->reject();
  }
}

std::string lookName(const testing::TestParamInfo<Look>& tested) {
  return tested.param.name;
}

INSTANTIATE_TEST_SUITE_P(Looks, Newcomer,
                         testing::Values(Look{"English", Language::English, false, {1366, 740}},
                                         Look{"German", Language::German, false, {1366, 740}},
                                         Look{"EnglishPresented", Language::English, true, {1366, 740}},
                                         Look{"GermanPresented", Language::German, true, {1366, 740}},
                                         Look{"Smallest", Language::English, false, {1024, 640}},
                                         Look{"GermanSmallest", Language::German, false, {1024, 640}}),
                         lookName);

}  // namespace
}  // namespace noiseloom
