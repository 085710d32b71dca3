#include "ui/dialogs/picture_list.h"

#include <QKeyEvent>
#include <QSignalBlocker>
#include <map>
#include <utility>

#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kNameRole = Qt::UserRole;
constexpr QSize kPreview(15 * kGrid, 11 * kGrid + kHalfGrid);

/// An icon that keeps its colours in a selected row.
QIcon untinted(const QPixmap& picture) {
  QIcon icon(picture);
  icon.addPixmap(picture, QIcon::Selected);
  return icon;
}

}  // namespace

CheckList::CheckList(const QString& name, const QString& objectName, QWidget* parent) : QListWidget(parent) {
  nameWidget(this, objectName, name);
  setAlternatingRowColors(false);
  setSpacing(2);
  setUniformItemSizes(true);
  setWordWrap(false);
  setTextElideMode(Qt::ElideRight);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  connect(this, &QListWidget::itemChanged, this, &CheckList::checkedChanged);
}

void CheckList::setEntries(const std::vector<Entry>& entries, const std::function<bool(const QString& name)>& checked) {
  std::map<QString, Qt::CheckState> before;
  for (int row = 0; row < count(); ++row) before[item(row)->data(kNameRole).toString()] = item(row)->checkState();
  const int current = currentRow();
  {
    const QSignalBlocker blocker(this);
    clear();
    for (const Entry& entry : entries) {
      auto* line = new QListWidgetItem(QStringLiteral("%1\n%2").arg(entry.title, entry.detail), this);
      line->setData(kNameRole, entry.name);
      line->setToolTip(entry.title);
      line->setFlags(line->flags() | Qt::ItemIsUserCheckable);
      const auto known = before.find(entry.name);
      line->setCheckState(known != before.end() ? known->second : checked(entry.name) ? Qt::Checked : Qt::Unchecked);
    }
    setCurrentRow(std::min(std::max(current, 0), count() - 1));
  }
  emit checkedChanged();
}

QStringList CheckList::checkedNames() const {
  QStringList names;
  for (int row = 0; row < count(); ++row) {
    if (item(row)->checkState() == Qt::Checked) names += item(row)->data(kNameRole).toString();
  }
  return names;
}

void CheckList::setAllChecked(bool checked) {
  {
    const QSignalBlocker blocker(this);
    for (int row = 0; row < count(); ++row) item(row)->setCheckState(checked ? Qt::Checked : Qt::Unchecked);
  }
  emit checkedChanged();
}

void CheckList::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::SelectAll)) {
    setAllChecked(true);
    return;
  }
  QListWidget::keyPressEvent(event);
}

PictureList::PictureList(const QString& name, const QString& objectName, QWidget* parent)
    : CheckList(name, objectName, parent) {
  setIconSize(kPreview);
}

void PictureList::setPictures(std::vector<Picture> pictures, const QString& suffix, bool dark,
                              const QStringList& usual) {
  m_job.cancel();
  m_pictures = std::move(pictures);
  m_dark = dark;
  m_next = 0;
  ++m_generation;
  std::vector<Entry> entries;
  for (const Picture& picture : m_pictures) entries.push_back({picture.name, picture.title, picture.name + suffix});
  setEntries(entries, [&](const QString& name) { return usual.isEmpty() || usual.contains(name); });
  QPixmap empty(kPreview);
  empty.fill(themeOf(paletteFor(m_dark)).plot);
  const QSignalBlocker blocker(this);
  for (int row = 0; row < count(); ++row) item(row)->setIcon(untinted(empty));
  previewNext();
}

std::vector<Picture> PictureList::checked(std::vector<Picture> pictures) const {
  const QStringList names = checkedNames();
  std::erase_if(pictures, [&names](const Picture& picture) { return !names.contains(picture.name); });
  return pictures;
}

void PictureList::previewNext() {
  if (m_next == m_pictures.size()) return;
  PictureStyle style;
  // Half the smallest layout size of a picture, so that its text is recognisable.
  style.pixels = kPreview * devicePixelRatioF();
  style.dark = m_dark;
  style.title = false;
  style.scale = devicePixelRatioF() * 0.36;
  m_job.start([this, prepare = m_pictures[m_next].prepare, style,
               generation = m_generation](const std::stop_token& stop) -> NewestJob::Delivery {
    prepare(style, stop);
    if (stop.stop_requested()) return {};
    return [this, style, generation] {
      if (generation == m_generation) paintNext(style);
    };
  });
}

/// Charts are laid out here and rasterised in a worker thread.
void PictureList::paintNext(const PictureStyle& style) {
  m_job.start([this, style, paint = recorded(m_pictures[m_next], style), ratio = devicePixelRatioF(),
               generation = m_generation](const std::stop_token& stop) -> NewestJob::Delivery {
    const QImage image = pictureImage(paint, style);
    if (stop.stop_requested()) return {};
    return [this, image, ratio, generation] {
      if (generation != m_generation) return;
      QPixmap picture = QPixmap::fromImage(image);
      picture.setDevicePixelRatio(ratio);
      QListWidgetItem* line = item(static_cast<int>(m_next));
      const QSignalBlocker blocker(this);
      if (line) line->setIcon(untinted(picture));
      viewport()->update();
      ++m_next;
      previewNext();
    };
  });
}

}  // namespace noiseloom
