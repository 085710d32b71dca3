#include "ui/dialogs/blank_sentence.h"

#include <QEvent>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpression>
#include <QStyle>
#include <algorithm>

#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kLeastDigits = 4;
constexpr int kMostDigits = 14;

}  // namespace

BlankSentence::BlankSentence(const QString& text, const QList<QLineEdit*>& blanks, QWidget* parent)
    : QWidget(parent), m_text(text), m_blanks(blanks) {
  static const QRegularExpression placeholder(QStringLiteral("%(\\d)"));
  for (const QString& line : text.split(QLatin1Char('\n'))) {
    bool first = !m_units.isEmpty();
    for (const QString& word : line.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
      Unit unit{{}, std::exchange(first, false)};
      qsizetype done = 0;
      for (auto found = placeholder.globalMatch(word); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        QLineEdit* blank = m_blanks.value(match.captured(1).toInt() - 1);
        if (!blank) continue;
        if (match.capturedStart() > done) unit.pieces += Piece{word.mid(done, match.capturedStart() - done)};
        unit.pieces += Piece{{}, blank};
        m_order += blank;
        done = match.capturedEnd();
      }
      if (done < word.size()) unit.pieces += Piece{word.mid(done)};
      m_units += unit;
    }
  }
  for (QLineEdit* blank : std::as_const(m_order)) {
    blank->setParent(this);
    blank->show();
    connect(blank, &QLineEdit::textChanged, this, [this] {
      updateGeometry();
      placeBlanks();
    });
  }
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

QString BlankSentence::said() const {
  QString text = m_text;
  for (const QLineEdit* blank : m_blanks) text = text.arg(blank->text());
  return text;
}

int BlankSentence::widthOf(const Piece& piece) const {
  if (!piece.blank) return fontMetrics().horizontalAdvance(piece.word);
  const QFontMetrics metrics = piece.blank->fontMetrics();
  const int digit = metrics.horizontalAdvance(QLatin1Char('0'));
  const int text = metrics.horizontalAdvance(piece.blank->displayText());
  return std::clamp(text, kLeastDigits * digit, kMostDigits * digit) + 2 * kGrid + kHalfGrid;
}

int BlankSentence::lineHeight() const {
  int height = fontMetrics().height();
  for (const QLineEdit* blank : m_order) height = std::max(height, blank->sizeHint().height());
  return height;
}

template <class Place>
int BlankSentence::arrange(int width, Place place) const {
  const int space = fontMetrics().horizontalAdvance(QLatin1Char(' '));
  const int height = lineHeight();
  const auto leftToRight = [&](const QRect& rect) {
    return QStyle::visualRect(layoutDirection(), {0, 0, width, 1}, rect);
  };
  QPoint at;
  for (const Unit& unit : m_units) {
    int wide = 0;
    for (const Piece& piece : unit.pieces) wide += widthOf(piece);
    if (unit.newLine || (at.x() > 0 && at.x() + wide > width)) at = {0, at.y() + height + kHalfGrid};
    for (const Piece& piece : unit.pieces) {
      const int taken = widthOf(piece);
      place(piece, leftToRight({at, QSize(taken, height)}));
      at.rx() += taken;
    }
    at.rx() += space;
  }
  return at.y() + height;
}

int BlankSentence::heightForWidth(int width) const {
  return arrange(width, [](const Piece&, const QRect&) {});
}

QSize BlankSentence::sizeHint() const {
  const int wide = 60 * fontMetrics().averageCharWidth();
  return {wide, heightForWidth(wide)};
}

QSize BlankSentence::minimumSizeHint() const {
  int widest = 0;
  for (const Unit& unit : m_units) {
    int wide = 0;
    for (const Piece& piece : unit.pieces) wide += widthOf(piece);
    widest = std::max(widest, wide);
  }
  return {widest, lineHeight()};
}

void BlankSentence::placeBlanks() {
  arrange(width(), [](const Piece& piece, const QRect& rect) {
    if (!piece.blank) return;
    // The field that it was made for may have fixed its width.
    if (piece.blank->minimumWidth() != rect.width() || piece.blank->maximumWidth() != rect.width())
      piece.blank->setFixedWidth(rect.width());
    piece.blank->setGeometry(rect);
  });
  setAccessibleName(said());
  update();
}

bool BlankSentence::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::FontChange) {
    updateGeometry();
    placeBlanks();
  }
  return QWidget::event(event);
}

void BlankSentence::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeBlanks();
}

void BlankSentence::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(palette().color(QPalette::WindowText));
  arrange(width(), [&](const Piece& piece, const QRect& rect) {
    if (!piece.blank) painter.drawText(rect, Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, piece.word);
  });
}

}  // namespace noiseloom
