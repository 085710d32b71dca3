#pragma once

#include <QSlider>
#include <QTimer>
#include <functional>
#include <optional>

#include "ui/panels/field_row.h"
#include "ui/panels/slider_scale.h"

class QLineEdit;
class QMenu;
class QToolButton;

namespace noiseloom {

class PanelLineEdit;

/// What a numeric field looks like.
struct NumberFieldSpec {
  QString name;
  QString symbol;
  QString help;
  QString emptyText;  ///< what an open value reads ("best"); empty when the field must hold a number
  SliderScale scale;
  QString allowed = {};  ///< for the tool tip: "above 0, at most 1000"
  QString source = {};   ///< for the tool tip: where the meaning is defined
};

/// A number as an expression to type and a logarithmic slider to drag. Typed text is taken over at Enter, when the
/// field loses the focus and after a short pause; it is never replaced by another spelling of the same value.
class NumberField : public FieldRow {
  Q_OBJECT

 public:
  explicit NumberField(NumberFieldSpec spec, QWidget* parent = nullptr);

  /// The same field under another name, where its meaning depends on another choice.
  void describe(const QString& name, const QString& help, const QString& emptyText);
  /// Shows a value of the document; text that already means it stays.
  void showValue(std::optional<double> value);
  /// Where the slider stands while the value is open.
  void showOpenPosition(double value);
  void setScale(const SliderScale& scale);
  /// How values are written into the field; entryText by default. Text that reads the same in this format stays.
  void setFormat(std::function<QString(double)> format) {
    m_format = std::move(format);
    m_rounds = true;
  }

  /// What "Use default" in the context menu sets; nullopt: the open value.
  void setDefault(std::optional<double> value);
  /// What the context menu has beside what every text has: the default, and what the marks do.
  void addEntries(QMenu& menu);
  /// The value is computed: it can be read and copied, not edited, and is marked as such.
  void setResult(bool isResult);
  bool isResult() const { return m_isResult; }
  /// A button at the end of the row, and an entry of the context menu, for the keyboard.
  using FieldRow::addMark;

  /// Whether the text is an entry that cannot be used; undo with the focus in the field then discards it.
  std::function<bool()> isUnusable;
  std::function<void()> onDiscard;
  /// What the slider's value is taken as, where not every number can be used; empty: itself.
  std::function<double(double)> snapped;

  /// Offers to let the slider run by itself: a button in the place of the symbol while the pointer or the keyboard is
  /// in the row, F8 in the text, and what `addEntries` adds to the context menu.
  void setPlayable(std::function<void(QMenu&)> addEntries);
  /// While it runs; the value is then set by playTo() alone.
  void setPlaying(bool playing);
  bool isPlaying() const { return m_isPlaying; }
  /// The slider to a position, as if it were dragged there.
  void playTo(int position);

  /// Takes over what is being typed without waiting for the end of it.
  void takeOver();

  QLineEdit& edit() { return *m_edit; }
  QSlider& slider() { return *m_slider; }
  bool isSliderDown() const { return m_slider->isSliderDown(); }
  /// Whether edited() comes from a hand or a key that may go on moving: a drag, a key that is held, a slider that
  /// plays.
  bool isMoving(bool continues) const {
    return isSliderDown() || m_isPlaying || (continues && (m_isStepping || m_slider->hasFocus()));
  }

 signals:
  /// A new value; `continues` the drag or the typing that the last one came from.
  void edited(std::optional<double> value, bool continues);
  /// The person wants the slider to run by itself, or to stop.
  void playToggled();
  /// The text is no number: why.
  void unreadable(const QString& message);

 protected:
  void showProblemMark(bool marked) override;
  void changeEvent(QEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void commit();
  void showPlay();
  void step(bool up, bool leap);
  void take(double value);
  double snap(double value) const;
  void useDefault();
  void paintEntry();
  std::optional<double> shownValue() const;
  /// Whether `text` may stand for `value`.
  bool reads(const QString& text, std::optional<double> value) const;

  NumberFieldSpec m_spec;
  std::function<QString(double)> m_format;
  bool m_rounds = false;  ///< the format is shorter than the value
  PanelLineEdit* m_line;
  QLineEdit* m_edit;
  QSlider* m_slider;
  QTimer m_pause;
  std::optional<std::optional<double>> m_default;
  bool m_isResult = false;
  bool m_isMarked = false;
  QToolButton* m_play = nullptr;  ///< where it is playable
  std::function<void(QMenu&)> m_addPlayEntries;
  bool m_isPlaying = false;
  bool m_isStepping = false;
  bool m_continues = false;  ///< the next edit belongs to the same drag or typing
  QTimer m_gestureEnd;
  /// Text that was last taken over; none where the document has another value since.
  std::optional<QString> m_committed = QString();
};

}  // namespace noiseloom
