#include "ui/panels/choice_preview.h"

#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "tests/ui/window_fixture.h"
#include "ui/document/design_text.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/group_delegate.h"
#include "ui/settings/preferences.h"
#include "ui/style/strategy_stamp.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

class ChoicePreviews : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    preferences().lessMotion.set(true);
  }
  void TearDown() override {
    preferences().lessMotion.reset();
    WindowTest::TearDown();
  }
  QComboBox& combo(Field field) { return window->scenarioPanel().choiceField(field)->combo(); }
};

// The area of a picture's dots.
int dotted(const QImage& image) {
  const QRgb dot = themeOf(QApplication::palette()).accent.rgb();
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == dot;
  }
  return count;
}

// The picture alone: its upper left corner lies below the name.
QImage pictureOf(ChoicePreview& preview) {
  const QImage image = preview.grab().toImage();
  return image.copy(0, 4 * kGrid, image.width(), 12 * kGrid);
}

TEST_F(ChoicePreviews, ShowWhatTheEntryPointedAtLooksLike) {
  for (const Field field : {Field::Batching, Field::Mechanism}) {
    QComboBox& box = combo(field);
    auto* preview = box.findChild<ChoicePreview*>();
    ASSERT_TRUE(preview);
    EXPECT_FALSE(preview->isVisible());
    box.showPopup();
    ASSERT_TRUE(waitFor([&] { return preview->isVisible(); }));
    EXPECT_EQ(preview->index(), box.currentIndex());
    std::set<std::vector<uchar>> seen;
    for (int index = 0; index < box.count(); ++index) {
      const QModelIndex entry = box.model()->index(index, 0);
      if (box.view()->visualRect(entry).isEmpty()) continue;  // it is not offered
      box.view()->setCurrentIndex(entry);
      EXPECT_EQ(preview->index(), index);
      const QImage picture = pictureOf(*preview);
      seen.emplace(picture.constBits(), picture.constBits() + picture.sizeInBytes());
      EXPECT_FALSE(preview->geometry().intersects(box.view()->window()->geometry()));
    }
    EXPECT_GE(seen.size(), 4U) << "they differ";
    box.hidePopup();
    EXPECT_TRUE(waitFor([&] { return !preview->isVisible(); }));
  }
}

TEST_F(ChoicePreviews, BuildUpWhereMotionIsWanted) {
  preferences().lessMotion.set(false);
  QComboBox& box = combo(Field::Batching);
  auto* preview = box.findChild<ChoicePreview*>();
  box.showPopup();
  ASSERT_TRUE(waitFor([&] { return preview->isVisible(); }));
  const int before = dotted(pictureOf(*preview));
  EXPECT_TRUE(waitFor([&] { return dotted(pictureOf(*preview)) > before + 100; }));
  box.hidePopup();
}

TEST(StrategyStamps, AreOfEveryMechanismThatChoosesAStrategy) {
  for (const Mechanism* mechanism : allMechanisms()) {
    const StrategyStamp stamp = strategyStamp(*mechanism);
    ASSERT_EQ(std::ssize(stamp.entries), stamp.rows * stamp.columns) << mechanism->id;
    EXPECT_GE(stamp.rows, 24) << mechanism->id;
    EXPECT_TRUE(std::ranges::all_of(stamp.entries, [](double entry) { return std::isfinite(entry); })) << mechanism->id;
    EXPECT_TRUE(std::ranges::any_of(stamp.entries, [](double entry) { return entry > 0; })) << mechanism->id;
  }
  EXPECT_TRUE(strategyStamp(bestMechanism()).entries.empty());
  EXPECT_TRUE(strategyStamp(importedMechanism()).entries.empty());
}

TEST_F(ChoicePreviews, EntriesStandInGroupsUnderTheirNames) {
  const Scenario before = document->scenario();
  for (const Field field : {Field::Batching, Field::JobBatching, Field::Mechanism}) {
    ChoiceField& choice = *window->scenarioPanel().choiceField(field);
    QComboBox& box = combo(field);
    box.showPopup();
    QStringList groups;
    int usual = 0;
    for (int row = 0; row < box.count(); ++row) {
      const QModelIndex entry = box.model()->index(row, 0);
      const int height = box.view()->visualRect(entry).height();
      if (height == 0) continue;  // it is not offered
      const QString group = entry.data(GroupDelegate::kGroupRole).toString();
      EXPECT_FALSE(group.isEmpty());
      const bool first = groups.isEmpty() || groups.back() != group;
      if (first) {
        EXPECT_FALSE(groups.contains(group)) << "in one piece: " << group.toStdString();
        groups += group;
      } else {
        usual = height;
        EXPECT_EQ(choice.rowOf(choice.indexAt(row)), row);
      }
    }
    EXPECT_GE(groups.size(), 3);
    const QModelIndex head = box.model()->index(0, 0);
    EXPECT_GT(box.view()->visualRect(head).height(), usual + usual / 3) << "there is room for the name";
    // Each says what its group costs or means.
    box.hidePopup();
    for (int row = 0; row < box.count(); ++row) emit box.activated(row);
    EXPECT_FALSE(document->scenario() == before);
    document->adopt(before, QStringLiteral("back"));
  }
  const QComboBox& mechanisms = combo(Field::Mechanism);
  const int row = mechanisms.findText(mechanismTitle(*mechanismFromName("blt")));
  EXPECT_TRUE(mechanisms.itemData(row, Qt::ToolTipRole).toString().contains(QStringLiteral("Keeps a few sums")));
  choose(Field::Mechanism, 0);
  EXPECT_EQ(document->scenario().mechanism, offeredMechanisms()[0]);
}

}  // namespace
}  // namespace noiseloom
