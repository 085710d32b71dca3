#include "ui/plots/panel/plot_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QEnterEvent>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/help/help_window.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/quiet_button.h"
#include "ui/plots/panel/read_out.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/plots/table/table_model.h"
#include "ui/plots/table/table_panel.h"
#include "ui/style/elided_label.h"
#include "ui/style/icons.h"
#include "ui/style/look.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Delay of tables and spoken summaries, which need not follow every step of a slider.
constexpr int kFollowMilliseconds = 200;
/// Longer titles are elided if space is short.
constexpr int kWidestTitle = 150;
constexpr int kNarrowTitle = 84;

/// The displayed one of several items.
template <class Item>
std::optional<Item> onShow(std::vector<Item> all, int current) {
  if (all.empty()) return std::nullopt;
  const auto shown = static_cast<std::size_t>(std::max(0, current));
  return std::move(all[shown < all.size() ? shown : 0]);
}

QToolButton* dressed(QToolButton* button, const QString& objectName, const QString& icon, const QString& what) {
  button->setObjectName(objectName);
  button->setAutoRaise(true);
  button->setIcon(symbolicIcon(icon));
  button->setToolTip(what);
  button->setAccessibleName(what);
  return button;
}

}  // namespace

PlotPanel::PlotPanel(const QString& title, const QString& hint, QWidget* parent)
    : QFrame(parent), m_hint(hint), m_stack(new QStackedWidget), m_tables(new TablePanel) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  setFrameShape(QFrame::NoFrame);

  m_title = named<ElidedLabel>("panelTitle", title);
  m_title->setFont(scaledFont(font(), 1.0, QFont::DemiBold));
  m_title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  m_stale = named<QLabel>("staleLabel");
  nameStale();
  for (const auto signal : {&FramePacer::began, &FramePacer::rested})
    connect(&FramePacer::instance(), signal, this, &PlotPanel::nameStale);
  m_stale->hide();
  m_table = quietButton(QStringLiteral("tableButton"), QStringLiteral("table"),
                        tr("Show the numbers behind the plot as a table"));
  m_table->setCheckable(true);
  m_table->hide();
  connect(m_table, &QToolButton::toggled, this, &PlotPanel::showTable);
  m_hero = quietButton(QStringLiteral("heroButton"), QStringLiteral("hero"), tr("Make this the large plot"));
  m_hero->hide();
  connect(m_hero, &QToolButton::clicked, this, &PlotPanel::heroWanted);
  m_maximize = quietButton(QStringLiteral("maximizeButton"), QStringLiteral("maximize"),
                           tr("Fill the window with this plot, or show all plots"));
  connect(m_maximize, &QToolButton::clicked, this, &PlotPanel::maximizeToggled);
  m_help = quietButton(QStringLiteral("panelHelp"), QStringLiteral("help"), tr("What is this?"));
  connect(m_help, &QToolButton::clicked, this, [this] { explain(this); });

  m_header = newLayout<QHBoxLayout>({}, kHalfGrid);
  m_header->addWidget(m_title, 1);
  m_header->addWidget(m_stale);
  m_header->addSpacing(kHalfGrid);
  m_header->addWidget(m_table);
  m_header->addWidget(m_help);
  m_header->addWidget(m_hero);
  m_header->addWidget(m_maximize);

  m_readOut = named<ReadOut>("readOut");
  m_readOut->setFont(tabularFigures(scaledFont(font(), 0.92)));

  m_layout = new QVBoxLayout(this);
  m_layout->setSpacing(kHalfGrid);
  m_layout->addLayout(m_header);
  m_layout->addWidget(m_stack, 1);
  m_layout->addWidget(m_readOut);
  m_stack->addWidget(m_tables);

  m_follow.setSingleShot(true);
  m_follow.setInterval(kFollowMilliseconds);
  connect(&m_follow, &QTimer::timeout, this, &PlotPanel::followContent);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { followFocus(now); });
  setTitle(title);
  m_readOut->reserve(hint);
  setReadOut(hint);
  arrange();
  applyTheme();
}

// A child that has the focus gives it up when it is destroyed, after this panel.
PlotPanel::~PlotPanel() {
  disconnect(qApp, nullptr, this, nullptr);
}

void PlotPanel::setTitle(const QString& title) {
  if (m_title->text() != title || m_readOut->accessibleName().isEmpty()) {
    m_title->setText(title);
    reserveTitle();
    m_table->setAccessibleName(tr("Table behind %1").arg(title));
    m_hero->setAccessibleName(tr("Make %1 the large plot").arg(title));
    m_maximize->setAccessibleName(tr("Maximise %1").arg(title));
    m_help->setAccessibleName(tr("Help about %1").arg(title));
    setReadOut(m_readOut->text());
  }
  contentChanged();
}

/// Gives the full title precedence over the tools.
void PlotPanel::reserveTitle() {
  // Small windows use the short form, if there is one.
  const auto* title = dynamic_cast<const ElidedLabel*>(m_title);
  const bool brief = isTight() && title && !title->brief().isEmpty();
  const int text = m_title->fontMetrics().horizontalAdvance(brief ? title->brief() : m_title->text()) + 2;
  m_title->setMinimumWidth(std::min(text, widthIn(m_title->font(), isTight() ? kNarrowTitle : kWidestTitle)));
}

void PlotPanel::setCompact(bool compact) {
  if (compact == m_isCompact) return;
  m_isCompact = compact;
  arrange();
}

void PlotPanel::setSmall(bool isSmall) {
  if (isSmall == m_isSmall) return;
  m_isSmall = isSmall;
  arrange();
}

void PlotPanel::arrange() {
  m_help->setVisible(!presenting() && !isTight());
  m_hero->setVisible(m_isSmall && !isLeast() && !presenting());
  m_maximize->setVisible(!isLeast());
  for (QWidget* tool : m_minor) tool->setVisible(!isLeast());
  for (QWidget* tool : m_roomy) tool->setVisible(!isTight());
  QSizePolicy place = m_table->sizePolicy();
  place.setRetainSizeWhenHidden(!isLeast());  // the tools beside it stay in place
  m_table->setSizePolicy(place);
  if (isLeast()) m_table->hide();
  const int side = isTight() ? kGrid : kGrid + kHalfGrid;
  m_layout->setContentsMargins(side, m_isSmall ? kHalfGrid : kGrid, kGrid, kHalfGrid);
  m_layout->removeWidget(m_readOut);
  if (!m_isSmall) m_layout->addWidget(m_readOut);
  m_readOut->setAutoFillBackground(m_isSmall);
  m_readOut->setAttribute(Qt::WA_TransparentForMouseEvents, m_isSmall);
  m_readOut->setBackgroundRole(QPalette::Base);
  placeReadOut();
  reserveTitle();
  // A hidden panel is not laid out again, and would request its old width.
  m_header->invalidate();
  m_layout->invalidate();
}

/// Over the lower end of a small panel.
void PlotPanel::placeReadOut() {
  showChrome();
  // A second line would cover the labels of the axis, which a value that is read may do and a hint may not.
  m_readOut->keepToOneLine(m_isSmall && showsHelp());
  if (!m_isSmall) return;
  const QMargins margins = m_layout->contentsMargins();
  const int height = m_readOut->sizeHint().height() + kHalfGrid;
  m_readOut->setGeometry(margins.left(), this->height() - height - margins.bottom(),
                         width() - margins.left() - margins.right(), height);
  m_readOut->raise();
}

void PlotPanel::showChrome() {
  const bool active = m_hovered || m_focused;
  if (active != m_drawsTools) {
    m_drawsTools = active;
    for (QuietButton* tool : findChildren<QuietButton*>()) tool->setQuiet(!active);
  }
  m_readOut->setVisible(!showsTable() && (!m_isSmall || active || !showsHelp()));
}

bool PlotPanel::showsHelp() const {
  return m_hintKind == Hint::Help && m_readOut->text() == m_hint;
}

void PlotPanel::followFocus(const QWidget* focused) {
  const bool inside = focused && isAncestorOf(focused);
  if (inside == m_focused) return;
  m_focused = inside;
  showChrome();
}

void PlotPanel::enterEvent(QEnterEvent* event) {
  QFrame::enterEvent(event);
  m_hovered = true;
  showChrome();
}

void PlotPanel::leaveEvent(QEvent* event) {
  QFrame::leaveEvent(event);
  m_hovered = false;
  showChrome();
}

void PlotPanel::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  placeReadOut();
}

QString PlotPanel::title() const {
  return m_title->text();
}

QString PlotPanel::readOutText() const {
  return m_readOut->text();
}

void PlotPanel::setReadOut(const QString& text) {
  m_readOut->setText(text);
  m_readOut->setAccessibleName(tr("Read-out of %1: %2").arg(m_title->text(), text));
  placeReadOut();
}

void PlotPanel::nameStale() {
  const bool waits = FramePacer::instance().moving();
  m_stale->setText(waits ? tr("Waits") : tr("Stale"));
  m_stale->setAccessibleName(waits ? tr("The plot is of where the slider was; it is drawn anew when the slider rests")
                                   : tr("The plot belongs to an earlier scenario"));
  m_stale->setToolTip(m_stale->accessibleName());
}

void PlotPanel::setStale(bool stale) {
  m_isStale = stale;
  m_stale->setVisible(stale);
  contentChanged();
}

QToolButton* PlotPanel::toolButton(const QString& objectName, const QString& icon, const QString& what) {
  return dressed(new QToolButton, objectName, icon, what);
}

QToolButton* PlotPanel::quietButton(const QString& objectName, const QString& icon, const QString& what) {
  return dressed(new QuietButton, objectName, icon, what);
}

QToolButton* PlotPanel::addButton(QBoxLayout& row, const char* objectName, const char* icon, const QString& what,
                                  const std::function<void()>& clicked) {
  QToolButton* button = toolButton(QString::fromLatin1(objectName), QString::fromLatin1(icon), what);
  connect(button, &QToolButton::clicked, this, clicked);
  row.addWidget(button);
  return button;
}

void PlotPanel::addTool(QWidget* tool) {
  m_header->insertWidget(m_header->count() - m_fixedTools, tool);
}

void PlotPanel::addLastTool(QWidget* tool) {
  m_header->insertWidget(m_header->count() - 4, tool);
  ++m_fixedTools;
}

SegmentedButtons* PlotPanel::addChoice(const QString& objectName, const QString& key, const QString& name,
                                       const std::vector<Option>& options) {
  QStringList ids, labels;
  for (const Option& option : options) {
    ids += option.id;
    labels += option.label;
  }
  auto* buttons = new SegmentedButtons(name, labels);
  buttons->setObjectName(objectName);
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (!options[i].tip.isEmpty()) buttons->setSegmentToolTip(static_cast<int>(i), options[i].tip);
  }
  if (!key.isEmpty()) m_choices.push_back({key, ids, buttons});
  addTool(buttons);
  return buttons;
}

QJsonObject PlotPanel::viewState() const {
  QJsonObject state;
  for (const Choice& choice : m_choices) state[choice.key] = choice.ids.at(choice.buttons->current());
  return state;
}

void PlotPanel::restoreView(const QJsonObject& state) {
  for (const Choice& choice : m_choices) {
    // Sessions of earlier versions store some choices by index.
    const QJsonValue chosen = state[choice.key];
    choice.buttons->setCurrent(chosen.isDouble() ? chosen.toInt(-1)
                                                 : static_cast<int>(choice.ids.indexOf(chosen.toString())));
  }
}

void PlotPanel::setBody(QWidget* body) {
  m_stack->insertWidget(0, body);
  m_stack->setCurrentIndex(0);
  m_plots = body->findChildren<LinePlot*>();
  if (auto* plot = qobject_cast<LinePlot*>(body)) m_plots += plot;
  for (LinePlot* plot : std::as_const(m_plots)) {
    connect(plot, &LinePlot::modelChanged, this, &PlotPanel::contentChanged);
    connect(plot, &LinePlot::menuRequested, this, [this](QMenu* menu) {
      menu->addSeparator();
      addTo(*menu);
    });
  }
}

bool PlotPanel::isOnScreen() const {
  return std::ranges::all_of(m_plots, [](const LinePlot* plot) { return !plot->isVisible() || plot->isPainted(); });
}

void PlotPanel::contentChanged() {
  if (!m_follow.isActive()) m_follow.start();
}

void PlotPanel::followContent() {
  if (const QString spoken = summary(); spoken != accessibleDescription()) setAccessibleDescription(spoken);
  if (!showsTable()) {
    if (m_table->isHidden()) m_table->setVisible(!isLeast() && hasTables());
    return;
  }
  std::vector<DataTable> all = tables();
  m_table->setVisible(!isLeast() && !all.empty());
  if (all.empty()) {
    showTable(false);
    return;
  }
  m_tables->setTables(std::move(all));
  // The user's choice of table stays until the plot shows another picture.
  if (m_picture != currentPicture()) m_tables->setCurrent(m_picture = currentPicture());
}

void PlotPanel::showTable(bool table) {
  std::vector<DataTable> all;
  if (table) all = tables();
  const bool shown = !all.empty();
  if (shown) {
    m_tables->setTables(std::move(all));
    if (!showsTable()) m_tables->setCurrent(m_picture = currentPicture());
  }
  const bool hadFocus = m_stack->currentWidget() && m_stack->currentWidget()->isAncestorOf(window()->focusWidget());
  m_stack->setCurrentIndex(shown ? m_stack->count() - 1 : 0);
  if (hadFocus) m_table->setFocus();
  if (m_table->isChecked() != shown) m_table->setChecked(shown);
  showChrome();
}

bool PlotPanel::showsTable() const {
  return m_stack->count() > 1 && m_stack->currentWidget() == m_tables;
}

void PlotPanel::copyPicture() {
  const std::optional<Picture> picture = onShow(pictures(), currentPicture());
  if (!picture || !m_pictureActions.copy) return;
  PictureStyle style;
  // Twice the screen resolution, for slides and paper.
  style.scale = 2;
  style.pixels = m_stack->size().expandedTo({320, 200}) * 2;
  style.dark = isDark(palette());
  m_pictureActions.copy(*picture, style, [this] { emit pictureCopied(); });
}

void PlotPanel::savePicture() {
  const std::optional<Picture> picture = onShow(pictures(), currentPicture());
  if (picture && m_pictureActions.save) m_pictureActions.save(*picture);
}

void PlotPanel::copyData() {
  const std::optional<DataTable> table = onShow(tables(), currentPicture());
  if (!table) return;
  QString text = tabSeparated(*table);
  QString mark = m_mark ? m_mark() : QString();
  if (mark.isEmpty() && !isCurrent()) mark = tr("stale: these numbers belong to an earlier scenario");
  // The same warning as on pictures; the numbers stay where a spreadsheet expects them.
  if (!mark.isEmpty()) text += tr("Not to be relied on: %1").arg(mark) + QLatin1Char('\n');
  QApplication::clipboard()->setText(text);
}

void PlotPanel::addTo(QMenu& menu) {
  const auto add = [this, &menu](const QString& name, const QString& icon, const QString& text, auto&& what) {
    QAction* action = menu.addAction(symbolicIcon(icon), text);
    action->setObjectName(name);
    connect(action, &QAction::triggered, this, std::forward<decltype(what)>(what));
    return action;
  };
  add(QStringLiteral("copyPicture"), QStringLiteral("picture"), tr("Copy picture"), [this] { copyPicture(); });
  add(QStringLiteral("savePicture"), QStringLiteral("export-plots"), tr("Save picture …"), [this] { savePicture(); });
  QAction* data = add(QStringLiteral("copyData"), QStringLiteral("copy"), tr("Copy data"), [this] { copyData(); });
  data->setEnabled(hasTables());
  QAction* table = add(QStringLiteral("showTable"), QStringLiteral("table"), tr("Show as table"),
                       [this] { showTable(!showsTable()); });
  table->setCheckable(true);
  table->setChecked(showsTable());
  table->setEnabled(hasTables());
  menu.addSeparator();
  add(QStringLiteral("resetPlotView"), QStringLiteral("reset-view"), tr("Reset view"), [this] { resetView(); });
  if (m_isSmall)
    add(QStringLiteral("makeHero"), QStringLiteral("hero"), tr("Make this the large plot"),
        [this] { emit heroWanted(); });
  add(QStringLiteral("fillWindow"), QStringLiteral("maximize"), tr("Fill the window"),
      [this] { emit maximizeToggled(); });
}

void PlotPanel::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  addTo(menu);
  menu.exec(event->globalPos());
  event->accept();
}

void PlotPanel::setHint(const QString& hint, Hint kind) {
  if (hint == m_hint && kind == m_hintKind) return;
  const bool shown = m_readOut->text() == m_hint;
  m_hint = hint;
  m_hintKind = kind;
  m_readOut->reserve(hint);
  if (shown) setReadOut(hint);
}

void PlotPanel::showReadOut(const QString& text) {
  const QString shown = text.isEmpty() ? m_hint : text;
  if (shown != m_readOut->text()) setReadOut(shown);
}

void PlotPanel::showReadOutOr(const QString& text, const QString& brief) {
  showReadOut(m_readOut->fits(text) ? text : brief);
}

void PlotPanel::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->position().y() <= m_title->geometry().bottom() + kHalfGrid) emit maximizeToggled();
}

void PlotPanel::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyTheme();
  // Large type leaves no space in the header for actions that menu and keyboard offer too.
  // The new font is still propagating through the children.
  if (event->type() == QEvent::FontChange && m_help)
    QMetaObject::invokeMethod(
        m_help, [this] { arrange(); }, Qt::QueuedConnection);
}

void PlotPanel::applyTheme() {
  const Theme& theme = themeOf(palette());
  const auto color = [](QLabel* label, const QColor& text) {
    // On a Base background, labels would otherwise use the Text role.
    label->setForegroundRole(QPalette::WindowText);
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, text);
    label->setPalette(palette);
  };
  if (m_readOut) color(m_readOut, theme.mutedText);
  if (m_stale) color(m_stale, theme.stale);
}

}  // namespace noiseloom
