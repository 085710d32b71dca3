#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QFocusFrame>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPainter>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSlider>
#include <QStyleOption>
#include <QTabBar>
#include <QTest>
#include <QWindow>
#include <cmath>

#include "tests/ui/window_fixture.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/scenario_panel.h"
#include "ui/plots/line/chart_series_style.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/plots/panel/quiet_tabs.h"
#include "ui/settings/appearance_keeper.h"
#include "ui/settings/preferences.h"
#include "ui/style/look.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

QApplication& application() {
  return *static_cast<QApplication*>(QCoreApplication::instance());
}

class AppearanceInUse : public WindowTest {
 protected:
  void TearDown() override {
    setPresenting(false);
    WindowTest::TearDown();
    preferences().resetAll();
    applyAppearance(application(), Appearance::Light, false);
  }
  QAction& presenter() { return *window->findChild<QAction*>(QStringLiteral("presenterMode")); }
};

TEST_F(AppearanceInUse, SystemFollowsTheDesktopWhileRunning) {
  bool desktopIsDark = false;
  AppearanceKeeper keeper(application(), [&] { return desktopIsDark; });
  EXPECT_FALSE(isDark(QApplication::palette()));
  const auto desktopChanges = [&] {
    QEvent change(QEvent::ThemeChange);
    QCoreApplication::sendEvent(window->windowHandle(), &change);
    QTest::qWait(50);
  };
  desktopIsDark = true;
  desktopChanges();
  EXPECT_TRUE(isDark(QApplication::palette()));
  EXPECT_TRUE(waitFor([this] { return isDark(window->palette()); }));
  preferences().appearance.set(Appearance::Light);
  EXPECT_FALSE(isDark(QApplication::palette()));
  desktopIsDark = false;
  desktopChanges();
  desktopIsDark = true;
  desktopChanges();
  EXPECT_FALSE(isDark(QApplication::palette()));  // chosen: the desktop does not matter
  preferences().appearance.set(Appearance::System);
  EXPECT_TRUE(isDark(QApplication::palette()));
}

TEST_F(AppearanceInUse, TheCommandLineWinsUntilSomebodyChooses) {
  preferences().appearance.set(Appearance::Light);
  AppearanceKeeper keeper(application(), [] { return false; });
  Appearance announced = Appearance::System;
  QObject::connect(&keeper, &AppearanceKeeper::appearanceChanged,
                   [&](Appearance appearance) { announced = appearance; });
  keeper.override(Appearance::Dark);
  EXPECT_TRUE(isDark(QApplication::palette()));
  EXPECT_EQ(preferences().appearance.get(), Appearance::Light);
  preferences().autosaveSeconds.set(30);
  EXPECT_TRUE(isDark(QApplication::palette()));
  preferences().appearance.set(Appearance::HighContrastLight);
  EXPECT_EQ(announced, Appearance::HighContrastLight);
  EXPECT_TRUE(themeOf(QApplication::palette()).highContrast);
}

TEST_F(AppearanceInUse, PresenterModeShowsOnePlotWithoutInputs) {
  auto& inputs = *window->findChild<QAction*>(QStringLiteral("showInputs"));
  for (const QSize size : {QSize(1366, 740), QSize(1024, 640)}) {
    window->resize(size);
    presenter().trigger();
    ASSERT_TRUE(presenting());
    QTest::qWait(30);
    EXPECT_FALSE(window->scenarioPanel().isVisible());
    ASSERT_TRUE(window->plots().maximized());
    EXPECT_EQ(window->plots().maximized(), window->plots().hero());
    EXPECT_GT(window->plots().maximized()->width(), window->width() * 9 / 10);
    EXPECT_GT(window->plots().maximized()->height(), window->height() * 4 / 10);
    auto* scroll = window->findChild<QScrollArea*>(QStringLiteral("plotsScroll"));
    EXPECT_EQ(scroll->horizontalScrollBar()->maximum(), 0);
    EXPECT_EQ(scroll->verticalScrollBar()->maximum(), 0);
    inputs.trigger();
    EXPECT_TRUE(window->scenarioPanel().isVisible());
    inputs.trigger();
    EXPECT_FALSE(window->scenarioPanel().isVisible());
    presenter().trigger();
    ASSERT_FALSE(presenting());
    EXPECT_TRUE(window->scenarioPanel().isVisible());
    EXPECT_FALSE(window->plots().maximized());
  }
}

TEST_F(AppearanceInUse, LinksFollow) {
  AppearanceKeeper keeper(application(), [] { return false; });
  auto* hint = window->findChild<QLabel*>(QStringLiteral("lessonHint"));
  for (const Appearance appearance : {Appearance::Dark, Appearance::HighContrastLight, Appearance::Light}) {
    keeper.override(appearance);
    QTest::qWait(10);
    const QImage image = hint->grab().toImage();
    const QColor link = themeOf(window->palette()).accent;
    bool drawn = false;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) drawn = drawn || image.pixelColor(x, y) == link;
    }
    EXPECT_TRUE(drawn) << static_cast<int>(appearance);
  }
}

TEST_F(AppearanceInUse, HighContrastMarksWhatHasTheKeyboard) {
  window->activateWindow();
  AppearanceKeeper keeper(application(), [] { return false; });
  QSlider& slider = number(Field::Epsilon).slider();
  slider.setFocus();
  EXPECT_FALSE(window->findChild<QFocusFrame*>());
  keeper.override(Appearance::HighContrastDark);
  auto* mark = window->findChild<QFocusFrame*>();
  ASSERT_TRUE(mark);
  EXPECT_EQ(mark->widget(), &slider);
  QTest::keyClick(&slider, Qt::Key_Tab);
  EXPECT_EQ(mark->widget(), QApplication::focusWidget());
  EXPECT_NE(mark->widget(), &slider);
  QTest::qWait(20);
  EXPECT_TRUE(mark->isVisible());
  const QImage image = window->grab().toImage();
  const QPoint edge = mark->mapTo(window.get(), QPoint(1, mark->height() / 2));
  EXPECT_EQ(image.pixelColor(edge * image.devicePixelRatio()), themeOf(window->palette()).accent);
  // Nothing that stands close hides a side of it.
  window->findChild<LinePlot*>(QStringLiteral("stepErrorPlot"))->setFocus();
  QTest::qWait(20);
  mark = window->findChild<QFocusFrame*>();
  ASSERT_TRUE(mark && mark->widget() == QApplication::focusWidget());
  EXPECT_EQ(mark->visibleRegion().boundingRect(), mark->rect());
  // The tabs of the plots mark the one that has it: no frame around all.
  const QList<QuietTabs*> tabs = window->findChildren<QuietTabs*>();
  const auto shown = std::ranges::find_if(tabs, [](const QuietTabs* each) { return each->isVisible(); });
  ASSERT_NE(shown, tabs.end());
  (*shown)->setFocus();
  ASSERT_EQ(QApplication::focusWidget(), *shown);
  EXPECT_FALSE(mark->isVisible());
  keeper.override(Appearance::Light);
  QTest::qWait(10);
  EXPECT_FALSE(window->findChild<QFocusFrame*>());
}

TEST_F(AppearanceInUse, TheMenuBarMarksItsCurrentMenuAndHasNoFrameAroundAll) {
  window->activateWindow();
  AppearanceKeeper keeper(application(), [] { return false; });
  keeper.override(Appearance::HighContrastLight);
  QMenuBar& bar = *window->menuBar();
  QTest::qWait(20);
  const QImage before = bar.grab().toImage();
  bar.setFocus();
  auto* mark = window->findChild<QFocusFrame*>();
  ASSERT_TRUE(mark);
  EXPECT_NE(mark->widget(), &bar);
  const auto marked = [&](const QImage& image, QAction* menu) {
    const QRect place = bar.actionGeometry(menu);
    return image.pixelColor((QPointF(place.center().x(), place.top()) * image.devicePixelRatio()).toPoint()) ==
           themeOf(bar.palette()).accent;
  };
  QAction* menu = bar.actions().at(1);
  QStyleOptionMenuItem item;
  item.initFrom(&bar);
  item.text = menu->text();
  item.rect = bar.actionGeometry(menu);
  item.state = QStyle::State_Enabled | QStyle::State_Active | QStyle::State_Selected;
  QImage drawn = before;
  {
    QPainter painter(&drawn);
    bar.style()->drawControl(QStyle::CE_MenuBarItem, &item, &painter, &bar);
  }
  EXPECT_FALSE(marked(before, menu));
  EXPECT_TRUE(marked(drawn, menu));
}

TEST_F(AppearanceInUse, HighContrastMarksTheChosenTab) {
  AppearanceKeeper keeper(application(), [] { return false; });
  keeper.override(Appearance::HighContrastDark);
  QTabBar tabs;
  for (const char* name : {"one", "two", "three"}) tabs.addTab(QLatin1String(name));
  tabs.setCurrentIndex(1);
  tabs.show();
  QTest::qWait(20);
  const QImage image = tabs.grab().toImage();
  for (const int tab : {0, 1, 2}) {
    const QRect place = tabs.tabRect(tab);
    const QPointF edge(place.center().x(), place.bottom() - 1);
    EXPECT_EQ(image.pixelColor((edge * image.devicePixelRatio()).toPoint()) == themeOf(tabs.palette()).accent,
              tab == 1);
  }
}

TEST_F(AppearanceInUse, BoxesOfRowsStandApart) {
  QListWidget list;
  for (const char* name : {"one", "two"}) (new QListWidgetItem(QLatin1String(name), &list))->setCheckState(Qt::Checked);
  list.show();
  const int box = list.style()->pixelMetric(QStyle::PM_IndicatorHeight, nullptr, &list);
  EXPECT_GE(list.visualItemRect(list.item(0)).height(), box + kHalfGrid);
}

TEST_F(AppearanceInUse, DialogsAreNoLargerThanTheScreen) {
  const QSize screen = window->screen()->availableSize();
  QDialog dialog;
  auto* inside = new QWidget;
  inside->setMinimumSize(2 * screen.width(), 100);
  (new QVBoxLayout(&dialog))->addWidget(inside);
  dialog.resize(screen.width() / 2, 3 * screen.height());
  dialog.show();
  EXPECT_LE(dialog.width(), screen.width());
  EXPECT_LT(dialog.height(), screen.height()) << "there is a title bar as well";
}

// A widget that fills a scrolled area from side to side has a frame with four sides.
TEST_F(AppearanceInUse, TheMarkOfTheFocusIsNotCutBesides) {
  AppearanceKeeper keeper(application(), [] { return false; });
  keeper.override(Appearance::HighContrastLight);
  QScrollArea area;
  area.setFrameShape(QFrame::NoFrame);
  area.setWidgetResizable(true);
  auto* form = new QWidget;
  auto* column = new QVBoxLayout(form);
  column->setContentsMargins(0, 20, 0, 20);
  auto* card = new QCheckBox(QStringLiteral("as wide as all"));
  card->setMinimumHeight(60);
  column->addWidget(card);
  column->addStretch(1);
  area.setWidget(form);
  area.resize(300, 200);
  area.show();
  area.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&area, 120'000));
  card->setFocus();
  QTest::qWait(20);
  ASSERT_TRUE(area.findChild<QFocusFrame*>());
  const QImage image = area.grab().toImage();
  const double ratio = image.devicePixelRatio();
  const QColor accent = themeOf(area.palette()).accent;
  const auto colorAt = [&](double x, double y) { return image.pixelColor((QPointF(x, y) * ratio).toPoint()); };
  EXPECT_EQ(colorAt(1, 50), accent);
  EXPECT_EQ(colorAt(area.viewport()->width() - 2, 50), accent);
  EXPECT_EQ(colorAt(150, card->y() - 1), accent);
}

TEST_F(AppearanceInUse, HighContrastOutlinesWhatCanBeChanged) {
  AppearanceKeeper keeper(application(), [] { return false; });
  const auto edgeOf = [](QWidget& widget) {
    QTest::qWait(20);
    const QImage image = widget.grab().toImage();
    const double ratio = image.devicePixelRatio();
    return image.pixelColor(0, static_cast<int>(widget.height() * ratio / 2));
  };
  QWidget& combo = window->scenarioPanel().choiceField(Field::Adjacency)->combo();
  for (const Appearance appearance : {Appearance::HighContrastLight, Appearance::HighContrastDark}) {
    keeper.override(appearance);
    const Theme& theme = themeOf(QApplication::palette());
    // Widgets hear of it by an event.
    ASSERT_TRUE(waitFor([&] { return &themeOf(combo.palette()) == &theme; }));
    EXPECT_EQ(edgeOf(number(Field::Delta).edit()), theme.border);
    EXPECT_EQ(edgeOf(combo), theme.border);
    // The groove of a slider to the right of its handle.
    QSlider& slider = number(Field::Tau).slider();
    slider.setValue(slider.minimum());
    slider.resize(100, 20);
    const QImage image = slider.grab().toImage();
    int outlined = 0;
    for (int y = 0; y < image.height(); ++y) outlined += image.pixelColor(image.width() * 3 / 4, y) == theme.border;
    EXPECT_GE(outlined, 2);
  }
  keeper.override(Appearance::Light);
  ASSERT_TRUE(waitFor([&] { return !themeOf(combo.palette()).highContrast; }));
  EXPECT_NE(edgeOf(combo), QColor(Qt::black));
}

TEST_F(AppearanceInUse, FieldsOfTheDarkThemeHaveAnOutlineThatCanBeSeen) {
  AppearanceKeeper keeper(application(), [] { return false; });
  keeper.override(Appearance::Dark);
  QLineEdit& edit = number(Field::Delta).edit();
  ASSERT_TRUE(waitFor([&] { return themeOf(edit.palette()).dark; }));
  QTest::qWait(20);
  const QImage image = edit.grab().toImage();
  const auto luminance = [](const QColor& color) {
    const auto linear = [](double part) {
      return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
  };
  const double edge = luminance(image.pixelColor(0, image.height() / 2));
  const double window = luminance(QApplication::palette().color(QPalette::Window));
  EXPECT_GE((edge + 0.05) / (window + 0.05), 2.9);
}

/// Sizes of all type in a window, by widget.
std::map<const QWidget*, double> typeSizes(const QWidget& window) {
  std::map<const QWidget*, double> sizes;
  for (const QWidget* widget : window.findChildren<QWidget*>()) sizes[widget] = widget->font().pointSizeF();
  return sizes;
}

TEST_F(AppearanceInUse, PresenterModeEnlargesAllTypeAndLinesAndGoesBack) {
  window->resize(1366, 740);
  QTest::qWait(20);
  const auto before = typeSizes(*window);
  const double line = solidPen(Qt::black).widthF();
  const int width = window->scenarioPanel().minimumWidth();
  presenter().trigger();
  QTest::qWait(20);
  EXPECT_TRUE(presenting());
  for (const auto& [widget, size] : typeSizes(*window)) {
    if (!before.contains(widget)) continue;
    EXPECT_NEAR(size, kPresenterType * before.at(widget), 0.02)
        << widget->metaObject()->className() << " " << widget->objectName().toStdString();
  }
  EXPECT_GT(solidPen(Qt::black).widthF(), 1.5 * line);
  EXPECT_GT(window->scenarioPanel().minimumWidth(), width);
  presenter().trigger();
  QTest::qWait(20);
  for (const auto& [widget, size] : typeSizes(*window)) {
    if (!before.contains(widget)) continue;
    EXPECT_NEAR(size, before.at(widget), 0.02)
        << widget->metaObject()->className() << " " << widget->objectName().toStdString();
  }
  EXPECT_EQ(solidPen(Qt::black).widthF(), line);
  EXPECT_EQ(window->scenarioPanel().minimumWidth(), width);
}

class PresenterSize : public AppearanceInUse, public testing::WithParamInterface<QSize> {};

TEST_P(PresenterSize, NothingIsClipped) {
  presenter().trigger();
  window->resize(GetParam());
  // Labels that elide say the rest in a tool tip.
  const auto clipped = [this] {
    QStringList texts;
    for (const QLabel* label : window->findChildren<QLabel*>()) {
      if (!label->isVisible() || label->text().isEmpty() ||
          label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored)
        continue;
      const int needed = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
      if (label->height() < needed || (!label->wordWrap() && label->width() < label->sizeHint().width()))
        texts += label->text();
    }
    return texts;
  };
  // Fonts and layouts are on their way for some turns of the event loop.
  EXPECT_TRUE(waitFor([&] { return clipped().isEmpty(); })) << clipped().join(QLatin1Char('\n')).toStdString();
  EXPECT_LE(window->minimumSizeHint().width(), GetParam().width());
  EXPECT_LE(window->minimumSizeHint().height(), GetParam().height());
  EXPECT_LE(window->scenarioPanel().widget()->width(), window->scenarioPanel().viewport()->width());
  for (const QLineEdit* edit : window->scenarioPanel().findChildren<QLineEdit*>()) {
    if (!edit->isVisible()) continue;
    EXPECT_GE(edit->height(), edit->fontMetrics().height());
  }
}

INSTANTIATE_TEST_SUITE_P(Screens, PresenterSize, testing::Values(QSize(1366, 740), QSize(1920, 1052)));

}  // namespace
}  // namespace noiseloom
