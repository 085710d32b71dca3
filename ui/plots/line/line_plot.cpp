#include "ui/plots/line/line_plot.h"

#include <QBackingStore>
#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QMenu>
#include <QPaintEngine>
#include <QPainter>
#include <algorithm>

#include "ui/jobs/frame_pacer.h"
#include "ui/plots/canvas/deferred_work.h"
#include "ui/plots/canvas/point_tip.h"
#include "ui/plots/line/chart_text.h"
#include "ui/style/fitting_font.h"
#include "ui/style/icons.h"
#include "ui/style/look.h"
#include "ui/style/on_change.h"

namespace noiseloom {
namespace {

constexpr int kDwellMilliseconds = 600;
constexpr std::size_t kMostViews = 16;
/// Share of the plot's width for an axis title inside it.
constexpr double kInsideTitle = 0.4;

/// The identity of a chart in views: another name or other units make another chart.
QString identityOf(const ChartModel& model) {
  return QStringList{model.name, model.x.title, model.y.title}.join(QLatin1Char('\n'));
}

}  // namespace

LinePlot::LinePlot(QWidget* parent) : QAbstractScrollArea(parent), m_picture(*viewport(), m_chart) {
  // The picture fills it.
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  setBackgroundRole(QPalette::Base);
  setFocusPolicy(Qt::StrongFocus);
  // The legend's minimum.
  setMinimumSize(280, 112);
  setAccessibleName(tr("Chart"));
  m_dwell.setSingleShot(true);
  m_dwell.setInterval(kDwellMilliseconds);
  connect(&m_dwell, &QTimer::timeout, this, [this] {
    m_stayed = true;
    viewport()->update();
  });
  // Axes held steady fit the data again.
  connect(&FramePacer::instance(), &FramePacer::rested, this, [this] {
    if (!m_chart.moving() || m_waiting) return;
    m_chart.setModel(m_model, m_chart.viewState());
    m_picture.outdate();
    findMark();
    viewport()->update();
  });
  applyTheme();
  onChange(*this, {QEvent::FontChange, QEvent::PaletteChange}, [this] { applyTheme(); });
}

void LinePlot::setModel(ChartModel model) {
  m_waiting = std::make_shared<const ChartModel>(std::move(model));
  if ((m_current || m_drag) && isVisible()) {
    // A reading in progress is updated at once.
    catchUp();
  } else {
    catchUpSoon();
  }
  emit modelChanged();
}

void LinePlot::catchUpSoon() {
  if (!isVisible()) return;
  defer(*this, [this] {
    if (isVisible()) catchUp();
  });
}

void LinePlot::catchUp() {
  layOut();
  draw();
}

const LineChart& LinePlot::lineChart() {
  catchUp();
  return m_chart;
}

void LinePlot::layOut() {
  if (!std::exchange(m_layoutPending, false)) return;
  m_chart.resize(viewport()->size());
  m_picture.outdate();
}

void LinePlot::draw() {
  if (!m_waiting) return;
  const std::shared_ptr<const ChartModel> next = std::exchange(m_waiting, nullptr);
  if (!m_identity.isEmpty() && *next == *m_model) return;
  ChartViewState view = m_chart.viewState();
  if (const QString name = identityOf(*next); name != m_identity) {
    m_views = allViews();
    if (m_views.size() > kMostViews) m_views.erase(m_views.begin());
    const auto known = m_views.find(name);
    view = known == m_views.end() ? ChartViewState() : known->second;
    m_identity = name;
  }
  m_model = next;
  m_chart.setModel(m_model, view, FramePacer::instance().moving());
  m_picture.outdate();
  findMark();
  readAnew();
  viewport()->update();
  emit drawn();
}

void LinePlot::setView(const ChartViewState& view) {
  if (view == m_chart.viewState()) return;
  m_chart.setViewState(view);
  m_picture.outdate();
  findMark();
  viewport()->update();
  emit viewChanged();
}

void LinePlot::resetView() {
  ChartViewState view = m_chart.viewState();
  for (AxisViewState* axis : {&view.x, &view.y}) {
    axis->range.reset();
    axis->exact = false;
  }
  setView(view);
  readAnew();
}

void LinePlot::zoomBy(double factor) {
  catchUp();
  if (!m_chart.isEmpty()) zoom(factor, m_chart.plotArea().center(), true, true);
}

void LinePlot::panBy(double across, double up) {
  catchUp();
  if (!m_chart.isEmpty()) pan(across, up);
}

std::pair<double, double> LinePlot::range(bool ofX) {
  catchUp();
  return (ofX ? m_chart.across() : m_chart.up()).values();
}

bool LinePlot::setRange(bool ofX, std::optional<std::pair<double, double>> range) {
  catchUp();
  if (range) {
    const AxisScale& scale = (ofX ? m_chart.across() : m_chart.up()).scale;
    const auto from = scale.position(range->first);
    const auto to = scale.position(range->second);
    if (!from || !to || !(*from < *to)) return false;
  }
  ChartViewState view = m_chart.viewState();
  AxisViewState& axis = ofX ? view.x : view.y;
  axis.range = range;
  axis.exact = range.has_value();
  setView(view);
  readAnew();
  return true;
}

std::map<QString, ChartViewState> LinePlot::allViews() const {
  std::map<QString, ChartViewState> views = m_views;
  if (!m_identity.isEmpty()) views[m_identity] = m_chart.viewState();
  return views;
}

QJsonObject LinePlot::viewState() const {
  QJsonArray charts;
  for (const auto& [identity, view] : allViews()) {
    if (view == ChartViewState()) continue;
    QJsonObject object = toJson(view);
    object[QStringLiteral("chart")] = identity;
    charts.append(object);
  }
  return {{QStringLiteral("charts"), charts}};
}

void LinePlot::restoreView(const QJsonObject& state) {
  m_views.clear();
  for (const QJsonValue value : state[QStringLiteral("charts")].toArray()) {
    const QString identity = value[QStringLiteral("chart")].toString();
    if (!identity.isEmpty()) m_views[identity] = chartViewState(value.toObject());
  }
  const auto now = m_views.find(m_identity);
  setView(now == m_views.end() ? ChartViewState() : now->second);
  readAnew();
}

void LinePlot::setSpans(AxisSpan x, AxisSpan y) {
  ChartViewState view = m_chart.viewState();
  // An axis that does not move keeps its typed limits.
  const auto show = [](AxisViewState& state, const AxisInView& axis, AxisSpan span) {
    if (span == axis.shown) return;
    state.range = axis.choice(span);
    if (!state.range && span.length() > axis.full.length())
      state.range = std::pair(axis.scale.value(span.from), axis.scale.value(span.to));
    state.exact = state.exact && state.range;
  };
  show(view.x, m_chart.across(), x);
  show(view.y, m_chart.up(), y);
  setView(view);
}

void LinePlot::zoom(double factor, QPointF pixel, bool across, bool up) {
  const QPointF at = m_chart.toPosition(pixel);
  const AxisInView& x = m_chart.across();
  const AxisInView& y = m_chart.up();
  setSpans(across ? x.zoomed(factor, at.x()) : x.shown, up ? y.zoomed(factor, at.y()) : y.shown);
}

void LinePlot::pan(double across, double up) {
  const AxisInView& x = m_chart.across();
  const AxisInView& y = m_chart.up();
  setSpans(x.moved(x.shown, across * x.shown.length()), y.moved(y.shown, up * y.shown.length()));
}

void LinePlot::setLog(bool ofX, bool log) {
  const ChartAxis& axis = ofX ? m_model->x : m_model->y;
  if (!axis.mayLog) return;
  ChartViewState view = m_chart.viewState();
  (ofX ? view.x : view.y).log = log == axis.log ? std::nullopt : std::optional(log);
  setView(view);
  readAnew();
}

void LinePlot::toggleSeries(const QString& key) {
  ChartViewState view = m_chart.viewState();
  if (view.hidden.erase(key) == 0) view.hidden.insert(key);
  setView(view);
  readAnew();
}

void LinePlot::applyTheme() {
  m_chart.setTheme(themeOf(palette()), font());
  m_picture.outdate();
  viewport()->update();
}

Picture LinePlot::picture() const {
  Picture picture =
      this->picture(model().name, model().title, [model = m_waiting ? m_waiting : m_model] { return *model; });
  picture.summary = summary();
  return picture;
}

Picture LinePlot::picture(const QString& name, const QString& title, std::function<ChartModel()> make) const {
  Picture picture;
  picture.name = name;
  picture.title = title;
  picture.paint = [make = std::move(make), views = allViews(), font = font()](QPainter& painter,
                                                                              const PictureStyle& style) {
    const auto model = std::make_shared<const ChartModel>(make());
    const auto known = views.find(identityOf(*model));
    const QRectF place = paintPictureTitle(painter, style, model->title, font).adjusted(kGrid, 0, 0, -kGrid);
    const OwnLineScale lines(style.line / kUsualLine);
    LineChart chart(LineChart::For::File);
    chart.setTheme(themeOf(paletteFor(style.dark)), style.typeOf(font));
    chart.resize(place.size());
    chart.setModel(model, known == views.end() ? ChartViewState() : known->second);
    painter.translate(place.topLeft());
    chart.paint(painter);
  };
  return picture;
}

QString LinePlot::summary() const {
  return chartSummary(model());
}

void LinePlot::addTo(QMenu& menu) {
  catchUp();
  if (const QString point = readOut(); !point.isEmpty()) {
    // The menu entry shows the values; series and notes are copied as well.
    constexpr int kLetters = 60;
    const ChartPoint& read = m_current ? *m_current : *m_mark;
    const QStringList values = pointText(*m_model, *seriesOf(read), read.index).lines.mid(0, 2);
    QString shown =
        fontMetrics().elidedText(values.join(tr(", ")), Qt::ElideRight, kLetters * fontMetrics().averageCharWidth());
    QAction* copy = menu.addAction(symbolicIcon(QStringLiteral("copy")),
                                   tr("Copy point: %1").arg(shown.replace(QLatin1Char('&'), QStringLiteral("&&"))));
    copy->setObjectName(QStringLiteral("copyPoint"));
    copy->setShortcut(QKeySequence::Copy);
    copy->setToolTip(point);
    // The reading ends when the pointer moves to the menu.
    connect(copy, &QAction::triggered, this, [point] { QGuiApplication::clipboard()->setText(point); });
    menu.addSeparator();
  }
  const auto axis = [this, &menu](bool ofX, const QString& text, const QKeySequence& key) {
    QAction* action = menu.addAction(text);
    action->setShortcut(key);
    action->setCheckable(true);
    action->setChecked((ofX ? m_chart.across() : m_chart.up()).scale.log);
    action->setEnabled((ofX ? m_model->x : m_model->y).mayLog);
    connect(action, &QAction::toggled, this, [this, ofX](bool log) {
      catchUp();
      setLog(ofX, log);
    });
  };
  axis(true, tr("Logarithmic horizontal axis"), QKeySequence(Qt::SHIFT | Qt::Key_L));
  axis(false, tr("Logarithmic vertical axis"), QKeySequence(Qt::Key_L));
  addSeries(*menu.addMenu(tr("Series")));
}

void LinePlot::addSeries(QMenu& menu) {
  for (const ChartSeries& one : model().series) {
    if (one.name.isEmpty() || one.points.empty()) continue;
    QAction* action = menu.addAction(QString(one.name).replace(QLatin1Char('&'), QStringLiteral("&&")));
    action->setCheckable(true);
    action->setChecked(!m_chart.viewState().hidden.contains(one.key));
    connect(action, &QAction::toggled, this, [this, key = one.key] {
      catchUp();
      toggleSeries(key);
    });
  }
  menu.setEnabled(!menu.isEmpty());
}

void LinePlot::showEvent(QShowEvent* event) {
  QAbstractScrollArea::showEvent(event);
  // Drawings from before the plot was hidden may have another scenario or size.
  if (!isDrawn()) {
    m_picture.forget();
    catchUpSoon();
  }
  m_picture.shown();
}

void LinePlot::resizeEvent(QResizeEvent*) {
  m_layoutPending = true;
  catchUpSoon();
}

void LinePlot::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  QBackingStore* const screen = window()->backingStore();
  if (screen && painter.paintEngine()->paintDevice() == screen->paintDevice()) {
    if (!m_picture.paint(painter)) return;
    m_chart.legend().paintPoints(painter);
  } else {
    // A screenshot of the widget needs its present state.
    painter.fillRect(viewport()->rect(), themeOf(palette()).plot);
    m_chart.paint(painter);
  }
  paintOverlay(painter);
}

void LinePlot::paintOverlay(QPainter& painter) const {
  const Theme& theme = themeOf(palette());
  const QRectF area = m_chart.plotArea();
  painter.setRenderHint(QPainter::Antialiasing);
  if (m_chart.isEmpty()) {
    const bool allHidden = std::ranges::any_of(m_model->series, [](const ChartSeries& s) { return !s.points.empty(); });
    painter.setPen(theme.mutedText);
    painter.setFont(font());
    painter.drawText(
        QRectF(viewport()->rect()).adjusted(2 * kGrid, 2 * kGrid, -2 * kGrid, -2 * kGrid),
        static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap,
        allHidden ? tr("Nothing is left to show: choose a series by its name or another axis.") : m_model->emptyText);
  }
  if (m_chart.lacksTitleOfX()) {
    painter.setFont(scaledFont(font(), 0.92 * (presenting() ? leastType() : 1)));
    const QFontMetricsF metrics(painter.font());
    const QString title = titleFor(m_model->x, kInsideTitle * area.width(), metrics);
    const QSizeF size(metrics.horizontalAdvance(title) + kGrid, metrics.height());
    const QRectF place = m_chart.cornerFor(size);
    QColor paper = theme.plot;
    paper.setAlphaF(0.92F);
    painter.fillRect(place, paper);
    painter.setPen(theme.mutedText);
    painter.drawText(place, static_cast<int>(Qt::AlignCenter), title);
  }
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, lineScale()));
    painter.drawRect(area.adjusted(-2.5, -2.5, 2.5, 2.5));
  }
  const std::optional<ChartPoint>& shown = m_current && !(m_drag && m_drag->moved) ? m_current : m_mark;
  const PlottedPoint* plotted = shown ? plottedOf(*shown) : nullptr;
  if (!plotted) return;
  const QPointF at = m_chart.toPixel(plotted->at);
  if (!area.adjusted(-2, -2, 2, 2).contains(at)) return;
  const ChartSeries& series = *seriesOf(*shown);
  const QColor color = m_chart.colorOf(series);
  QColor hair = theme.mutedText;
  hair.setAlphaF(0.6F);
  painter.setPen(QPen(hair, 1));
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.drawLine(QPointF(at.x(), area.top()), QPointF(at.x(), area.bottom()));
  if (shown == m_current) painter.drawLine(QPointF(area.left(), at.y()), QPointF(area.right(), at.y()));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(theme.plot);
  painter.setPen(QPen(color, 2 * lineScale()));
  painter.drawEllipse(at, 4.5, 4.5);
  // The tip would cover the point being dragged; the plot's owner shows the value beside it.
  if (shown != m_current || series.moves != PointMoves::No) return;
  PointText text = pointText(*m_model, series, plotted->index);
  if (!m_stayed) text.source.clear();
  // Covers the legend rather than the labels of the axes.
  QRectF room = area.adjusted(2, 2, -2, -2);
  room.setTop(2);
  paintPointTip(painter, room, at, text, color, palette(), font());
}

}  // namespace noiseloom
