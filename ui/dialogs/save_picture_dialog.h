#pragma once

#include "ui/dialogs/export_frame.h"
#include "ui/document/claim_state.h"
#include "ui/export/picture_writer.h"

namespace noiseloom {

class PictureOptionsForm;
class PathRow;
class ScenarioDocument;

/// Save picture: one picture as a file. The suffix follows the format, and the format a suffix that is typed.
class SavePictureDialog : public ExportFrame {
  Q_OBJECT

 public:
  SavePictureDialog(const Picture& picture, ScenarioDocument& document, QWidget* parent = nullptr);
  /// "Save picture …" of a plot in that window; the dialog goes when it closes.
  static void openFor(const Picture& picture, ScenarioDocument& document, QWidget& window);

  PathRow& path() { return *m_path; }
  PictureOptionsForm& options() { return *m_options; }

 private:
  void refresh() override;
  void exportClicked() override;

  Picture m_picture;
  std::string m_scenario;  ///< of the picture: the document may go on
  Caption m_caption;
  PathRow* m_path;
  PictureOptionsForm* m_options;
  PictureWriter m_writer;
};

}  // namespace noiseloom
