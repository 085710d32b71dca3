#include "ui/style/file_chooser.h"

#include <QDir>
#include <QFileDialog>
#include <QFileIconProvider>
#include <QMimeDatabase>

namespace noiseloom {
namespace {

class NamesOfTypes : public QFileIconProvider {
 public:
  QString type(const QFileInfo& file) const override {
    if (!file.isFile()) return QFileIconProvider::type(file);
    const QMimeType type = QMimeDatabase().mimeTypeForFile(file.fileName(), QMimeDatabase::MatchExtension);
    return type.comment().isEmpty() ? type.name() : type.comment();
  }
};

}  // namespace

QFileDialog* newFileChooser(QWidget* parent, const QString& title, const QString& folder, const QString& filter) {
  // Never deleted: a dialog reads its folder in a thread that outlives any possible owner.
  static auto* const names = new NamesOfTypes;
  auto* dialog = new QFileDialog(parent, title, folder.isEmpty() ? QDir::homePath() : folder, filter);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setIconProvider(names);
  return dialog;
}

}  // namespace noiseloom
