#pragma once

#include <QStringList>
#include <QWidget>

class QComboBox;
class QLineEdit;

namespace noiseloom {

/// A path to type or to choose.
class PathRow : public QWidget {
  Q_OBJECT

 public:
  enum class Kind { SaveFile, Folder };
  /// `filter` as in QFileDialog.
  PathRow(Kind kind, const QString& name, const QString& filter, QWidget* parent = nullptr);

  QString path() const;
  void setPath(const QString& path);
  /// suffixes[i] belongs to item i of `formats`: the suffix follows the chosen format, and the format a typed suffix.
  void follow(QComboBox& formats, const QStringList& suffixes);
  /// The path with the suffix of a format, appended or in place of another format's suffix.
  QString pathAs(int format) const;
  QLineEdit& edit() { return *m_edit; }

 signals:
  void changed();

 private:
  void browse();

  Kind m_kind;
  QString m_name;
  QString m_filter;
  QLineEdit* m_edit;
  QStringList m_suffixes;
};

}  // namespace noiseloom
