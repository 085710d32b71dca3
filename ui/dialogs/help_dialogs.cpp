#include "ui/dialogs/help_dialogs.h"

#include <QCoreApplication>
#include <QMessageBox>

#include "ui/style/icons.h"

namespace noiseloom {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("noiseloom", text);
}

}  // namespace

void showAbout(QWidget* parent) {
  auto* box = new QMessageBox(parent);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("About Noiseloom"));
  box->setIconPixmap(applicationIcon().pixmap(64, 64));
  box->setText(tr("<b>Noiseloom %1</b>").arg(QStringLiteral(NOISELOOM_VERSION)));
  box->setInformativeText(
      tr("Designs correlated-noise (matrix factorization) mechanisms for differentially private training.<br><br>"
         "Free software under the GNU General Public License, version 3 or later."));
  box->open();
}

}  // namespace noiseloom
