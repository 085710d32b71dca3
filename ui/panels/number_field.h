#pragma once

#include <QSlider>
#include <QTimer>
#include <functional>
#include <optional>

#include "core/base/expression.h"
#include "ui/panels/field_row.h"
#include "ui/panels/slider_scale.h"

class QLineEdit;
class QMenu;
class QToolButton;

namespace noiseloom {

class PanelLineEdit;

struct NumberFieldSpec {
  QString name;
  QString symbol;
  QString help;
  QString emptyText;  ///< text of an open value ("best"); empty if the field must hold a number
  SliderScale scale;
  QString allowed = {};  ///< for the tool tip: "above 0, at most 1000"
  QString source = {};   ///< for the tool tip: where the quantity is defined
  bool operator==(const NumberFieldSpec&) const = default;
};

/// A number with an expression to type and a logarithmic slider to drag. Typed text is committed at Enter, when the
/// field loses the focus and after a short pause; it is never replaced by another spelling of the same value.
class NumberField : public FieldRow {
  Q_OBJECT

 public:
  explicit NumberField(NumberFieldSpec spec, QWidget* parent = nullptr);

  const NumberFieldSpec& spec() const { return m_spec; }
  /// Renames the field when its meaning depends on another choice.
  void describe(const QString& name, const QString& help, const QString& emptyText);
  /// Shows a value of the document; text that already has this value stays.
  void showValue(std::optional<double> value);
  /// Sets the slider's position while the value is open.
  void showOpenPosition(double value);
  void setScale(const SliderScale& scale);
  /// Sets how values are written; entryText() by default. Text that reads the same in this format stays.
  void setFormat(std::function<QString(double)> format) {
    m_format = std::move(format);
    m_rounds = true;
  }

  /// Sets the value of "Use default" in the context menu; nullopt: the open value.
  void setDefault(std::optional<double> value);
  /// Adds the field's own entries to a context menu: the default, and the actions of the marks.
  void addEntries(QMenu& menu);
  /// Marks the value as computed: it can be read and copied, but not edited.
  void setResult(bool isResult);
  bool isResult() const { return m_isResult; }
  /// Adds a button at the end of the row, and an entry of the context menu for keyboard users.
  using FieldRow::addMark;

  /// True if the text is an unusable entry, which undo with the focus in the field then discards.
  std::function<bool()> isUnusable;
  std::function<void()> onDiscard;
  /// Maps the slider's value to a usable one; empty: every value is usable.
  std::function<double(double)> snapped;

  /// Lets the slider run by itself: by a button in place of the symbol while the pointer or the focus is in the row, by
  /// F8 in the text, and by entries that `addEntries` adds to the context menu.
  void setPlayable(std::function<void(QMenu&)> addEntries);
  /// While playing, only playTo() sets the value.
  void setPlaying(bool playing);
  bool isPlaying() const { return m_isPlaying; }
  /// Moves the slider to a position as if it were dragged there.
  void playTo(int position);

  /// Commits the text being typed at once.
  void takeOver();

  QLineEdit& edit() { return *m_edit; }
  QSlider& slider() { return *m_slider; }
  bool isSliderDown() const { return m_slider->isSliderDown(); }
  /// True if edited() comes from input that may continue: a drag, a held key, a playing slider.
  bool isMoving(bool continues) const {
    return isSliderDown() || m_isPlaying || (continues && (m_isStepping || m_slider->hasFocus()));
  }

 signals:
  /// A new value; `continues` is true if it belongs to the same drag or typing as the last.
  void edited(std::optional<double> value, bool continues);
  /// The user wants the slider to start or stop running by itself.
  void playToggled();
  /// The text is not a number, and why.
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
  ExpressionResult read(const QString& text) const;
  QString written(double value) const;
  std::optional<double> shownValue() const;
  /// True if `text` means `value`.
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
  QToolButton* m_play = nullptr;  ///< null unless playable
  std::function<void(QMenu&)> m_addPlayEntries;
  bool m_isPlaying = false;
  bool m_isStepping = false;
  bool m_continues = false;  ///< the next edit belongs to the same drag or typing
  QTimer m_gestureEnd;
  /// Text committed last; nullopt if the document's value has changed since.
  std::optional<QString> m_committed = QString();
};

}  // namespace noiseloom
