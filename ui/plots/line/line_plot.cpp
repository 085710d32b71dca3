#include "ui/plots/line/line_plot.h"

#include <QBackingStore>
#include <QJsonArray>
#include <QMenu>
#include <QPaintEngine>
#include <QPainter>

#include "ui/plots/line/chart_legend.h"
#include "ui/plots/line/chart_style.h"
#include "ui/plots/line/line_plot_parts.h"

namespace noiseloom {
namespace {

constexpr int kDwellMilliseconds = 600;
/// More of them would take the room from the plot.
constexpr int kLegendRows = 2;

}  // namespace

LinePlot::LinePlot(QWidget* parent) : QChartView(parent), m_parts(std::make_unique<Parts>(*this)) {
  m_parts->chart.setLegendRows(kLegendRows);
  // The view comes with an empty chart, which nobody else would free.
  const std::unique_ptr<QChart> empty(chart());
  setChart(m_parts->chart.release());
  m_parts->picture = std::make_unique<PlotPicture>(*this, m_parts->chart);
  // The picture fills it.
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  setRenderHint(QPainter::Antialiasing);
  setFrameShape(QFrame::NoFrame);
  setMouseTracking(true);
  setBackgroundRole(QPalette::Base);
  setFocusPolicy(Qt::StrongFocus);
  // What a legend needs; Qt Charts asks for nothing itself.
  setMinimumSize(344, 130);
  setAccessibleName(tr("Chart"));
  m_parts->dwell.setSingleShot(true);
  m_parts->dwell.setInterval(kDwellMilliseconds);
  connect(&m_parts->dwell, &QTimer::timeout, this, [this] {
    m_parts->stayed = true;
    viewport()->update();
  });
  connect(chart(), &QChart::plotAreaChanged, this, [this] { m_parts->followLayout(); });
  m_parts->applyTheme();
}

LinePlot::~LinePlot() {
  // The chart goes after what listens to it.
  disconnect(chart(), nullptr, this, nullptr);
}

void LinePlot::setModel(ChartModel model) {
  m_parts->setModel(std::move(model));
  emit modelChanged();
}

const ChartModel& LinePlot::model() const {
  return *m_parts->newest();
}

bool LinePlot::isDrawn() const {
  return !m_parts->waiting && !m_parts->layoutPending;
}

bool LinePlot::isOnScreen() const {
  return isDrawn() && m_parts->picture->isCurrent();
}

LinePlot::Parts& LinePlot::parts() const {
  m_parts->catchUp();
  return *m_parts;
}

void LinePlot::resetView() {
  ChartViewState view = m_parts->chart.viewState();
  view.x.range.reset();
  view.y.range.reset();
  m_parts->setViewState(view);
  m_parts->readAnew();
}

QJsonObject LinePlot::viewState() const {
  std::map<QString, ChartViewState> views = m_parts->views;
  if (!m_parts->identity.isEmpty()) views[m_parts->identity] = m_parts->chart.viewState();
  QJsonArray charts;
  for (const auto& [identity, view] : views) {
    if (view == ChartViewState()) continue;
    QJsonObject object = toJson(view);
    object[QStringLiteral("chart")] = identity;
    charts.append(object);
  }
  return {{QStringLiteral("charts"), charts}};
}

void LinePlot::restoreView(const QJsonObject& state) {
  m_parts->views.clear();
  ChartViewState now;
  for (const QJsonValue value : state[QStringLiteral("charts")].toArray()) {
    const QJsonObject object = value.toObject();
    const QString identity = object[QStringLiteral("chart")].toString();
    if (identity.isEmpty()) continue;
    if (identity == m_parts->identity) now = chartViewState(object);
    m_parts->views[identity] = chartViewState(object);
  }
  m_parts->setViewState(now, false);
  m_parts->readAnew();
}

Picture LinePlot::picture() const {
  Picture picture;
  picture.name = model().name;
  picture.title = model().title;
  picture.summary = summary();
  picture.paint = [model = m_parts->newest(), paint = painter()](QPainter& painter, const PictureStyle& style) {
    paint(painter, style, *model);
  };
  return picture;
}

std::function<void(QPainter&, const PictureStyle&, const ChartModel&)> LinePlot::painter() const {
  std::map<QString, ChartViewState> views = m_parts->views;
  if (!m_parts->identity.isEmpty()) views[m_parts->identity] = m_parts->chart.viewState();
  return [views = std::move(views), font = font()](QPainter& painter, const PictureStyle& style,
                                                   const ChartModel& model) {
    const auto known = views.find(Parts::identityOf(model));
    LineChart chart;
    chart.setTheme(themeOf(paletteFor(style.dark)), font);
    chart.chart().resize(pictureBody(style).size() - QSizeF(kGrid, kGrid));
    chart.setResolution(pictureBody(style).size() * 0.9);
    chart.setModel(std::make_shared<const ChartModel>(model), known == views.end() ? ChartViewState() : known->second);
    paintChart(painter, chart.chart(), model.title, style);
  };
}

DataTable LinePlot::table() const {
  return chartTable(model());
}

QString LinePlot::summary() const {
  return chartSummary(model());
}

void LinePlot::addTo(QMenu& menu) {
  const auto axis = [this, &menu](bool ofX, const QString& text, const QKeySequence& key) {
    QAction* action = menu.addAction(text);
    action->setShortcut(key);
    action->setCheckable(true);
    action->setChecked(ofX ? isLogX() : isLogY());
    action->setEnabled((ofX ? model().x : model().y).mayLog);
    connect(action, &QAction::toggled, this, [this, ofX](bool log) { parts().setLog(ofX, log); });
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
    action->setChecked(!parts().chart.viewState().hidden.contains(one.key));
    connect(action, &QAction::toggled, this, [this, key = one.key] { parts().toggleSeries(key); });
  }
  menu.setEnabled(!menu.isEmpty());
}

std::optional<ChartPoint> LinePlot::current() const {
  return m_parts->current;
}

QString LinePlot::readOut() const {
  if (!m_parts->current && !m_parts->wish) return {};
  const Parts& now = parts();
  const std::optional<ChartPoint>& point = now.current ? now.current : now.mark;
  const ChartSeries* series = point ? now.seriesOf(*point) : nullptr;
  return series ? pointLine(*now.model, *series, point->index) : QString();
}

void LinePlot::highlight(const QString& series, std::optional<double> x) {
  m_parts->wish.reset();
  if (x) m_parts->wish = Parts::Wish{series, *x};
  const std::optional<ChartPoint> before = m_parts->mark;
  // Of what is drawn; in what waits the point is looked for when its turn comes.
  m_parts->showMark();
  if (m_parts->mark != before) viewport()->update();
}

const ChartSeries* LinePlot::seriesOf(const ChartPoint& point) const {
  return m_parts->seriesOf(point);
}

std::optional<ChartPoint> LinePlot::highlighted() const {
  return m_parts->wish ? parts().mark : std::nullopt;
}

std::optional<QPointF> LinePlot::pixelOf(const ChartPoint& point) const {
  const PlottedPoint* plotted = parts().plottedOf(point);
  if (!plotted) return std::nullopt;
  return parts().chart.toPixel(plotted->at);
}

QRectF LinePlot::legendEntry(const QString& series) const {
  return parts().chart.legend().placeOf(series);
}

int LinePlot::namesLeftOut() const {
  return parts().chart.legend().leftOut();
}

QString LinePlot::titleOfX() const {
  return parts().chart.lacksTitleOfX() ? model().x.title : parts().chart.titleOfX();
}

QString LinePlot::titleOfY() const {
  return parts().chart.titleOfY();
}

std::pair<double, double> LinePlot::shownX() const {
  const LineChart::Axis& axis = parts().chart.across();
  return {axis.scale.value(axis.shown.from), axis.scale.value(axis.shown.to)};
}

std::pair<double, double> LinePlot::shownY() const {
  const LineChart::Axis& axis = parts().chart.up();
  return {axis.scale.value(axis.shown.from), axis.scale.value(axis.shown.to)};
}

bool LinePlot::isLogX() const {
  return parts().chart.across().scale.log;
}

bool LinePlot::isLogY() const {
  return parts().chart.up().scale.log;
}

void LinePlot::showEvent(QShowEvent* event) {
  QChartView::showEvent(event);
  // What was drawn before it was hidden may be of another scenario or size.
  if (!isDrawn()) {
    m_parts->picture->forget();
    m_parts->catchUpSoon();
  }
  m_parts->picture->shown();
}

void LinePlot::paintEvent(QPaintEvent* event) {
  QPainter painter(viewport());
  QBackingStore* const screen = window()->backingStore();
  if (screen && painter.paintEngine()->paintDevice() == screen->paintDevice()) {
    if (!m_parts->picture->paint(painter)) return;
  } else {
    // Whoever takes a picture of the widget wants it as it is now.
    painter.fillRect(viewport()->rect(), themeOf(palette()).plot);
    painter.end();
    QChartView::paintEvent(event);
    painter.begin(viewport());
  }
  m_parts->paintOverlay(painter);
}

void LinePlot::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) m_parts->applyTheme();
}

}  // namespace noiseloom
