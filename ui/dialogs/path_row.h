#pragma once

#include <QStringList>
#include <QWidget>

class QLineEdit;
class QToolButton;

namespace noiseloom {

/// The path with that suffix: added when it is missing, in the place of another of `known` ones.
QString withKnownSuffix(const QString& path, const QString& suffix, const QStringList& known);

/// A path to type or to choose.
class PathRow : public QWidget {
  Q_OBJECT

 public:
  enum class Kind { SaveFile, Folder };
  /// `filter` as in QFileDialog.
  PathRow(Kind kind, const QString& name, const QString& filter, QWidget* parent = nullptr);

  QString path() const;
  void setPath(const QString& path);
  QLineEdit& edit() { return *m_edit; }

 signals:
  void changed();

 private:
  void browse();

  Kind m_kind;
  QString m_name;
  QString m_filter;
  QLineEdit* m_edit;
};

}  // namespace noiseloom
