#pragma once

#include <QLabel>
#include <QWidget>

#include "ui/document/claim_state.h"
#include "ui/export/picture_file.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QSpinBox;

namespace noiseloom {

/// How pictures are written: format, the format of a journal, a slide or a poster, or any size in pixels, millimetres
/// or inches, resolution, size and font of type, width of lines, appearance, title, command below. A line below the
/// size gives it in other units, and the type.
class PictureOptionsForm : public QWidget {
  Q_OBJECT

 public:
  /// Rows are added to `form`; the widget itself is not shown.
  explicit PictureOptionsForm(QFormLayout& form, QWidget* parent = nullptr);

  enum class Unit { Pixels, Millimetres, Inches };
  /// The chosen options, without the scenario.
  PictureOptions options() const;
  PictureFormat format() const;

  QComboBox& formatBox() { return *m_format; }
  QComboBox& presetBox() { return *m_preset; }
  /// Size of the labels on paper, in points; 0: in proportion to the figure.
  QDoubleSpinBox& type() { return *m_type; }
  /// The font of the type, the window's at first.
  QComboBox& family() { return *m_family; }
  /// Width of curves on paper, in points; 0: in proportion to the type.
  QDoubleSpinBox& line() { return *m_line; }
  QDoubleSpinBox& width() { return *m_width; }
  QDoubleSpinBox& height() { return *m_height; }
  QComboBox& unitBox() { return *m_unit; }
  QSpinBox& resolution() { return *m_resolution; }
  QComboBox& appearance() { return *m_appearance; }
  QCheckBox& title() { return *m_title; }
  /// Off at first.
  QCheckBox& command() { return *m_command; }
  /// The caption with the command that makes the design again, if that is chosen and there is one.
  Caption captioned(Caption caption, const Design* design) const;
  QString sizeNote() const { return m_note->text(); }

 signals:
  void changed();

 private:
  void addRows(QFormLayout& form);
  void connectAll();
  Unit unit() const;
  QSize pixels() const;
  double typePoints() const;
  void presetChosen();
  void unitChosen();
  void limitSizes();
  void refresh();

  QComboBox* m_format;
  QComboBox* m_preset;
  QDoubleSpinBox* m_width;
  QDoubleSpinBox* m_height;
  QComboBox* m_unit;
  QSpinBox* m_resolution;
  QDoubleSpinBox* m_type;
  QComboBox* m_family;
  QDoubleSpinBox* m_line;
  QLabel* m_note;
  QComboBox* m_appearance;
  QCheckBox* m_title;
  QCheckBox* m_command;
  Unit m_lastUnit = Unit::Pixels;
  bool m_presetting = false;
};

}  // namespace noiseloom
